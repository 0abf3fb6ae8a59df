import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { insertAssignmentEvent } from './assignment.store.ts';
import type { AssignmentAction, StoredAssignment } from './assignment.ts';
import type { AssignmentWrites } from './assignments-deps.ts';

/** Adds an entry to the history of an assignment, and to the audit log. */
export const recordAssignment =
  ({ ids, audit }: Pick<AssignmentWrites, 'ids' | 'audit'>) =>
  async (
    tx: Tx,
    by: FormActor,
    { id, updatedAt }: StoredAssignment,
    action: AssignmentAction,
    detail?: JsonObject,
  ): Promise<void> => {
    await insertAssignmentEvent(tx, by, {
      id: ids.next(),
      assignmentId: id,
      at: updatedAt,
      action,
      detail,
    });
    await audit.append(tx, by, {
      action: `assignment.${action}`,
      targetType: 'Assignment',
      targetId: id,
      ...(detail && { detail: withoutWords(detail) }),
    });
  };

/** People's own words stay with the work and go with it: the audit log outlives both. */
const withoutWords = ({ reason: _, instructions, ...detail }: JsonObject): JsonObject => ({
  ...detail,
  ...(instructions !== undefined && { instructions: true }),
});
