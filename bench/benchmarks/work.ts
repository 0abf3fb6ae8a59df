import { sql } from 'kysely';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { wireRequest } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import { measureRounds, type Samples } from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS } from '../harness/throughput.ts';
import { publishTemplate, withStorage } from '../servers/forms.ts';
import { type Deployment, deployFormstead, type Engine } from '../servers/formstead.ts';
import { PASSWORD, signIn } from '../servers/sign-in.ts';

const SMALL = 1000;
const LARGE = 1_000_000;
const LARGE_QUICK = 1200;
/** Each person has one more of them with each of the five states, twice: one is late, one is not. */
const PER_PERSON = 10;
const REACH = 1.25;

/** What pages ask for, as the admin, who has work as everybody has. */
const PAGES = {
  'the list of a person': () => '/app/v1/assignments?mine=true&state=waiting',
  'the page of a manager': () => '/app/v1/assignments?state=waiting,begun',
  'what is late': () => '/app/v1/assignments?overdue=true',
  'counts of people': () => '/app/v1/assignments/people',
  'counts of people, of a template': (templateId: string) =>
    `/app/v1/assignments/people?template=${templateId}`,
} as const;

interface Loaded {
  readonly engine: Engine;
  readonly count: number;
  readonly server: ServerProcess;
  readonly cookie: string;
  readonly templateId: string;
}

export const benchmark: Benchmark = {
  name: 'work',
  order: 9,
  async run(bench) {
    const loaded: Loaded[] = [];
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      for (const count of [SMALL, bench.quick ? LARGE_QUICK : LARGE]) {
        loaded.push(await prepare(bench, engine, count));
      }
    }
    // With one caller, the measured time does not include waiting for other callers.
    const pace = { ...bench.pace, connections: 1 };
    const samples = await measureRounds(bench.client, loaded.flatMap(contendersOf), pace);
    return report(loaded, samples);
  },
};

async function prepare(bench: Bench, engine: Engine, count: number): Promise<Loaded> {
  const deployment = await deployFormstead(bench, engine, { password: PASSWORD });
  const templateId = await publishTemplate(deployment);
  await loadAssignments(deployment, templateId, count);
  const server = await deployment.start({ env: { FORMSTEAD_LIMIT_SIGN_IN: '1000000' } });
  return { engine, count, server, cookie: await signIn(server), templateId };
}

/** Writes them into the storage directly: over the API, they would take longer than all measurements. */
function loadAssignments(deployment: Deployment, templateId: string, count: number): Promise<void> {
  const { accountId, userId } = deployment;
  return withStorage(deployment, (db) =>
    db.transaction(async (tx) => {
      const isPostgres = db.engine === 'postgres';
      const padded = (value: string) =>
        isPostgres
          ? sql.raw(`lpad((${value})::text, 12, '0')`)
          : sql.raw(`printf('%012d', ${value})`);
      const numbers = isPostgres
        ? sql`select generate_series(0, ${count - 1}::integer) as i`
        : sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1}) select i from n`;
      const person = sql`case when i < ${sql.lit(PER_PERSON)} then cast(${userId} as text)
        else '00000000-0000-7000-8000-' || ${padded(`i / ${PER_PERSON}`)} end`;
      const state = sql`case i % 5 when 0 then 'waiting' when 1 then 'begun' when 2 then 'done'
        when 3 then 'declined' else 'cancelled' end`;
      const due = sql`case when i % ${sql.lit(PER_PERSON)} < 5 then cast(1700000000000 as bigint) + i
        else cast(2500000000000 as bigint) + i end`;
      await sql`insert into assignments (account_id, id, template_id, state, state_changed_at, assignee_type, assignee_id,
          mode, due_key, not_before, priority, answers, reference_part, sent_by, created_at, updated_at, revision)
        select cast(${accountId} as text), '00000000-0000-7000-9000-' || ${padded('i')}, cast(${templateId} as text),
          ${state}, 1700000000000, 'User', ${person}, 'each', ${due}, 0, 'normal', '{}', '',
          cast(${userId} as text), 1700000000000, 1700000000000, 1
        from (${numbers}) numbers`.execute(tx);
      // A service in use has these statistics after a while.
      await sql`analyze`.execute(tx);
    }),
  );
}

const nameOf = (page: string, engine: Engine, count: number): string =>
  `${page}, ${engine}, ${count.toLocaleString('en-US')}`;

const contendersOf = ({ engine, count, server, cookie, templateId }: Loaded) =>
  Object.entries(PAGES).map(([page, pathOf]) => ({
    name: nameOf(page, engine, count),
    server,
    requests: [
      wireRequest(`GET ${pathOf(templateId)}`, { host: `localhost:${server.port}`, cookie }),
    ],
  }));

function report(loaded: readonly Loaded[], samples: Samples): Report {
  const large = loaded.filter(({ count }) => count > SMALL);
  const goals = large.flatMap(({ engine, count }) =>
    Object.keys(PAGES).map((page): Goal => {
      const ratio = cpuRatio(samples, nameOf(page, engine, count), nameOf(page, engine, SMALL));
      return {
        what: `work, ${page}, ${engine}, CPU time at ${count.toLocaleString('en-US')} assignments`,
        reach: `<= ${REACH}x that at ${SMALL.toLocaleString('en-US')}`,
        measured: showSpread(ratio),
        isReached: ratio.median <= REACH,
      };
    }),
  );
  return {
    title: 'Work of many people',
    method: [
      `Pages of assignments as an admin asks for them. Each person has ${PER_PERSON}, two in each state, one of them late: more ` +
        'assignments are more people.',
      'Assignments are put into the storage directly, each as the service would store it.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${SMALL} assignments`],
      rows: loaded.flatMap(({ engine, count }) =>
        Object.keys(PAGES).map((page) =>
          rowOf(samples, nameOf(page, engine, count), nameOf(page, engine, SMALL)),
        ),
      ),
    },
    goals,
  };
}
