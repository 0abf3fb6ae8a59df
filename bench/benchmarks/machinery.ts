import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { caller, wireRequest } from '../harness/https-call.ts';
import { SERIAL } from '../harness/load-client.ts';
import type { Report } from '../harness/report.ts';
import { type Contender, measureRounds, type Pace, type Samples } from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import {
  cpuRatio,
  rowOf,
  THROUGHPUT_COLUMNS,
  throughputRatio,
  waitRatio,
} from '../harness/throughput.ts';
import { deployFormstead, type Engine, fetchToken, tokenForm } from '../servers/formstead.ts';
import { loadUsers, userNameOf } from '../servers/population.ts';

const USERS = 10_000;
const USERS_QUICK = 30;
const READERS = 8;
const WRITERS = 64;
const REACH = 1.1;
/** Lookups per scan. */
const LOOKUPS_A_SCAN = 200;
/** Lookups per write. */
const LOOKUPS_A_WRITE = 4;
const ASKED = 1000;

interface Subject {
  readonly server: ServerProcess;
  readonly token: string;
  readonly users: number;
  readonly tokenForm: string;
}

interface Load {
  readonly name: string;
  readonly connections: number;
  requests(subject: Subject): readonly string[];
}

interface Piece {
  readonly name: string;
  readonly engine: Engine;
  /** The module of bench/servers/without that removes the piece. */
  readonly without: string;
  readonly load: Load;
  /**
   * The benefit of the piece: by default more requests per second, or less work for each; p99: shorter waits of the
   * slowest.
   */
  readonly gain?: 'p99';
}

const read: Load = {
  name: 'users by name',
  connections: READERS,
  requests: (subject) => asked(subject, (at) => lookup(`userName eq "${userNameOf(at)}"`)),
};
const readBeside: Load = {
  name: `a scan for ${LOOKUPS_A_SCAN} lookups`,
  connections: READERS,
  requests: (subject) =>
    asked(subject, (at, turn) =>
      lookup(
        turn % LOOKUPS_A_SCAN === 0 ? 'title co "surgeon"' : `userName eq "${userNameOf(at)}"`,
      ),
    ),
};
const list: Load = {
  name: 'the first 20 by name',
  connections: READERS,
  requests: (subject) => asked(subject, () => '/scim/v2/Users?sortBy=userName&count=20'),
};
const issue: Load = {
  name: 'tokens',
  connections: WRITERS,
  requests: ({ server: { port }, tokenForm: body }) => [
    wireRequest(
      'POST /connect/token',
      {
        host: `localhost:${port}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    ),
  ],
};
const create: Load = {
  name: 'new users',
  connections: WRITERS,
  requests: (subject) => [creation(subject)],
};
const readBesideCreation: Load = {
  name: `a new user for ${LOOKUPS_A_WRITE} lookups`,
  connections: READERS,
  requests: (subject) =>
    read
      .requests(subject)
      .map((one, turn) => (turn % LOOKUPS_A_WRITE === 0 ? creation(subject) : one)),
};
const PIECES: readonly Piece[] = [
  { name: 'precompiled queries', engine: 'SQLite', without: 'precompile', load: read },
  { name: 'precompiled queries', engine: 'PostgreSQL', without: 'precompile', load: read },
  { name: 'blocks of quota', engine: 'PostgreSQL', without: 'quota-blocks', load: read },
  { name: 'token thread', engine: 'SQLite', without: 'token-thread', load: issue },
  { name: 'shared commits', engine: 'SQLite', without: 'shared-commit', load: create },
  { name: 'shared reads', engine: 'SQLite', without: 'shared-reads', load: read },
  { name: 'named indexes', engine: 'SQLite', without: 'named-indexes', load: list },
  { name: 'reader pool', engine: 'SQLite', without: 'reader-pool', load: readBeside, gain: 'p99' },
  {
    name: 'log mover',
    engine: 'SQLite',
    without: 'log-mover',
    load: readBesideCreation,
    gain: 'p99',
  },
];

const EVERYTHING: Piece = {
  name: 'everything',
  engine: 'SQLite',
  without: 'everything',
  load: read,
};

export const benchmark: Benchmark = {
  name: 'machinery',
  order: 13,
  async run(bench) {
    const readings: { readonly piece: Piece; readonly samples: Samples }[] = [];
    // A quick run only checks that each piece can still be removed, not what it gains.
    const pieces = bench.quick ? [EVERYTHING] : PIECES;
    for (const piece of pieces) readings.push({ piece, samples: await measure(bench, piece) });
    return report(readings);
  },
};

const WITH = 'with';
const WITHOUT = 'without';
const whatOf = ({ name, engine, load }: Piece): string => `${name}, ${engine}, ${load.name}`;
const nameOf = (piece: Piece, how: string): string => `${how} ${whatOf(piece)}`;

async function measure(bench: Bench, piece: Piece): Promise<Samples> {
  const { engine, load, without } = piece;
  const subjects = [
    { how: WITH, subject: await start(bench, engine) },
    { how: WITHOUT, subject: await start(bench, engine, `./without/${without}.ts`) },
  ];
  const contenders = subjects.map(
    ({ how, subject }): Contender => ({
      name: nameOf(piece, how),
      server: subject.server,
      requests: load.requests(subject),
    }),
  );
  const pace: Pace = bench.quick ? bench.pace : { ...bench.pace, connections: load.connections };
  const samples = await measureRounds(bench.client, contenders, pace);
  for (const { subject } of subjects) await subject.server.stop();
  return samples;
}

async function start(bench: Bench, engine: Engine, preload?: string): Promise<Subject> {
  const deployment = await deployFormstead(bench, engine);
  const server = await deployment.start(preload === undefined ? {} : { preload });
  const token = await fetchToken(deployment, server);
  const users = bench.quick ? USERS_QUICK : USERS;
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  await loadUsers([call], 0, users);
  call.close();
  return { server, token, users, tokenForm: tokenForm(deployment) };
}

function creation({ server: { port }, token }: Subject): string {
  const body = JSON.stringify({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `new${SERIAL}@example.com`,
    emails: [{ value: `new${SERIAL}@example.com`, type: 'work' }],
  });
  const headers = {
    host: `localhost:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/scim+json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return wireRequest('POST /scim/v2/Users', headers, body);
}

const lookup = (filter: string): string => `/scim/v2/Users?filter=${encodeURIComponent(filter)}`;

function asked(
  { server: { port }, token, users }: Subject,
  pathFor: (user: number, turn: number) => string,
): readonly string[] {
  const headers = { host: `localhost:${port}`, authorization: `Bearer ${token}` };
  const count = Math.min(ASKED, users);
  return Array.from({ length: count }, (_, turn) =>
    wireRequest(`GET ${pathFor(Math.floor((turn * users) / count), turn)}`, headers),
  );
}

function report(readings: readonly { readonly piece: Piece; readonly samples: Samples }[]): Report {
  return {
    title: 'What each hand-made piece buys',
    method: [
      'The same program with one function or line replaced by what anybody would write first (`bench/servers/without`), ' +
        `beside the program as it is, in the same rounds. ${USERS.toLocaleString('en-US')} users each. What the pieces are ` +
        'for, what they risk and how to take them out is in decision 62.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, 'of without'],
      rows: readings.flatMap(({ piece, samples }) =>
        [WITH, WITHOUT].map((how) => rowOf(samples, nameOf(piece, how), nameOf(piece, WITHOUT))),
      ),
    },
    goals: readings.map(({ piece, samples }) => {
      const names = [nameOf(piece, WITH), nameOf(piece, WITHOUT)] as const;
      if (piece.gain === 'p99') {
        const waits = waitRatio(samples, names[1], names[0]);
        return {
          what: whatOf(piece),
          reach: `p99 without >= ${REACH}x with`,
          measured: showSpread(waits),
          isReached: waits.median >= REACH,
        };
      }
      const ratio = throughputRatio(samples, ...names);
      const cpu = cpuRatio(samples, names[1], names[0]);
      return {
        what: whatOf(piece),
        reach: `>= ${REACH}x without`,
        measured: `${showSpread(ratio)}; by CPU ${showSpread(cpu)}`,
        isReached: Math.max(ratio.median, cpu.median) >= REACH,
      };
    }),
  };
}
