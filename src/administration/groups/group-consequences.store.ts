import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';

/** Most rows that are counted, and most templates whose fields are looked at. */
const MOST = 1000;

export interface GroupConsequenceCounts {
  readonly templates: number;
  readonly assignments: number;
  readonly views: number;
  readonly dashboards: number;
  readonly personFields: number;
}

/**
 * Counts what names a group besides its members, roles, rules, reviews and series, at most 1,000 of each. It is a scan with
 * a deadline: definitions may have megabytes.
 * @throws AppError `query-too-slow`, `busy`
 */
export async function readGroupConsequences(
  db: Database,
  accountId: string,
  groupId: string,
): Promise<GroupConsequenceCounts> {
  const count = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select count(*) from (select 1 ${from} limit ${MOST}) found)`;
  // Ids have no character that means something else to `like`.
  const filter = `%"group":"${groupId}"%`;
  const query = sql<GroupConsequenceCounts>`
    select
      ${count(sql`from template_grants g where g.account_id = ${accountId}
        and g.subject = ${groupId}`)} as templates,
      ${count(sql`from assignments a where a.account_id = ${accountId}
        and a.group_id = ${groupId} and a.state = 'waiting' and a.mode = 'shared'`)} as assignments,
      ${count(sql`from saved_view_groups v where v.account_id = ${accountId}
        and v.group_id = ${groupId}`)} as views,
      ${count(sql`from dashboard_groups d where d.account_id = ${accountId}
        and d.group_id = ${groupId}`)} as dashboards,
      (select count(*) from (
        select t.draft_definition as draft, v.definition as published from templates t
        left join template_versions v on v.account_id = t.account_id and v.id = t.current_version_id
        where t.account_id = ${accountId} and t.status <> 'archived'
          and ${withinDeadline(db.reader, sql.ref('t.id'))}
        order by t.id desc limit ${MOST}
      ) looked where draft like ${filter} or published like ${filter}) as "personFields"
  `;
  const [row] = await db.scan({ compile: () => query.compile(db.reader) });
  // PostgreSQL counts in bigint, which its driver may return as text.
  return {
    templates: Number(row?.templates),
    assignments: Number(row?.assignments),
    views: Number(row?.views),
    dashboards: Number(row?.dashboards),
    personFields: Number(row?.personFields),
  };
}
