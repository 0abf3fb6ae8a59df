// The numbers of the forms of a template, from 1: no number is given twice. Forms of a template are made side by side, so
// that a number is chosen before those below it are committed (decision 172).
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { together } from '#db/flush.ts';
import type { Tables } from '#db/tables.ts';
import { lockText } from '#db/text-locks.ts';

/** How many numbers after the last one are tried at a time: more than there are transactions at once. */
const TRIED = 1000;

/**
 * Returns a number for a new form of a template, which no other form gets unless this transaction is rolled back. The
 * caller holds the template, and stores the form before it asks for another number.
 */
export async function nextNumber(tx: Tx, accountId: string, templateId: string): Promise<number> {
  const last = lastNumber(accountId, templateId);
  if (engineOf(tx) === 'sqlite') {
    const { rows } = await last.execute(tx);
    return (rows[0]?.last ?? 0) + 1;
  }
  for (;;) {
    // A number is locked, not the template: numbers of forms that are being made are passed over.
    const free = sql<{ readonly number: number }>`
      select n as number from (${last}) known, generate_series(known.last + 1, known.last + ${TRIED}::integer) n
      where pg_try_advisory_xact_lock(hashtextextended(${lockOf(accountId, templateId)}::text || n::text, 0)) limit 1`;
    const [[chosen], [now]] = await together(tx, [free, last]);
    // Who had the lock before may have committed since the first statement began. The second one sees that.
    if (chosen && chosen.number > (now?.last ?? 0)) return chosen.number;
  }
}

/** Keeps the number of a form that is removed for good from being given again. */
export async function keepNumber(
  tx: Tx,
  accountId: string,
  { template_id, number }: Pick<Selectable<Tables['forms']>, 'template_id' | 'number'>,
): Promise<void> {
  const { rows } = await lastNumber(accountId, template_id).execute(tx);
  // Mostly there is a later form, whose number is enough: the template is then not written.
  if ((rows[0]?.last ?? 0) >= number) return;
  await lockText(tx, `template ${accountId} ${template_id}`);
  await tx
    .updateTable('templates')
    .set({ last_number: number })
    .where('account_id', '=', accountId)
    .where('id', '=', template_id)
    .where((eb) => eb(eb.fn.coalesce('last_number', eb.lit(0)), '<', number))
    .execute();
}

const lockOf = (accountId: string, templateId: string): string =>
  `number ${accountId} ${templateId} `;

/** The last number of a form that is there, or that is gone for good. */
const lastNumber = (accountId: string, templateId: string) => sql<{ readonly last: number }>`
  select coalesce(max(n), 0) as last from (
    select max(number) as n from forms where account_id = ${accountId} and template_id = ${templateId}
    union all
    select last_number as n from templates where account_id = ${accountId} and id = ${templateId}
  ) numbers`;
