import type { Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';
import { findAssignment } from './assignment.store.ts';
import { recordDeleted } from './assignment-change.store.ts';

/** Deletes the assignment that a form came of, with its history, when a rule of retention deletes the form. */
export async function forgetAssignmentOf(
  tx: Tx,
  { accountId, assignmentId }: Pick<Form, 'accountId' | 'assignmentId'>,
): Promise<void> {
  const gone =
    assignmentId === undefined ? undefined : await findAssignment(tx, accountId, assignmentId);
  if (gone === undefined) return;
  await recordDeleted(tx, gone);
  await tx
    .deleteFrom('assignment_events')
    .where('account_id', '=', accountId)
    .where('assignment_id', '=', gone.id)
    .execute();
  await tx
    .deleteFrom('assignments')
    .where('account_id', '=', accountId)
    .where('id', '=', gone.id)
    .execute();
}

/** Removes answers that were filled in ahead from the assignment that a form came of, when they are removed from the form. */
export async function blankAssignmentOf(
  tx: Tx,
  { accountId, assignmentId }: Pick<Form, 'accountId' | 'assignmentId'>,
  fields: ReadonlySet<string>,
): Promise<void> {
  const found =
    assignmentId === undefined ? undefined : await findAssignment(tx, accountId, assignmentId);
  if (found === undefined) return;
  const kept = Object.entries(found.answers).filter(([field]) => !fields.has(field));
  if (kept.length === Object.keys(found.answers).length) return;
  await tx
    .updateTable('assignments')
    .set({ answers: JSON.stringify(Object.fromEntries(kept)) })
    .where('account_id', '=', accountId)
    .where('id', '=', found.id)
    .execute();
}
