import type { Reader, Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';

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
export async function storeOfficeAnswers(
  tx: Tx,
  { accountId, id }: Of,
  answers: JsonObject,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ office_answers: JSON.stringify(answers) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
