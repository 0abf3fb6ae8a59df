import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import type { StoredAssignment } from './assignment.ts';
import type { AssignmentWrites } from './assignments-deps.ts';

/**
 * Tells people that they have an assignment, and whoever had it before that it was handed on. Once it has a form, that
 * is told of the form.
 */
export async function tellAssignee(
  { tell }: Pick<AssignmentWrites, 'tell'>,
  tx: Tx,
  by: FormActor,
  { accountId, id, templateId, assignee, formId }: StoredAssignment,
  before?: StoredAssignment,
): Promise<void> {
  if (formId !== undefined || before?.assignee.id === assignee.id) return;
  const about = { type: 'assignment', id } as const;
  const same = { accountId, about, key: `work ${templateId} ${by.userId}`, by: by.userId };
  await tell(tx, { ...same, kind: 'assigned', to: [assignee] });
  if (before?.assignee.type !== 'User') return;
  await tell(tx, { ...same, kind: 'handed-on', to: [before.assignee] });
}
