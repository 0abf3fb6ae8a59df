import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { type Spread, showSpread } from '../harness/figures.ts';
import { type Answer, caller, expectJson, wireRequest } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import { type Contender, measureRounds, type Samples } from '../harness/rounds.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS, throughputRatio } from '../harness/throughput.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';
import { createPeople, type People } from '../servers/people.ts';

const PEOPLE = 1000;
const PEOPLE_QUICK = 20;

/** Shares of bare node:https, and of scimmy-routers. */
const REACH_BARE = 0.35;
const REACH_SCIMMY = 10;

const ALONE = 'alone';
const IN_GROUPS = 'in 2 groups, with a manager';
const nameOf = (who: string, kind: string) => `${who}, user ${kind}`;

interface Subject {
  readonly engine: Engine;
  readonly server: ServerProcess;
  readonly token: string;
  readonly people: People;
  readonly pairFile: string;
}

export const benchmark: Benchmark = {
  name: 'read-user',
  order: 1,
  async run(bench) {
    const sqlite = await startSubject(bench, 'SQLite');
    const postgres = await startSubject(bench, 'PostgreSQL');
    const contenders = [
      ...(await againstBare(bench, sqlite, ALONE, sqlite.people.alone)),
      ...(await againstBare(bench, sqlite, IN_GROUPS, sqlite.people.inGroups)),
      contender('Formstead on PostgreSQL', postgres, ALONE, postgres.people.alone),
      contender('Formstead on PostgreSQL', postgres, IN_GROUPS, postgres.people.inGroups),
      await againstScimmy(bench, sqlite),
    ];
    return report(await measureRounds(bench.client, contenders, bench.pace));
  },
};

async function startSubject(bench: Bench, engine: Engine): Promise<Subject> {
  const deployment = await deployFormstead(bench, engine);
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const people = await createPeople(call, bench.quick ? PEOPLE_QUICK : PEOPLE);
  call.close();
  const pairFile = join(deployment.dataDir, 'tls', 'server.pem');
  return { engine, server, token, people, pairFile };
}

function contender(
  who: string,
  { server, token }: Subject,
  kind: string,
  ids: readonly string[],
): Contender {
  return { name: nameOf(who, kind), server, requests: requestsFor(server, token, ids) };
}

function requestsFor(server: ServerProcess, token: string, ids: readonly string[]): string[] {
  const headers = {
    host: `localhost:${server.port}`,
    authorization: `Bearer ${token}`,
    accept: 'application/scim+json',
  };
  return ids.map((id) => wireRequest(`GET /scim/v2/Users/${id}`, headers));
}

/** Formstead, and the reference server that answers with Formstead's own bytes and certificate. */
async function againstBare(
  bench: Bench,
  subject: Subject,
  kind: string,
  ids: readonly string[],
): Promise<readonly Contender[]> {
  const original = await readOne(subject.server, subject.token, ids[0] ?? '');
  const folder = await bench.folder();
  const answerFile = join(folder, 'answer.json');
  const headers = ownHeaders(original);
  await writeFile(answerFile, JSON.stringify({ headers, body: original.text }));
  const server = await startPeer(bench, folder, subject, ['../servers/bare-https.ts', answerFile]);
  const copy = await readOne(server, subject.token, ids[0] ?? '');
  if (copy.text !== original.text || ownHeaders(copy).join() !== headers.join()) {
    throw new Error(`the reference does not answer the same: ${JSON.stringify(copy)}`);
  }
  const requests = requestsFor(server, subject.token, ids);
  return [
    contender('Formstead on SQLite', subject, kind, ids),
    { name: nameOf('bare node:https', kind), server, requests },
  ];
}

async function againstScimmy(bench: Bench, subject: Subject): Promise<Contender> {
  const { people, token } = subject;
  const call = caller(subject.server.port, subject.server.ca, `Bearer ${token}`);
  const users: unknown[] = [];
  for (const id of people.alone) {
    users.push(expectJson(await call('GET', `/scim/v2/Users/${id}`), 200, 'reading a user'));
  }
  call.close();
  const folder = await bench.folder();
  const usersFile = join(folder, 'users.json');
  await writeFile(usersFile, JSON.stringify(users));
  const server = await startPeer(bench, folder, subject, ['../peers/scimmy.mjs', usersFile]);
  const { userName } = expectJson(
    await readOne(server, token, people.alone[0] ?? ''),
    200,
    'reading a user from scimmy-routers',
  );
  if (userName !== 'person000000@example.com') throw new Error('scimmy-routers answers otherwise');
  const requests = requestsFor(server, token, people.alone);
  return { name: nameOf('scimmy-routers', ALONE), server, requests };
}

async function startPeer(
  bench: Bench,
  folder: string,
  { pairFile, token }: Subject,
  [program, file]: readonly [string, string],
): Promise<ServerProcess> {
  const server = await startServer({
    command: [fileURLToPath(import.meta.resolve(program)), file, pairFile, token],
    logFile: join(folder, 'log'),
    ca: join(pairFile, '..', 'cert.pem'),
  });
  bench.defer(server.stop);
  return server;
}

async function readOne(server: ServerProcess, token: string, id: string): Promise<Answer> {
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const answer = await call('GET', `/scim/v2/Users/${id}`);
  call.close();
  return answer;
}

/** Returns the headers of the application, without those that node:http adds. */
function ownHeaders({ rawHeaders }: Answer): readonly string[] {
  const added = /^(?:date|connection|keep-alive)$/i;
  return rawHeaders.filter((_, at) => !added.test(rawHeaders[at - (at % 2)] ?? ''));
}

function report(samples: Samples): Report {
  const names = (kind: string, reference: string) =>
    [nameOf('Formstead on SQLite', kind), nameOf(reference, kind)] as const;
  const ratio = (kind: string, reference: string): Spread =>
    throughputRatio(samples, ...names(kind, reference));
  /** Divides the CPU time of the reference by that of Formstead, so that more is better, as for throughput. */
  const show = (kind: string, reference: string): string => {
    const [ours, theirs] = names(kind, reference);
    const cpu = showSpread(cpuRatio(samples, theirs, ours));
    return `${showSpread(ratio(kind, reference))}; by CPU ${cpu}`;
  };
  const goals: readonly Goal[] = [
    ...[ALONE, IN_GROUPS].map((kind) => ({
      what: `GET /scim/v2/Users/{id}, SQLite, user ${kind}`,
      reach: `>= ${REACH_BARE} of bare node:https`,
      measured: show(kind, 'bare node:https'),
      isReached: ratio(kind, 'bare node:https').median >= REACH_BARE,
    })),
    {
      what: 'GET /scim/v2/Users/{id}, SQLite',
      reach: `>= ${REACH_SCIMMY}x scimmy-routers`,
      measured: show(ALONE, 'scimmy-routers'),
      isReached: ratio(ALONE, 'scimmy-routers').median >= REACH_SCIMMY,
    },
  ];
  const rows = [...samples.keys()].map((name) => {
    const kind = name.endsWith(ALONE) ? ALONE : IN_GROUPS;
    return rowOf(samples, name, nameOf('bare node:https', kind));
  });
  return {
    title: 'GET /scim/v2/Users/{id}',
    method: [
      'The whole pipeline over HTTPS: token, live-state check in storage, limit, one query, projection, ' +
        'entity tag, one log line to a file. The reference answers the same bytes with the same headers ' +
        'and certificate from memory, whatever is asked. scimmy-routers (Express) has its users in memory ' +
        'and checks the token by comparing text.',
      'On PostgreSQL the CPU time is that of the Formstead process alone; PostgreSQL shares the cores.',
    ],
    table: { columns: [...THROUGHPUT_COLUMNS, 'of bare'], rows },
    goals,
  };
}
