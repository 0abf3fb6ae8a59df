import { type RawBuilder, sql } from 'kysely';
import { addToCounter } from '#db/counters.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { EVENT_BYTES } from './answer-bytes.ts';
import type { QuotaName } from './quotas.store.ts';

/**
 * Returns by how much the stored total is too small. One statement sees one state of the storage, in which a total and
 * the things that it counts were written together, so concurrent writes neither falsify the result nor wait for it.
 */
export async function selectDeviation(
  db: Reader,
  accountId: string,
  name: QuotaName,
): Promise<number> {
  const counted = {
    forms: () => countForms(accountId),
    fileBytes: () => countFiles(db, accountId),
    answerBytes: () => countAnswers(accountId),
  }[name]();
  const { rows } = await sql<{ readonly deviation: number | string }>`
    select (${counted}) - (
      select coalesce(sum(value), 0) from counters where account_id = ${accountId} and name = ${name}
    ) as deviation`.execute(db);
  return Number(rows[0]?.deviation ?? 0);
}

/** Corrects the stored total. @returns by how much it was too small */
export async function recount(tx: Tx, accountId: string, name: QuotaName): Promise<number> {
  const deviation = await selectDeviation(tx, accountId, name);
  if (deviation !== 0) await addToCounter(tx, accountId, name, '0', deviation);
  return deviation;
}

const countForms = (accountId: string): RawBuilder<unknown> =>
  sql`select count(*) from forms where account_id = ${accountId} and deleted_at is null`;

function countFiles(db: Reader, accountId: string): RawBuilder<unknown> {
  const exported =
    engineOf(db) === 'postgres'
      ? sql`select (f.value ->> 'size')::bigint as size
          from export_jobs e, jsonb_array_elements(e.files::jsonb) f where e.account_id = ${accountId}`
      : sql`select json_extract(f.value, '$.size') as size
          from export_jobs e, json_each(e.files) f where e.account_id = ${accountId}`;
  return sql`select coalesce(sum(size), 0) from (
    select size + coalesce(picture_size, 0) as size from attachments where account_id = ${accountId}
    union all ${exported}
    union all select size from account_fonts where account_id = ${accountId}
    union all select size from document_papers where account_id = ${accountId}) kept`;
}

/** What a row counts for. */
const SIZES = {
  forms: sql<number>`octet_length(answers) + coalesce(octet_length(office_answers), 0)`,
  form_events: sql<number>`${sql.lit(EVENT_BYTES)} + coalesce(octet_length(detail), 0)`,
  form_corrections: sql<number>`octet_length(old_answers) + octet_length(new_answers)`,
} as const;

export const COUNTED_TABLES = ['forms', 'form_events', 'form_corrections'] as const;

const countAnswers = (accountId: string): RawBuilder<unknown> =>
  sql`select (
    select coalesce(sum(${SIZES.forms}), 0) from forms where account_id = ${accountId}
  ) + (
    select coalesce(sum(${SIZES.form_events}), 0) from form_events where account_id = ${accountId}
  ) + (
    select coalesce(sum(${SIZES.form_corrections}), 0) from form_corrections where account_id = ${accountId}
  )`;

/** Counts the first rows after an id. `last`: the id after which to continue; undefined when none is left. */
export async function countPage(
  db: Reader,
  table: keyof typeof SIZES,
  after: { readonly accountId: string; readonly id: string },
  limit: number,
): Promise<{ readonly bytes: number; readonly last: string | undefined }> {
  const { rows } = await sql<{ rows: number; bytes: number; last: string | null }>`
    select count(*) as rows, coalesce(sum(size), 0) as bytes, max(id) as last from (
      select id, ${SIZES[table]} as size from ${sql.table(table)}
      where account_id = ${after.accountId} and id > ${after.id} order by id limit ${limit}
    ) page`.execute(db);
  const [page] = rows;
  const isLast = page === undefined || Number(page.rows) < limit;
  return { bytes: Number(page?.bytes ?? 0), last: isLast ? undefined : (page.last ?? undefined) };
}
