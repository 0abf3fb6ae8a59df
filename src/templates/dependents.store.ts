// What depends on a template: read before its next version is published.
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';

/** Most rows that are counted of each. */
const MOST = 1000;

export interface DependentCounts {
  readonly drafts: number;
  readonly inReview: number;
  readonly waiting: number;
  readonly links: number;
  readonly series: number;
}

/** Counts what is made from the newest version from now on, or keeps an older one, in one statement of index lookups. */
export async function countDependents(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<DependentCounts> {
  const count = (table: string, where: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select count(*) from (select 1 from ${sql.table(table)} where account_id = ${accountId}
      and template_id = ${templateId} and ${where} limit ${MOST}) found)`;
  const { rows } = await sql<Record<keyof DependentCounts, number | string>>`
    select
      ${count('forms', sql`deleted_at is null and status = 'draft'`)} as drafts,
      ${count('forms', sql`deleted_at is null and review_state = 'in-review'`)} as "inReview",
      ${count('assignments', sql`state = 'waiting'`)} as waiting,
      ${count('public_links', sql`state <> 'ended'`)} as links,
      ${count('series', sql`next_day is not null`)} as series`.execute(db);
  const [row] = rows;
  return {
    drafts: Number(row?.drafts ?? 0),
    inReview: Number(row?.inReview ?? 0),
    waiting: Number(row?.waiting ?? 0),
    links: Number(row?.links ?? 0),
    series: Number(row?.series ?? 0),
  };
}

export const NAMERS = ['views', 'dashboards', 'rules', 'scheduledExports', 'prefilled'] as const;
export type Namer = (typeof NAMERS)[number];

/** Something that may name fields of a template, with the text in which it does. */
export interface NamingText {
  readonly namer: Namer;
  readonly text: string;
  readonly rule: { readonly id: string; readonly name: string } | undefined;
}

interface NamingRow extends Pick<NamingText, 'namer' | 'text'> {
  /** Of rules. */
  readonly id?: string;
  readonly name?: string;
}

/** Returns what may name fields of a template: at most 1,000 of each, rules in their order. */
export async function selectNamingTexts(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly NamingText[]> {
  const parts = [
    sql`select 'views' as namer, state as text from saved_views
      where account_id = ${accountId} and template_id = ${templateId} limit ${MOST}`,
    // Ids are hexadecimal digits and dashes: nothing in them means something to "like".
    sql`select 'dashboards' as namer, tiles as text from dashboards
      where account_id = ${accountId} and tiles like ${`%"${templateId}"%`} limit ${MOST}`,
    sql`select 'rules' as namer, id, name,
        coalesce(cause_detail, '') || ' ' || coalesce(condition, '') || ' ' || actions as text from rules
      where account_id = ${accountId} and template_id = ${templateId} and state = 'on'
      order by position, id limit ${MOST}`,
    sql`select 'scheduledExports' as namer, options || ' ' || coalesce((select state from saved_views v
        where v.account_id = e.account_id and v.id = e.view_id), '') as text from scheduled_exports e
      where account_id = ${accountId} and template_id = ${templateId} and state = 'running' limit ${MOST}`,
    sql`select 'prefilled' as namer, answers as text from assignments
      where account_id = ${accountId} and template_id = ${templateId} and state = 'waiting' limit ${MOST}`,
  ];
  const found = await Promise.all(parts.map((part) => part.$castTo<NamingRow>().execute(db)));
  return found.flatMap(({ rows }) =>
    rows.map(({ namer, text, id, name }) => {
      const rule = id === undefined || name === undefined ? undefined : { id, name };
      return { namer, text, rule };
    }),
  );
}
