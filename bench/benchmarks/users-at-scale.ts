import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { ratioOf, show, showSpread, spreadOf } from '../harness/figures.ts';
import { caller, expectJson, wireRequest } from '../harness/https-call.ts';
import { type LoadClient, startLoadClient } from '../harness/load.ts';
import type { LoadResult } from '../harness/load-client.ts';
import type { Goal, Report } from '../harness/report.ts';
import { type Contender, measureRounds, type Samples } from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS } from '../harness/throughput.ts';
import { type Deployment, deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';
import { emailOf, externalIdOf, loadUsers, userNameOf } from '../servers/population.ts';

const SMALL = 1000;
const SMALL_QUICK = 100;
/** PostgreSQL has fewer users: as many as it stores within minutes. */
const LARGE: Readonly<Record<Engine, number>> = { SQLite: 1_000_000, PostgreSQL: 20_000 };
const LARGE_QUICK = 120;
const REACH_LOAD = 3000;
const REACH_LARGE = 1.25;
const REACH_SCAN = 5;
/** Different users that are looked up: more than a cache of answers would hold, and spread over all users. */
const ASKED = 2000;
const CALLERS = 2;
const SCANNERS = 1;
/** Many short rounds, because a lookup is so short that chance affects each round. */
const PACE = { rounds: 15, sampleMs: 1000, warmUpMs: 3000 };
const READERS = 8;

const LOOKUPS = {
  'userName eq': (at: number) => `userName eq "${userNameOf(at)}"`,
  'externalId eq': (at: number) => `externalId eq "${externalIdOf(at)}"`,
  'emails.value eq': (at: number) => `emails.value eq "${emailOf(at)}"`,
} as const;
/** No index serves this filter, and it matches nobody, so every row has to be read. */
const SCAN = 'title co "surgeon" and name.givenName co "x"';

interface Population {
  readonly engine: Engine;
  readonly users: number;
  readonly deployment: Deployment;
  readonly server: ServerProcess;
  readonly token: string;
  readonly perSecond: number;
  /** Id of a user in the middle. */
  readonly id: string;
}

interface ScanRound {
  readonly idle: LoadResult;
  readonly beside: LoadResult;
  readonly scans: LoadResult;
}

export const benchmark: Benchmark = {
  name: 'users-at-scale',
  order: 8,
  async run(bench) {
    const populations: Population[] = [];
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      for (const users of bench.quick ? [SMALL_QUICK, LARGE_QUICK] : [SMALL, LARGE[engine]]) {
        populations.push(await populate(bench, engine, users));
      }
    }
    const pace = bench.quick ? bench.pace : { ...bench.pace, ...PACE };
    const samples = await measureRounds(bench.client, populations.flatMap(contendersOf), pace);
    const largest = populations[1];
    if (!largest) throw new Error('nobody was loaded');
    const rounds = await measureScans(bench, largest);
    const restarted: Population[] = [];
    for (const each of populations) {
      if (each.engine === 'SQLite') restarted.push(await restart(each));
    }
    const anew = await measureRounds(bench.client, restarted.flatMap(contendersOf), pace);
    return report(populations, { samples, rounds, anew });
  },
};

async function populate(bench: Bench, engine: Engine, users: number): Promise<Population> {
  const deployment = await deployFormstead(bench, engine);
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  const callers = Array.from({ length: CALLERS }, () =>
    caller(server.port, server.ca, `Bearer ${token}`),
  );
  const { seconds } = await loadUsers(callers, 0, users);
  const [call] = callers;
  if (!call) throw new Error('nobody calls');
  const filter = encodeURIComponent(LOOKUPS['userName eq'](Math.floor(users / 2)));
  const found = expectJson(await call('GET', `/scim/v2/Users?filter=${filter}`), 200, 'a lookup');
  const [user] = Array.isArray(found['Resources']) ? found['Resources'] : [];
  for (const each of callers) each.close();
  const id = String(user?.id);
  return { engine, users, deployment, server, token, perSecond: users / seconds, id };
}

/** Restarts a service, so that the services differ only in their number of users, not in what they did before. */
async function restart(population: Population): Promise<Population> {
  await population.server.stop();
  return { ...population, server: await population.deployment.start() };
}

const nameOf = (engine: Engine, lookup: string, users: number): string =>
  `${lookup}, ${engine}, ${users.toLocaleString('en-US')} users`;

function contendersOf({ engine, users, server, token }: Population): readonly Contender[] {
  return Object.entries(LOOKUPS).map(([lookup, filterFor]) => ({
    name: nameOf(engine, lookup, users),
    server,
    requests: Array.from({ length: ASKED }, (_, at) => {
      const filter = filterFor(Math.floor((at * users) / ASKED));
      return getRequest(server, token, `/scim/v2/Users?filter=${encodeURIComponent(filter)}`);
    }),
  }));
}

const getRequest = ({ port }: ServerProcess, token: string, path: string): string =>
  wireRequest(`GET ${path}`, { host: `localhost:${port}`, authorization: `Bearer ${token}` });

async function measureScans(
  bench: Bench,
  { server, token, id }: Population,
): Promise<readonly ScanRound[]> {
  const scanner = startLoadClient();
  bench.defer(scanner.stop);
  const rounds: ScanRound[] = [];
  for (let round = 0; round < Math.min(5, bench.pace.rounds); round += 1) {
    rounds.push(await measureScan(bench, scanner, { server, token, id }));
  }
  return rounds;
}

async function measureScan(
  { client, pace }: Bench,
  scanner: LoadClient,
  { server, token, id }: Pick<Population, 'server' | 'token' | 'id'>,
): Promise<ScanRound> {
  const { port, ca } = server;
  const ms = pace.sampleMs * 2;
  const get = getRequest(server, token, `/scim/v2/Users/${id}`);
  const scan = getRequest(server, token, `/scim/v2/Users?filter=${encodeURIComponent(SCAN)}`);
  await client.connect({ port, ca, requests: [get], connections: READERS });
  await scanner.connect({ port, ca, requests: [scan], connections: SCANNERS });
  const idle = await client.run(ms);
  const [beside, scans] = await Promise.all([client.run(ms), scanner.run(ms)]);
  await client.disconnect();
  await scanner.disconnect();
  for (const { failure } of [idle, beside]) {
    if (failure !== undefined) throw new Error(`a read was answered: ${failure}`);
  }
  return { idle, beside, scans };
}

interface Measured {
  /** Lookups in the processes that loaded the users. */
  readonly samples: Samples;
  readonly rounds: readonly ScanRound[];
  /** Lookups on SQLite after a restart. */
  readonly anew: Samples;
}

function report(populations: readonly Population[], { samples, rounds, anew }: Measured): Report {
  const scanRatio = ratioOf(
    rounds.map(({ beside }) => beside.p99),
    rounds.map(({ idle }) => idle.p99),
  );
  const [, largest] = populations;
  const small = Math.min(...populations.map(({ users }) => users));
  const lookups = Object.keys(LOOKUPS);
  const largeOf = (engine: Engine) =>
    Math.max(...populations.filter((each) => each.engine === engine).map(({ users }) => users));
  const goalsOf = (from: Samples, engine: Engine, more = ''): readonly Goal[] =>
    lookups.map((lookup) => {
      const ratio = cpuRatio(
        from,
        nameOf(engine, lookup, largeOf(engine)),
        nameOf(engine, lookup, small),
      );
      return {
        what: `${lookup}, ${engine}, CPU time at ${largeOf(engine).toLocaleString('en-US')} users${more}`,
        reach: `<= ${REACH_LARGE}x that at ${small.toLocaleString('en-US')}`,
        measured: showSpread(ratio),
        isReached: ratio.median <= REACH_LARGE,
      };
    });
  return {
    title: 'Many users: loading, looking up, scanning',
    method: [
      `Users are loaded over SCIM Bulk, 1,000 operations a request over ${CALLERS} connections, each operation a transaction that is ` +
        `durable before its answer. Then each lookup asks for ${ASKED.toLocaleString('en-US')} users spread over all of them, in turn. ` +
        'On SQLite it is measured once more after a restart: then two services differ in how many users they have and not in what they ' +
        `did before. There are ${PACE.rounds} rounds of a second for each.`,
      `The scan (\`${SCAN}\`) runs again and again over ${SCANNERS} connection on the largest SQLite population, while ${READERS} ` +
        'connections read a user by id: at first those alone, then beside it.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${small} users`],
      rows: [
        ...lookupRows(samples, small),
        ...lookupRows(anew, small).map(([name, ...cells]) => [`${name}, restarted`, ...cells]),
        ...populations.map(({ engine, users, perSecond }) => [
          `loading ${users.toLocaleString('en-US')} users, ${engine}`,
          Math.round(perSecond).toLocaleString('en-US'),
          ...Array.from({ length: THROUGHPUT_COLUMNS.length - 1 }, () => ''),
        ]),
        ...scanRows(rounds),
      ],
    },
    goals: [
      {
        what: `users loaded a second, SQLite, ${largest?.users.toLocaleString('en-US')} of them`,
        reach: `>= ${REACH_LOAD.toLocaleString('en-US')}`,
        measured: show(largest?.perSecond ?? 0),
        isReached: (largest?.perSecond ?? 0) >= REACH_LOAD,
      },
      ...goalsOf(samples, 'SQLite'),
      ...goalsOf(anew, 'SQLite', ', restarted'),
      ...goalsOf(samples, 'PostgreSQL'),
      {
        what: 'p99 of GET by id while a filter scans, SQLite',
        reach: `< ${REACH_SCAN}x idle`,
        measured: showSpread(scanRatio),
        isReached: scanRatio.median < REACH_SCAN,
      },
    ],
  };
}

function lookupRows(samples: Samples, small: number): readonly (readonly string[])[] {
  return [...samples.keys()].map((name) => {
    const [lookup = '', engine = ''] = name.split(', ');
    const isOnSqlite = engine === 'SQLite';
    return rowOf(samples, name, nameOf(isOnSqlite ? 'SQLite' : 'PostgreSQL', lookup, small));
  });
}

function scanRows(rounds: readonly ScanRound[]): readonly (readonly string[])[] {
  const row = (name: string, of: (round: ScanRound) => LoadResult): readonly string[] => {
    const figure = (pick: (result: LoadResult) => number) =>
      showSpread(spreadOf(rounds.map((round) => pick(of(round)))));
    return [
      name,
      figure(({ answers, seconds }) => answers / seconds),
      '',
      figure(({ p50 }) => p50),
      figure(({ p99 }) => p99),
      '',
      '',
    ];
  };
  return [
    row('GET by id, alone', ({ idle }) => idle),
    row('GET by id, beside the scan', ({ beside }) => beside),
    row('the scan', ({ scans }) => scans),
  ];
}
