import type { Reader } from '#db/database.ts';

/** The part of a waiting form that letters need. */
export interface WaitingForm {
  /** Without answers. */
  readonly name: string;
  readonly assigneeType: 'User' | 'Group' | 'Link';
  readonly assigneeId: string;
}

/** Returns undefined if the form was completed or deleted. */
export async function selectWaitingForm(
  db: Reader,
  accountId: string,
  id: string,
): Promise<WaitingForm | undefined> {
  const row = await db
    .selectFrom('forms')
    .innerJoin('templates', (join) =>
      join
        .onRef('templates.account_id', '=', 'forms.account_id')
        .onRef('templates.id', '=', 'forms.template_id'),
    )
    .select([
      'forms.name',
      'forms.name_pattern',
      'forms.number',
      'assignee_type',
      'assignee_id',
      'templates.name as template',
    ])
    .where('forms.account_id', '=', accountId)
    .where('forms.id', '=', id)
    .where('forms.status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // A name that follows answers contains them, and no answer is sent by mail.
  const name = row?.name_pattern === null ? row.name : `${row?.template} ${row?.number}`;
  return row && { name, assigneeType: row.assignee_type, assigneeId: row.assignee_id };
}
