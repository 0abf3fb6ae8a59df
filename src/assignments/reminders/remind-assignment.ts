import type { StoredAssignment } from '#assignments/assignment.ts';
import { requireAssignment, requireMayDirect } from '#assignments/assignment-access.ts';
import type { ReminderWrites } from '#assignments/assignments-deps.ts';
import { lockOpen, storeAssignment } from '#assignments/change-assignment.ts';
import type { Tx } from '#db/database.ts';
import { type FormActor, timeOf } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { mailIsOff } from '#letters/index.ts';
import { isReached } from './people-of.ts';

/** How often somebody is reminded of the same work at most. */
const APART_MS = 86_400_000;

/**
 * Reminds whoever has an open assignment, by mail, once a day at most. The letter is written a few minutes later, one
 * about all the work that a person is reminded of (`send-reminders.ts`).
 * @throws AppError `not-found`, `forbidden`, `assignment-state` for what has ended or is not shown yet,
 * `reminded-already`, `nobody-reached`, `mail-off`
 */
export const remindAssignee =
  (deps: ReminderWrites) =>
  async (tx: Tx, by: FormActor, id: string): Promise<StoredAssignment> => {
    const { directory, mailQueue, clock } = deps;
    const seen = await requireAssignment(tx, directory, by, id);
    await requireMayDirect(tx, directory, by, seen);
    if (!mailQueue.isOn) throw mailIsOff();
    const before = await lockOpen(tx, seen);
    const now = clock.now();
    if ((before.notBefore ?? 0) > now) {
      throw fail('assignment-state', 'The assignee does not see the assignment yet.');
    }
    const next = (before.remindedAt ?? Number.NEGATIVE_INFINITY) + APART_MS;
    if (next > now) {
      const text = `There was a reminder of this within a day. The next one can be sent at ${timeOf(next)}.`;
      throw fail('reminded-already', text, { extra: { next: timeOf(next) } });
    }
    if (!(await isReached(deps, tx, { accountId: by.accountId, ...before.assignee }))) {
      throw fail(
        'nobody-reached',
        'No mail reaches the assignee: there is no active user with an email address.',
      );
    }
    const reminded = { ...before, remindedAt: now, reminderWaits: true };
    await deps.tell(tx, {
      accountId: by.accountId,
      kind: 'reminder',
      about: { type: 'assignment', id },
      key: `${before.templateId} ${by.userId}`,
      to: [before.assignee],
      by: by.userId,
    });
    return await storeAssignment(deps, tx, by, before, reminded, 'remind', undefined);
  };
