import assert from 'node:assert/strict';
import { sendAssignment } from '#assignments/send-assignment.ts';
import type { Credentials } from './callers.ts';
import type { Instance } from './instance.ts';

/** Sends work to a person, from themselves: they may do everything with it. @returns its id */
export function sendToOneself(
  { services }: Instance,
  accountId: string,
  templateId: string,
  adminId: string,
  { userId = adminId, as }: Partial<Credentials> = {},
): Promise<string> {
  const role = as === 'member' || as === 'designer' ? as : 'admin';
  return services.db.transaction(async (tx) => {
    const sender = { accountId, userId, role, via: 'web' } as const;
    const order = { templateId, assignee: { type: 'User', id: userId } } as const;
    const { assignments } = await sendAssignment(services)(tx, sender, order);
    return assignments[0]?.id ?? assert.fail('nothing was sent');
  });
}
