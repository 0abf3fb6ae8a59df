import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Form } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { countAnswerBytes } from '#quotas/index.ts';

/** What a correction changed. The history names only the field, so that this can go when the answer goes. */
export interface StoredCorrection {
  /** The id of its entry in the history. */
  readonly id: string;
  /** The name of the question. */
  readonly field: string;
  /** The answer by the name of the question, and the text typed beside it. Empty without an answer. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

type Key = Pick<Form, 'accountId' | 'id'>;

/** Stores what a correction changed. Its entry in the history is there already. */
export async function insertCorrection(
  tx: Tx,
  form: Key,
  { id, field, before, after }: StoredCorrection,
): Promise<void> {
  const row = {
    account_id: form.accountId,
    id,
    form_id: form.id,
    field,
    old_answers: JSON.stringify(before),
    new_answers: JSON.stringify(after),
  };
  countAnswerBytes(tx, form, { answers: bytesOf(row) });
  await tx.insertInto('form_corrections').values(row).execute();
}

/** A correction with its entry in the history. */
export interface ListedCorrection extends StoredCorrection {
  readonly at: number;
  readonly actorUserId: string | undefined;
}

/** A page ends when its corrections take more bytes: an answer may be a megabyte long. */
const PAGE_BYTES = 1_000_000;

/**
 * Returns a page of the corrections of a form, the newest first, and whether more follow.
 * @param before the id of the last one of the previous page
 */
export async function listCorrections(
  db: Reader,
  form: Key,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<{ readonly page: readonly ListedCorrection[]; readonly hasMore: boolean }> {
  const sizes = await db
    .selectFrom('form_corrections')
    .select(['id', sql<number>`octet_length(old_answers) + octet_length(new_answers)`.as('bytes')])
    .where('account_id', '=', form.accountId)
    .where('form_id', '=', form.id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  let bytes = 0;
  const fitting = sizes.slice(0, limit).filter((row, i) => {
    bytes += Number(row.bytes);
    return i === 0 || bytes <= PAGE_BYTES;
  });
  const [newest, oldest] = [fitting.at(0), fitting.at(-1)];
  if (newest === undefined || oldest === undefined) return { page: [], hasMore: false };
  const rows = await correctionsOf(db, form)
    .where('form_corrections.id', '<=', newest.id)
    .where('form_corrections.id', '>=', oldest.id)
    .orderBy('form_corrections.id', 'desc')
    .execute();
  return { page: rows.map(toCorrection), hasMore: fitting.length < sizes.length };
}

export async function findCorrection(
  db: Reader,
  form: Key,
  id: string,
): Promise<ListedCorrection | undefined> {
  const row = await correctionsOf(db, form)
    .where('form_corrections.id', '=', id)
    .executeTakeFirst();
  return row && toCorrection(row);
}

/** Deletes what was corrected in fields whose answers are removed from a form. */
export const forgetCorrections = (tx: Tx, form: Key, fields: readonly string[]): Promise<void> =>
  fields.length === 0 ? Promise.resolve() : deleteWhere(tx, form, { fields });

/** Deletes the corrections of entries of the history, which are deleted next. `last` undefined: up to the newest one. */
export const deleteCorrections = (
  tx: Tx,
  form: Key,
  entries: { readonly after: string; readonly last?: string | undefined },
): Promise<void> => deleteWhere(tx, form, entries);

interface Which {
  readonly fields?: readonly string[];
  readonly after?: string;
  readonly last?: string | undefined;
}

async function deleteWhere(tx: Tx, form: Key, { fields, after, last }: Which): Promise<void> {
  const deleted = await tx
    .deleteFrom('form_corrections')
    .where('account_id', '=', form.accountId)
    .where('form_id', '=', form.id)
    .$if(fields !== undefined, (query) => query.where('field', 'in', fields ?? []))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .$if(last !== undefined, (query) => query.where('id', '<=', last ?? ''))
    .returning(['old_answers', 'new_answers'])
    .execute();
  const bytes = deleted.reduce((sum, row) => sum + bytesOf(row), 0);
  countAnswerBytes(tx, form, { answers: -bytes });
}

type Row = Selectable<Tables['form_corrections']>;

/** As a recount measures it. */
const bytesOf = ({ old_answers, new_answers }: Pick<Row, 'old_answers' | 'new_answers'>): number =>
  Buffer.byteLength(old_answers) + Buffer.byteLength(new_answers);

const correctionsOf = (db: Reader, { accountId, id }: Key) =>
  db
    .selectFrom('form_corrections')
    .innerJoin('form_events', (join) =>
      join
        .onRef('form_events.account_id', '=', 'form_corrections.account_id')
        .onRef('form_events.id', '=', 'form_corrections.id'),
    )
    .select([
      'form_corrections.id',
      'form_corrections.field',
      'form_corrections.old_answers',
      'form_corrections.new_answers',
      'form_events.at',
      'form_events.actor_user_id',
    ])
    .where('form_corrections.account_id', '=', accountId)
    .where('form_corrections.form_id', '=', id);

function toCorrection(
  row: Pick<Row, 'id' | 'field' | 'old_answers' | 'new_answers'> &
    Pick<Selectable<Tables['form_events']>, 'at' | 'actor_user_id'>,
): ListedCorrection {
  const before: JsonObject = JSON.parse(row.old_answers);
  const after: JsonObject = JSON.parse(row.new_answers);
  const { id, field, at } = row;
  return { id, field, before, after, at, actorUserId: row.actor_user_id ?? undefined };
}
