import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn, recordRows } from '#db/dialect.ts';
import type { Standing } from '#db/form-count-tables.ts';
import type { TimeSpan } from '#form-basics/index.ts';
import { DAY_MS } from '#kernel/time-zone.ts';
import { COUNTING } from './keep-counts.store.ts';

/** The forms of these templates, or of all; those that were created in a span of time, or at any time. */
export interface CountedForms {
  readonly accountId: string;
  readonly templateIds: readonly string[] | undefined;
  readonly created: TimeSpan | undefined;
}

export type StandingCounts = Readonly<Record<Standing, number>>;

/** Days of every time zone begin with one of UTC's. */
export const QUARTER_MS = 900_000;

/**
 * Returns how many forms there are by what was counted ahead, read from a row for each day at most; undefined while the
 * forms of before are being counted, and for times within a quarter of an hour.
 */
export async function readCounts(
  db: Reader,
  forms: CountedForms,
): Promise<StandingCounts | undefined> {
  if (!isInQuarters(forms.created)) return undefined;
  const parts = [...partsOf(db, forms), changesIn(db, forms)];
  const { rows } = await sql<Record<Standing | 'uncounted', number | string | null>>`
    select sum(case when standing = 'draft' then n end) as draft,
      sum(case when standing = 'complete' then n end) as complete,
      sum(case when standing = 'rejected' then n end) as rejected,
      (select count(*) from deployment where name = ${COUNTING}) as uncounted
    from (${sql.join(parts, sql` union all `)}) as counted`.execute(db);
  const [row] = rows;
  if (!row || Number(row.uncounted) > 0) return undefined;
  const { draft, complete, rejected } = row;
  return { draft: Number(draft), complete: Number(complete), rejected: Number(rejected) };
}

/** Returns how many of these forms have a status. */
export const countOfStatus = (
  { draft, complete, rejected }: StandingCounts,
  status: 'draft' | 'complete' | undefined,
): number => (status === 'complete' ? 0 : draft) + (status === 'draft' ? 0 : complete + rejected);

/** How many forms were created from a moment on. */
export interface CountAt {
  readonly at: number;
  readonly standing: Standing;
  readonly forms: number;
}

/** Returns how many forms were created in each day of UTC. */
export const countDays = (db: Reader, forms: CountedForms): Promise<readonly CountAt[]> =>
  countsAt(db, DAY_MS, countsIn(db, forms, DAY_MS, forms.created ?? {}), changesIn(db, forms));

/** Returns how many forms were created in each quarter of an hour of some days of UTC. */
export function countQuarters(
  db: Reader,
  forms: CountedForms,
  days: readonly number[],
): Promise<readonly CountAt[]> {
  const rows = recordRows(
    db,
    days.map((day) => ({ day })),
    { day: 'bigint' },
    'given',
  );
  const ofDays = (part: RawBuilder<unknown>) => sql`
    select at, standing, n from ${rows} cross join (${part}) as part
    where at >= given.day and at < given.day + ${sql.lit(DAY_MS)}`;
  return countsAt(
    db,
    QUARTER_MS,
    ofDays(countsIn(db, forms, QUARTER_MS, forms.created ?? {})),
    ofDays(changesIn(db, forms)),
  );
}

async function countsAt(
  db: Reader,
  span: number,
  ...parts: readonly RawBuilder<unknown>[]
): Promise<readonly CountAt[]> {
  const { rows } = await sql<{ at: number; standing: Standing; n: number | string }>`
    select at - at % ${sql.lit(span)} as at, standing, sum(n) as n
    from (${sql.join(parts, sql` union all `)}) as counted
    group by 1, 2 having sum(n) <> 0`.execute(db);
  return rows.map(({ at, standing, n }) => ({ at: Number(at), standing, forms: Number(n) }));
}

const isInQuarters = ({ from = 0, before = 0 }: TimeSpan = {}): boolean =>
  from % QUARTER_MS === 0 && before % QUARTER_MS === 0;

/** The whole days of a span of time, and the quarters of an hour before and after them. */
function partsOf(db: Reader, forms: CountedForms): readonly RawBuilder<unknown>[] {
  const { created } = forms;
  if (created === undefined) return [countsIn(db, forms, 0, {})];
  const { from, before } = created;
  const first = from === undefined ? undefined : Math.ceil(from / DAY_MS) * DAY_MS;
  const end = before === undefined ? undefined : Math.floor(before / DAY_MS) * DAY_MS;
  if (first !== undefined && end !== undefined && first >= end) {
    return [countsIn(db, forms, QUARTER_MS, created)];
  }
  return [
    countsIn(db, forms, DAY_MS, { from: first, before: end }),
    ...(first === from ? [] : [countsIn(db, forms, QUARTER_MS, { from, before: first })]),
    ...(end === before ? [] : [countsIn(db, forms, QUARTER_MS, { from: end, before })]),
  ];
}

const countsIn = (
  db: Reader,
  { accountId, templateIds }: CountedForms,
  span: number,
  created: TimeSpan,
) => sql`select at, standing, forms as n from form_counts
  where account_id = ${accountId} and ${isIn(db, sql.ref('template_id'), templateIds ?? [''])}
    and span = ${sql.lit(span)} ${within(created)}`;

const changesIn = (db: Reader, { accountId, templateIds, created = {} }: CountedForms) =>
  sql`select at, standing, change as n from form_count_changes where account_id = ${accountId}
    ${templateIds ? sql`and ${isIn(db, sql.ref('template_id'), templateIds)}` : sql``} ${within(created)}`;

const within = ({ from, before }: TimeSpan) => sql`
  ${from === undefined ? sql`` : sql`and at >= ${from}`}
  ${before === undefined ? sql`` : sql`and at < ${before}`}`;
