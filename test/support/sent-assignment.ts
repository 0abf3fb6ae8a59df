import { insertAssignment } from '#assignments/assignment.store.ts';
import type { Credentials } from './callers.ts';
import type { Instance } from './instance.ts';

/**
 * Stores work that a person has from themselves, even if they are not active any more: they may do everything with it.
 * @returns its id
 */
export function sendToOneself(
  { services: { db, ids, clock } }: Instance,
  accountId: string,
  templateId: string,
  adminId: string,
  { userId = adminId }: Partial<Credentials> = {},
): Promise<string> {
  const [id, now] = [ids.next(), clock.now()];
  const unset = {
    groupId: undefined,
    dueAt: undefined,
    notBefore: undefined,
    instructions: undefined,
    reference: undefined,
    formId: undefined,
    declineReason: undefined,
  };
  const times = { stateChangedAt: now, createdAt: now, updatedAt: now };
  return db.transaction(async (tx) => {
    await insertAssignment(tx, {
      ...{ id, accountId, templateId, ...unset, ...times, answers: {}, revision: 1 },
      ...{ state: 'waiting', mode: 'each', priority: 'normal' },
      assignee: { type: 'User', id: userId },
      sentBy: userId,
    });
    return id;
  });
}
