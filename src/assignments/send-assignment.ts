import type { Tx } from '#db/database.ts';
import type { Assignment as Assignee, FormActor } from '#form-basics/index.ts';
import { insertAssignment, selectByReference } from './assignment.store.ts';
import type { StoredAssignment } from './assignment.ts';
import type { AssignmentWrites } from './assignments-deps.ts';
import {
  type AnswersSource,
  type Checked,
  checkOrder,
  type NewAssignment,
  repeated,
} from './check-order.ts';
import { recordAssignment } from './record-assignment.ts';
import { tellAssignee } from './tell-assignee.ts';

export interface Sent {
  /** One, or one for each member of the group. */
  readonly assignments: readonly StoredAssignment[];
  /** False if the sender had sent it before, under the same reference. */
  readonly created: boolean;
}

/**
 * Sends work to a user or a group. Nothing is written before everything is checked.
 * @throws AppError those of {@link checkOrder}
 */
export const sendAssignment =
  (deps: AssignmentWrites) =>
  async (
    tx: Tx,
    by: FormActor,
    order: NewAssignment,
    source: AnswersSource = {},
  ): Promise<Sent> => {
    const checked = await checkOrder(deps)(tx, by, order, source);
    if (checked.before.length > 0) return { assignments: checked.before, created: false };
    const made: StoredAssignment[] = [];
    for (const each of checked.people) {
      const one = newAssignment(deps, by, order, checked, each);
      if (!(await insertAssignment(tx, one))) {
        // Another request with the same reference was faster: its assignments are committed, and visible from here on.
        const theirs = await selectByReference(tx, by, checked.reference ?? '');
        return { assignments: repeated(theirs, checked), created: false };
      }
      await recordAssignment(deps)(tx, by, one, 'send', { to: { ...each } });
      await tellAssignee(deps, tx, by, one);
      made.push(one);
    }
    return { assignments: made, created: true };
  };

function newAssignment(
  { clock, ids }: AssignmentWrites,
  by: FormActor,
  { dueAt, notBefore, priority = 'normal', instructions }: NewAssignment,
  { template, assignee, mode, reference, answers }: Checked,
  whom: Assignee,
): StoredAssignment {
  const now = clock.now();
  return {
    id: ids.next(),
    accountId: by.accountId,
    templateId: template.id,
    state: 'waiting',
    stateChangedAt: now,
    assignee: whom,
    groupId: assignee.type === 'Group' ? assignee.id : undefined,
    mode: assignee.type === 'Group' ? mode : 'each',
    dueAt,
    notBefore,
    priority,
    instructions,
    answers,
    reference,
    sentBy: by.userId,
    formId: undefined,
    declineReason: undefined,
    createdAt: now,
    updatedAt: now,
    revision: 1,
  };
}
