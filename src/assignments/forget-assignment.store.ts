import type { Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';

/** Deletes the assignment that a form came of, with its history, when a rule of retention deletes the form. */
export async function forgetAssignmentOf(
  tx: Tx,
  { accountId, assignmentId }: Pick<Form, 'accountId' | 'assignmentId'>,
): Promise<void> {
  if (assignmentId === undefined) return;
  await tx
    .deleteFrom('assignment_events')
    .where('account_id', '=', accountId)
    .where('assignment_id', '=', assignmentId)
    .execute();
  await tx
    .deleteFrom('assignments')
    .where('account_id', '=', accountId)
    .where('id', '=', assignmentId)
    .execute();
}
