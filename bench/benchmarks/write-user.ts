import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { type Caller, caller, expectJson, wireRequest } from '../harness/https-call.ts';
import { SERIAL } from '../harness/load-client.ts';
import type { Goal, Report } from '../harness/report.ts';
import {
  type Contender,
  measureRounds,
  QUIET_AFTER_WRITES_MS,
  type Sample,
  type Samples,
} from '../harness/rounds.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS, throughputRatio } from '../harness/throughput.ts';
import { type Deployment, deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';

const CLIENTS = [8, 64] as const;
const CLIENTS_QUICK = [2, 4] as const;
const VERBS = ['POST', 'PATCH'] as const;
const REACH = 2;
const PEER = 'scimmy-routers';
const SCIM_JSON = 'application/scim+json';

type Verb = (typeof VERBS)[number];

const nameOf = (who: string, verb: Verb, clients: number): string =>
  `${who}, ${verb}, ${clients} clients`;
const ours = (engine: Engine): string => `Formstead on ${engine}`;

interface Subject {
  readonly who: string;
  readonly server: ServerProcess;
  readonly token: string;
  /** Ids of the users that are changed, one for each client. */
  readonly ids: readonly string[];
}

export const benchmark: Benchmark = {
  name: 'write-user',
  order: 3,
  async run(bench) {
    const clients = bench.quick ? CLIENTS_QUICK : CLIENTS;
    const subjects: Subject[] = [];
    const sqlite = await deployFormstead(bench, 'SQLite');
    subjects.push(await startSubject(sqlite, 'SQLite', Math.max(...clients)));
    const postgres = await deployFormstead(bench, 'PostgreSQL');
    subjects.push(await startSubject(postgres, 'PostgreSQL', Math.max(...clients)));
    const [first] = subjects;
    if (!first) throw new Error('there is no Formstead to measure beside');
    subjects.push(await startPeer(bench, sqlite, first));
    const samples = new Map<string, readonly Sample[]>();
    for (const connections of clients) {
      const contenders = subjects.flatMap((subject) =>
        VERBS.map((verb) => contender(subject, verb, connections)),
      );
      const pace = bench.quick
        ? { ...bench.pace, connections }
        : {
            ...bench.pace,
            connections,
            warmUpMs: 4000,
            sampleMs: 2000,
            quietMs: QUIET_AFTER_WRITES_MS,
          };
      const some = await measureRounds(bench.client, contenders, pace);
      for (const [name, each] of some) samples.set(name, each);
    }
    return report(samples, clients);
  },
};

async function startSubject(
  deployment: Deployment,
  engine: Engine,
  count: number,
): Promise<Subject> {
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  return { who: ours(engine), server, token, ids: await createUsers(server, token, count) };
}

/** Starts the peer and creates the same users in the same way. */
async function startPeer(
  bench: Bench,
  { dataDir }: Deployment,
  { token, ids }: Subject,
): Promise<Subject> {
  const folder = await bench.folder();
  const none = join(folder, 'users.json');
  await writeFile(none, '[]');
  const program = fileURLToPath(import.meta.resolve('../peers/scimmy.mjs'));
  const server = await startServer({
    command: [program, none, join(dataDir, 'tls', 'server.pem'), token],
    logFile: join(folder, 'log'),
    ca: join(dataDir, 'tls', 'cert.pem'),
  });
  bench.defer(server.stop);
  const subject = { who: PEER, server, token };
  return { ...subject, ids: await createUsers(server, token, ids.length) };
}

/** Returns a user as an identity provider sends it. */
const person = (number: string): string =>
  JSON.stringify({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `person${number}@example.com`,
    externalId: `00u${number}`,
    displayName: `Person ${number}`,
    active: true,
    name: { familyName: `Family ${number}`, givenName: 'Given' },
    title: 'Engineer',
    emails: [{ value: `mail${number}@example.com`, type: 'work', primary: true }],
    phoneNumbers: [{ value: `+45 ${number}`, type: 'work' }],
  });

const renamed = (number: string): string =>
  JSON.stringify({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'displayName', value: `Renamed ${number}` }],
  });

async function createUsers(
  server: ServerProcess,
  token: string,
  count: number,
): Promise<readonly string[]> {
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const body = { type: SCIM_JSON, text: person(`first ${number}`) };
    const answer = await call('POST', '/scim/v2/Users', body);
    ids.push(String(expectJson(answer, 201, 'creating a user')['id']));
  }
  await requireChange(call, ids[0] ?? '');
  call.close();
  return ids;
}

/** @throws Error unless a change can be read back */
async function requireChange(call: Caller, id: string): Promise<void> {
  const path = `/scim/v2/Users/${id}`;
  await call('PATCH', path, { type: SCIM_JSON, text: renamed('once') });
  const { displayName } = expectJson(await call('GET', path), 200, 'reading a changed user');
  if (displayName !== 'Renamed once') throw new Error(`it was not renamed: ${displayName}`);
}

function contender(
  { who, server, token, ids }: Subject,
  verb: Verb,
  connections: number,
): Contender {
  const request = (target: string, body: string): string => {
    const headers = {
      host: `localhost:${server.port}`,
      authorization: `Bearer ${token}`,
      'content-type': SCIM_JSON,
      'content-length': String(Buffer.byteLength(body)),
    };
    return wireRequest(`${verb} ${target}`, headers, body);
  };
  const requests =
    verb === 'POST'
      ? [request('/scim/v2/Users', person(SERIAL))]
      : ids.map((id) => request(`/scim/v2/Users/${id}`, renamed(SERIAL)));
  return { name: nameOf(who, verb, connections), server, requests };
}

function report(samples: Samples, clients: readonly number[]): Report {
  const goals = clients.flatMap((count) =>
    VERBS.map((verb): Goal => {
      const [mine, theirs] = [nameOf(ours('SQLite'), verb, count), nameOf(PEER, verb, count)];
      const ratio = throughputRatio(samples, mine, theirs);
      const cpu = cpuRatio(samples, theirs, mine);
      return {
        what: `${verb} of users, SQLite, ${count} clients`,
        reach: `>= ${REACH}x ${PEER}`,
        measured: `${showSpread(ratio)}; by CPU ${showSpread(cpu)}`,
        isReached: ratio.median >= REACH,
      };
    }),
  );
  const peerOf = (name: string): string => {
    const verb = VERBS.find((each) => name.includes(`, ${each}, `)) ?? 'POST';
    const count = clients.find((each) => name.endsWith(`, ${each} clients`)) ?? 0;
    return nameOf(PEER, verb, count);
  };
  return {
    title: 'POST and PATCH /scim/v2/Users',
    method: [
      'Each POST is another user with two values that are indexed by row; each PATCH renames one of as many users as ' +
        'there are clients. Formstead answers when the disk has it, with its version and its audit line. For each ' +
        'contender 4 seconds of warm-up, then 7 rounds of 2 seconds.',
      `${PEER} (Express) has its users in memory, keeps what it is handed and looks for no userName that is taken.`,
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${PEER}`],
      rows: [...samples.keys()].map((name) => rowOf(samples, name, peerOf(name))),
    },
    goals,
  };
}
