import { sql } from 'kysely';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { ratioOf, show, showSpread, spreadOf } from '../harness/figures.ts';
import { type Caller, caller, expectJson, wireRequest } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import { type Contender, figures, measureRounds, type Samples } from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { withStorage } from '../servers/forms.ts';
import { type Deployment, deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';
import { loadUsers } from '../servers/population.ts';
import { PASSWORD, signIn } from '../servers/sign-in.ts';

const USERS = 100_000;
const USERS_QUICK = 300;
/** Users per group. */
const PER_GROUP = 10;
const CALLERS = 2;
const REACH_MS = 200;
/** One more than a page of the web app: the extra row tells whether there is a next page. */
const ROWS = 51;
const BULK = 1000;
const SQL_TIMES = 20;
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

/** The lists as the pages request them, and the main statement of each for the database alone. */
const LISTS = {
  users: { path: '/app/v1/users', table: 'users', order: 'user_name_key, id' },
  'users by name': {
    path: '/app/v1/users?q=person00001',
    table: 'users',
    where: "user_name_key >= 'person00001' and user_name_key < 'person00002'",
    order: 'user_name_key, id',
  },
  groups: { path: '/app/v1/groups', table: 'groups', order: 'display_name_key, id' },
  'groups by name': {
    path: '/app/v1/groups?q=group001',
    table: 'groups',
    where: "display_name_key >= 'group001' and display_name_key < 'group002'",
    order: 'display_name_key, id',
  },
  credentials: { path: '/app/v1/credentials', table: 'credentials', order: 'id desc' },
  'audit record': {
    path: '/app/v1/audit-events',
    table: 'audit_events',
    order: 'at desc, id desc',
  },
  'provisioning log': {
    path: '/app/v1/provisioning/log',
    table: 'provisioning_log',
    order: 'id desc',
  },
  'all forms': {
    path: '/app/v1/forms?scope=all',
    table: 'forms',
    order: 'updated_at desc, id desc',
  },
} as const satisfies Record<string, List>;

interface List {
  readonly path: string;
  readonly table: string;
  readonly where?: string;
  readonly order: string;
}

interface Organisation {
  readonly engine: Engine;
  readonly users: number;
  readonly server: ServerProcess;
  readonly cookie: string;
  /** Milliseconds that each list takes in the database alone, measured several times. */
  readonly alone: ReadonlyMap<string, readonly number[]>;
}

export const benchmark: Benchmark = {
  name: 'app-lists',
  order: 11,
  async run(bench) {
    const users = bench.quick ? USERS_QUICK : USERS;
    const organisations: Organisation[] = [];
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      organisations.push(await prepare(bench, engine, users));
    }
    // With one caller, the measured time does not include waiting for other callers.
    const pace = { ...bench.pace, connections: 1 };
    const samples = await measureRounds(bench.client, organisations.flatMap(contendersOf), pace);
    return report(organisations, samples);
  },
};

async function prepare(bench: Bench, engine: Engine, users: number): Promise<Organisation> {
  const deployment = await deployFormstead(bench, engine, { password: PASSWORD });
  const server = await deployment.start({ env: { FORMSTEAD_LIMIT_SIGN_IN: '1000000' } });
  const token = await fetchToken(deployment, server);
  const callers = Array.from({ length: CALLERS }, () =>
    caller(server.port, server.ca, `Bearer ${token}`),
  );
  await loadUsers(callers, 0, users);
  const [first] = callers;
  if (first) await loadGroups(first, users / PER_GROUP);
  for (const each of callers) each.close();
  const cookie = await signIn(server);
  return { engine, users, server, cookie, alone: await timeStorage(deployment) };
}

async function loadGroups(call: Caller, count: number): Promise<void> {
  for (let first = 0; first < count; first += BULK) {
    const Operations = Array.from({ length: Math.min(BULK, count - first) }, (_, at) => ({
      method: 'POST',
      path: '/Groups',
      bulkId: `g${at}`,
      data: {
        schemas: [`${CORE}:Group`],
        displayName: `Group ${String(first + at).padStart(5, '0')}`.replace(' ', ''),
      },
    }));
    const text = JSON.stringify({ schemas: [BULK_REQUEST], Operations });
    const answer = await call('POST', '/scim/v2/Bulk', { type: 'application/scim+json', text });
    expectJson(answer, 200, 'POST Bulk');
  }
}

/** Times each list as one SQL statement, read whole, over a connection of this process. */
function timeStorage(deployment: Deployment): Promise<ReadonlyMap<string, readonly number[]>> {
  return withStorage(deployment, async (db) => {
    const times = new Map<string, readonly number[]>();
    for (const [name, list] of Object.entries<List>(LISTS)) {
      const taken: number[] = [];
      for (let i = -1; i < SQL_TIMES; i += 1) {
        const begun = performance.now();
        await sql`select * from ${sql.table(list.table)} where account_id = ${deployment.accountId}
          and ${sql.raw(list.where ?? '1 = 1')} order by ${sql.raw(list.order)} limit ${ROWS}`.execute(
          db.reader,
        );
        // The first run prepares the statement and is not counted.
        if (i >= 0) taken.push(performance.now() - begun);
      }
      times.set(name, taken);
    }
    return times;
  });
}

const nameOf = (list: string, engine: Engine): string => `${list}, ${engine}`;

function contendersOf({ engine, server, cookie }: Organisation): readonly Contender[] {
  return Object.entries(LISTS).map(([list, { path }]) => ({
    name: nameOf(list, engine),
    server,
    requests: [wireRequest(`GET ${path}`, { host: `localhost:${server.port}`, cookie })],
  }));
}

function report(organisations: readonly Organisation[], samples: Samples): Report {
  const rows = organisations.flatMap(({ engine, alone }) =>
    Object.keys(LISTS).map((list) => {
      const name = nameOf(list, engine);
      const waited = figures(samples, name, 'p50');
      const storage = spreadOf(alone.get(list) ?? []).median;
      return {
        name,
        waited: spreadOf(waited),
        storage,
        worst: spreadOf(figures(samples, name, 'p99')),
        ratio: ratioOf(
          waited,
          waited.map(() => storage),
        ),
      };
    }),
  );
  const [{ users } = { users: 0 }] = organisations;
  const size = `${users.toLocaleString('en-US')} users and ${(users / PER_GROUP).toLocaleString('en-US')} groups`;
  const goals: Goal[] = rows.map(({ name, waited }) => ({
    what: `the web app, first page of a list: ${name}, at ${size}`,
    reach: `< ${REACH_MS} ms`,
    measured: `${showSpread(waited)} ms`,
    isReached: waited.median < REACH_MS,
  }));
  return {
    title: 'First pages of the lists of the web app',
    method: [
      `As an admin with a session asks for them over HTTPS, one at a time, in an organisation of ${size} that SCIM brought; its audit record has a line for each. ` +
        `Beside each the rows alone: one statement with the same order and limit in the storage, the median of ${SQL_TIMES}, read over a connection of the measuring process.`,
    ],
    table: {
      columns: ['list', 'p50 ms', 'p99 ms', 'SQL alone ms', 'times SQL alone'],
      rows: rows.map(({ name, waited, worst, storage, ratio }) => [
        name,
        showSpread(waited),
        show(worst.median),
        show(storage),
        showSpread(ratio),
      ]),
    },
    goals,
  };
}
