// One form as a backup has it, and how its rows come back into the storage.
import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Form } from '#form-basics/index.ts';
import { countAnswerBytes, EVENT_BYTES } from '#quotas/index.ts';

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** The rows of a form beside the one in `forms`. */
export interface FormRows {
  readonly events: readonly Row<'form_events'>[];
  readonly corrections: readonly Row<'form_corrections'>[];
  readonly attachments: readonly Row<'attachments'>[];
  readonly panels: readonly Row<'review_panels'>[];
  /** Columns of the form that storing a form does not write. */
  readonly rest: Pick<
    Row<'forms'>,
    'office_answers' | 'blanked_at' | 'due_told_at' | 'overdue_told_at'
  >;
}

type Key = Pick<Form, 'accountId' | 'id'>;

export async function readFormRows(db: Reader, { accountId, id }: Key): Promise<FormRows> {
  const of = <Name extends 'form_events' | 'form_corrections' | 'attachments'>(name: Name) =>
    sql<Row<Name>>`
      select * from ${sql.table(name)}
      where account_id = ${accountId} and form_id = ${id} order by id`.execute(db);
  const rest = await db
    .selectFrom('forms')
    .select(['office_answers', 'blanked_at', 'due_told_at', 'overdue_told_at', 'review_by'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { review_by: panel, ...columns } = rest;
  const panels = await db
    .selectFrom('review_panels')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', panel ?? '')
    .execute();
  return {
    events: (await of('form_events')).rows,
    corrections: (await of('form_corrections')).rows,
    attachments: (await of('attachments')).rows,
    panels,
    rest: columns,
  };
}

/** Stores what {@link readFormRows} has read. The form itself is stored already, and nothing else of it is there. */
export async function writeFormRows(
  tx: Tx,
  form: Key,
  { events, corrections, attachments, panels, rest }: FormRows,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set(rest)
    .where('account_id', '=', form.accountId)
    .where('id', '=', form.id)
    .execute();
  for (const row of events) await tx.insertInto('form_events').values(row).execute();
  for (const row of corrections) await tx.insertInto('form_corrections').values(row).execute();
  for (const row of attachments) await tx.insertInto('attachments').values(row).execute();
  for (const row of panels) {
    await tx
      .insertInto('review_panels')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const lengths = corrections.map(
    (row) => Buffer.byteLength(row.old_answers) + Buffer.byteLength(row.new_answers),
  );
  countAnswerBytes(tx, form, {
    answers:
      lengths.reduce((sum, bytes) => sum + bytes, 0) + Buffer.byteLength(rest.office_answers ?? ''),
    history: events.reduce(
      (sum, { detail }) => sum + EVENT_BYTES + Buffer.byteLength(detail ?? ''),
      0,
    ),
  });
}

/** Returns whether work that was sent is still here. */
export async function hasAssignment(
  db: Reader,
  accountId: string,
  id: string | undefined,
): Promise<boolean> {
  if (id === undefined) return false;
  const found = await db
    .selectFrom('assignments')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
