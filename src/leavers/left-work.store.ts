import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn, throughIndex } from '#db/dialect.ts';

/** In the order of the list. `form`: a draft that no open assignment leads to. `sent-series`: the leaver sends it. */
const KINDS = ['assignment', 'form', 'series', 'sent-series'] as const;
export type LeftKind = (typeof KINDS)[number];

export interface LeftRow {
  readonly leaver: string;
  readonly kind: LeftKind;
  readonly id: string;
  readonly template_id: string;
  readonly sent_by: string;
  /** In milliseconds; null: never. */
  readonly due_at: number | null;
  /** Whether somebody has typed answers. */
  readonly begun: 0 | 1;
}

/** Where a page ends: at a thing of a leaver, or after all that they left. */
export type LeftPosition = readonly [leaver: string, kind: number, id: string];

export const START: LeftPosition = ['', 0, ''];
export const leftPosition = ({ leaver, kind, id }: LeftRow): LeftPosition => [
  leaver,
  KINDS.indexOf(kind),
  id,
];
export const afterAllOf = (leaver: string): LeftPosition => [leaver, KINDS.length, ''];

/** Returns the ids of users who are not active or were deleted, in order, from one on. */
export async function selectLeavers(
  db: Reader,
  accountId: string,
  from: string,
  limit: number,
): Promise<readonly string[]> {
  const inactive = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('active', '=', 0)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(limit)
    .execute();
  const deleted = await db
    .selectFrom('former_users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = [...inactive, ...deleted].map(({ id }) => id);
  return ids.toSorted().slice(0, limit);
}

interface Asked {
  readonly accountId: string;
  readonly leavers: readonly string[];
  readonly after: LeftPosition;
  readonly limit: number;
  /** Only this. */
  readonly id?: string;
}

/** Returns what some people left behind, by person, kind and id. */
export async function selectLeft(
  db: Reader,
  { accountId, leavers, after, limit, id }: Asked,
): Promise<readonly LeftRow[]> {
  const whose = (column: string) => sql<boolean>`x.account_id = ${accountId}
    and ${isIn(db, sql.ref(`x.${column}`), leavers)}${id === undefined ? sql`` : sql` and x.id = ${id}`}`;
  const { rows } = await sql<Omit<LeftRow, 'kind'> & { readonly kind: number }>`
    select leaver, kind, id, template_id, sent_by, due_at, begun from (
      select x.assignee_id as leaver, 0 as kind, x.id, x.template_id, x.sent_by,
          nullif(x.due_key, ${sql.lit(Number.MAX_SAFE_INTEGER)}) as due_at, case x.state when 'begun' then 1 else 0 end as begun
        from ${throughIndex(db, 'assignments', 'x', 'assignments_by_assignee')}
        where ${whose('assignee_id')} and x.state in ('waiting', 'begun')
      union all
      select x.assignee_id, 1, x.id, x.template_id, x.created_by, x.due_at, 1
        from ${throughIndex(db, 'forms', 'x', 'forms_open_of_assignee')} where ${whose('assignee_id')} and x.status = 'draft' and x.deleted_at is null
        and not exists (select 1 from assignments o where o.account_id = x.account_id and o.id = x.assignment_id
          and o.form_id = x.id and o.state in ('waiting', 'begun'))
      union all
      select x.assignee_id, 2, x.id, x.template_id, x.sent_by, x.make_at, 0
        from ${throughIndex(db, 'series', 'x', 'series_by_assignee_id')} where ${whose('assignee_id')} and (x.make_at is not null or x.paused_at is not null)
      union all
      select x.sent_by, 3, x.id, x.template_id, x.sent_by, x.make_at, 0
        from ${throughIndex(db, 'series', 'x', 'series_by_sent_by')} where ${whose('sent_by')} and (x.make_at is not null or x.paused_at is not null)
    ) as left_work
    where (leaver, kind, id) > (${after[0]}, ${after[1]}, ${after[2]})
    order by leaver, kind, id limit ${limit}`.execute(db);
  return rows.flatMap(({ kind, ...row }) => {
    const name = KINDS[kind];
    return name === undefined ? [] : [{ ...row, kind: name }];
  });
}
