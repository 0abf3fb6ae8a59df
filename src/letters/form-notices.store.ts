import type { Reader } from '#db/database.ts';

/** The part of a waiting form that letters need. */
export interface WaitingForm {
  readonly name: string;
  readonly assigneeType: 'User' | 'Group';
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
    .select(['name', 'assignee_type', 'assignee_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { name: row.name, assigneeType: row.assignee_type, assigneeId: row.assignee_id };
}
