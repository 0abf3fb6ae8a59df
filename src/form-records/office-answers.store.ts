import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { countAnswerBytes } from '#quotas/index.ts';

type Of = Pick<Form, 'accountId' | 'id'>;

/** Returns the answers of a form that only a step of its review sees. No list, table, export or search reads them. */
export async function readOfficeAnswers(db: Reader, { accountId, id }: Of): Promise<JsonObject> {
  const row = await db
    .selectFrom('forms')
    .select('office_answers')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return JSON.parse(row?.office_answers ?? '{}');
}

/** Stores them beside a change of the form, which the caller has locked. */
export const storeOfficeAnswers = (tx: Tx, form: Of, answers: JsonObject): Promise<void> =>
  writeOfficeAnswers(tx, form, JSON.stringify(answers));

/** Deletes them. */
export const forgetOfficeAnswers = (tx: Tx, form: Of): Promise<void> =>
  writeOfficeAnswers(tx, form, null);

async function writeOfficeAnswers(
  tx: Tx,
  { accountId, id }: Of,
  answers: string | null,
): Promise<void> {
  const before = await tx
    .selectFrom('forms')
    .select(sql<number>`coalesce(octet_length(office_answers), 0)`.as('bytes'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const bytes = answers === null ? 0 : Buffer.byteLength(answers);
  countAnswerBytes(tx, { accountId, id }, { answers: bytes - Number(before?.bytes ?? 0) });
  await tx
    .updateTable('forms')
    .set({ office_answers: answers })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
