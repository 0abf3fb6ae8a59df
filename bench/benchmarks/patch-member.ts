import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { caller, expectJson, wireRequest } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import {
  type Contender,
  measureRounds,
  type Pace,
  QUIET_AFTER_WRITES_MS,
  type Samples,
} from '../harness/rounds.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { rowOf, THROUGHPUT_COLUMNS, throughputRatio } from '../harness/throughput.ts';
import { createCrowd, createGroup } from '../servers/crowd.ts';
import { type Deployment, deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';

const SIZES = [10, 1000, 100_000] as const;
const SIZES_QUICK = [10, 20, 40] as const;
/** The peer reads and writes the whole group for each member, so the largest group would take it minutes. */
const PEER_SIZES = 2;

const REACH_LARGE = 1.25;
const REACH_PEER = 100;
/** Usually one client writes to a group, its identity provider, with a few requests at a time. */
const CONNECTIONS = 8;
const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];
const PEER = 'scimmy-routers';

const nameOf = (who: string, size: number): string =>
  `${who}, ${size.toLocaleString('en-US')} members`;

interface Subject {
  readonly deployment: Deployment;
  readonly server: ServerProcess;
  readonly token: string;
  readonly contenders: readonly Contender[];
}

export const benchmark: Benchmark = {
  name: 'patch-member',
  order: 4,
  async run(bench) {
    const sizes = bench.quick ? SIZES_QUICK : SIZES;
    const pace: Pace = bench.quick
      ? bench.pace
      : {
          ...bench.pace,
          connections: CONNECTIONS,
          warmUpMs: 4000,
          sampleMs: 2000,
          quietMs: QUIET_AFTER_WRITES_MS,
        };
    const subjects: Subject[] = [];
    for (const engine of ENGINES) subjects.push(await startSubject(bench, engine, sizes, pace));
    const [first] = subjects;
    if (!first) throw new Error('there is no Formstead to measure beside');
    const contenders = [
      ...subjects.flatMap((subject) => subject.contenders),
      ...(await startPeer(bench, first, sizes.slice(0, PEER_SIZES), pace)),
    ];
    return report(await measureRounds(bench.client, contenders, pace), sizes);
  },
};

async function startSubject(
  bench: Bench,
  engine: Engine,
  sizes: readonly number[],
  { connections }: Pace,
): Promise<Subject> {
  const deployment = await deployFormstead(bench, engine);
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const crowd = await createCrowd(call, Math.max(...sizes) + connections);
  const newMembers = crowd.slice(-connections);
  const contenders: Contender[] = [];
  for (const size of sizes) {
    const group = await createGroup(call, `Group of ${size}`, crowd.slice(0, size));
    const name = nameOf(`Formstead on ${engine}`, size);
    const changes = newMembers.map((member) => ({ group, member }));
    contenders.push({ name, server, requests: requestsFor(server, token, changes) });
  }
  call.close();
  return { deployment, server, token, contenders };
}

interface Change {
  readonly group: string;
  readonly member: string;
}

/**
 * Returns the requests of all connections. Each connection sends every n-th request, n being the number of connections:
 * first n additions, then n removals. So each adds its own member and removes it again.
 */
function requestsFor(
  server: ServerProcess,
  token: string,
  changes: readonly Change[],
): readonly string[] {
  const request = ({ group }: Change, operation: object): string => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const body = JSON.stringify({ schemas, Operations: [operation] });
    const headers = {
      host: `localhost:${server.port}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/scim+json',
      'content-length': String(Buffer.byteLength(body)),
    };
    return wireRequest(`PATCH /scim/v2/Groups/${group}`, headers, body);
  };
  return [
    ...changes.map((change) =>
      request(change, { op: 'add', path: 'members', value: [{ value: change.member }] }),
    ),
    ...changes.map((change) =>
      request(change, { op: 'remove', path: `members[value eq "${change.member}"]` }),
    ),
  ];
}

/**
 * Starts the peer with one group per connection, because it would lose members of a group that several change at once.
 */
async function startPeer(
  bench: Bench,
  { deployment, token }: Subject,
  sizes: readonly number[],
  { connections }: Pace,
): Promise<readonly Contender[]> {
  const folder = await bench.folder();
  const file = join(folder, 'groups.json');
  const idOf = (size: number, connection: number) => `group-${size}-${connection}`;
  const groups = sizes.flatMap((size) =>
    Array.from({ length: connections }, (_, connection) => ({
      id: idOf(size, connection),
      displayName: idOf(size, connection),
      members: Array.from({ length: size }, (__, member) => ({ value: `member-${member}` })),
    })),
  );
  await writeFile(file, JSON.stringify(groups));
  const program = fileURLToPath(import.meta.resolve('../peers/scimmy-groups.mjs'));
  const server = await startServer({
    command: [program, file, join(deployment.dataDir, 'tls', 'server.pem'), token],
    logFile: join(folder, 'log'),
    ca: join(deployment.dataDir, 'tls', 'cert.pem'),
  });
  bench.defer(server.stop);
  await requireChange(server, token, idOf(sizes[0] ?? 0, 0));
  return sizes.map((size) => {
    const changes = Array.from({ length: connections }, (_, connection) => ({
      group: idOf(size, connection),
      member: 'somebody-else',
    }));
    return { name: nameOf(PEER, size), server, requests: requestsFor(server, token, changes) };
  });
}

/** @throws Error unless the peer really adds and removes the member */
async function requireChange(server: ServerProcess, token: string, id: string): Promise<void> {
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const path = `/scim/v2/Groups/${id}`;
  const count = async (): Promise<number> => {
    const { members } = expectJson(await call('GET', path), 200, 'reading a group from the peer');
    return Array.isArray(members) ? members.length : 0;
  };
  const before = await count();
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const counts: number[] = [];
  for (const operation of [
    { op: 'add', path: 'members', value: [{ value: 'x' }] },
    { op: 'remove', path: 'members[value eq "x"]' },
  ]) {
    const text = JSON.stringify({ schemas, Operations: [operation] });
    await call('PATCH', path, { type: 'application/scim+json', text });
    counts.push((await count()) - before);
  }
  call.close();
  if (counts.join() !== '1,0')
    throw new Error(`${PEER} changes groups otherwise: ${counts.join()}`);
}

function report(samples: Samples, sizes: readonly number[]): Report {
  const [small = 0, middle = 0, large = 0] = sizes;
  const slower = ENGINES.map((engine) => {
    const who = `Formstead on ${engine}`;
    const ratio = throughputRatio(samples, nameOf(who, small), nameOf(who, large));
    return {
      what: `PATCH one member, ${engine}, cost at ${large.toLocaleString('en-US')} members`,
      reach: `<= ${REACH_LARGE}x that at ${small}`,
      measured: showSpread(ratio),
      isReached: ratio.median <= REACH_LARGE,
    };
  });
  const faster = throughputRatio(
    samples,
    nameOf('Formstead on SQLite', middle),
    nameOf(PEER, middle),
  );
  const goals: readonly Goal[] = [
    ...slower,
    {
      what: `PATCH one member, SQLite, at ${middle.toLocaleString('en-US')} members`,
      reach: `>= ${REACH_PEER}x ${PEER}`,
      measured: showSpread(faster),
      isReached: faster.median >= REACH_PEER,
    },
  ];
  return {
    title: 'PATCH /scim/v2/Groups/{id}, one member',
    method: [
      `${CONNECTIONS} connections add a member to one group and remove it again, each its own; every ` +
        'request is a change: durable, with a new version and an audit line. For each contender 4 ' +
        'seconds of warm-up, then 7 rounds of 2 seconds.',
      `${PEER} (Express) has its groups in memory and keeps what it is handed; it gets a group for ` +
        'each connection, since it loses members of a group that several change at once. At the ' +
        'largest size it is left out: one change takes it many seconds.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${small} members`],
      rows: [...samples.keys()].map((name) =>
        rowOf(samples, name, nameOf(name.slice(0, name.lastIndexOf(', ')), small)),
      ),
    },
    goals,
  };
}
