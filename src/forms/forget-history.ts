import type { Database, Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';
import { deleteEvents, hasManyEvents } from '#form-records/index.ts';

/**
 * Deletes the history of a form that is about to be removed, if it is too long for the transaction that removes the
 * form. Each part has a transaction of its own, so that others have their turn in between.
 * @param isDue asked in each transaction; it locks the form
 */
export async function forgetLongHistory(
  db: Database,
  form: Pick<Form, 'accountId' | 'id'>,
  isDue: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  if (!(await hasManyEvents(db.reader, form))) return;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after;
    after = await db.transaction(async (tx) =>
      (await isDue(tx)) ? deleteEvents(tx, form, last) : undefined,
    );
  }
}
