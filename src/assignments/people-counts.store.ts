import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn, throughIndex } from '#db/dialect.ts';
import { type AssignmentState, STATES } from './assignment.ts';

/** How many assignments somebody has in each state, and how many of the open ones are late. */
export interface PersonCounts extends Readonly<Record<AssignmentState, number>> {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly late: number;
}

interface Asked {
  readonly accountId: string;
  /** Undefined: of all templates. */
  readonly templateId: string | undefined;
  /** In milliseconds. */
  readonly now: number;
}

/**
 * Returns the users and groups that have assignments, by id, with their counts. Each step finds the next one by the
 * index, so that a page costs what its people have, however many assignments there are.
 */
export async function selectPeopleCounts(
  db: Reader,
  { accountId, templateId, now }: Asked,
  after: string,
  limit: number,
): Promise<readonly PersonCounts[]> {
  const index =
    templateId === undefined ? 'assignments_by_assignee' : 'assignments_by_template_person';
  const from = throughIndex(db, 'assignments', 'a', index);
  const among =
    templateId === undefined
      ? sql`a.account_id = ${accountId}`
      : sql`a.account_id = ${accountId} and a.template_id = ${templateId}`;
  const { rows: people } = await sql<{ id: string }>`
    with recursive people (id) as (
      select (select min(a.assignee_id) from ${from} where ${among} and a.assignee_id > ${after})
      union all
      select (select min(a.assignee_id) from ${from} where ${among} and a.assignee_id > people.id)
        from people where people.id is not null
    )
    select id from people where id is not null limit ${limit}`.execute(db);
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<Counted>`
    select a.assignee_id as id, min(a.assignee_type) as type, a.state, count(*) as count,
      sum(case when a.due_key <= ${now} then 1 else 0 end) as due
    from ${from} where ${among} and ${isIn(db, sql.ref('a.assignee_id'), ids)}
    group by a.assignee_id, a.state`.execute(db);
  return ids.map((id) =>
    countsOf(
      id,
      rows.filter((row) => row.id === id),
    ),
  );
}

interface Counted {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly state: AssignmentState;
  // PostgreSQL counts in bigint, which its driver may return as text.
  readonly count: number | string;
  readonly due: number | string;
}

function countsOf(id: string, rows: readonly Counted[]): PersonCounts {
  const of = (wanted: AssignmentState, what: 'count' | 'due') =>
    Number(rows.find(({ state }) => state === wanted)?.[what] ?? 0);
  const [waiting, begun, done, declined, cancelled] = STATES.map((state) => of(state, 'count'));
  return {
    id,
    type: rows[0]?.type ?? 'User',
    waiting: waiting ?? 0,
    begun: begun ?? 0,
    done: done ?? 0,
    declined: declined ?? 0,
    cancelled: cancelled ?? 0,
    late: of('waiting', 'due') + of('begun', 'due'),
  };
}
