import { createECDH, randomBytes } from 'node:crypto';
import { insertSubscription } from '#push/subscriptions.store.ts';
import type { Instance } from './instance.ts';

/** Returns a subscription as a browser has it, at a push service that nobody reaches. */
export function newDevice() {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys().toString('base64url');
  const endpoint = `https://push.example/${randomBytes(12).toString('hex')}`;
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

/** Has news pushed to a device of a user. @returns its id */
export function insertDevice(
  { services: { db, ids, clock } }: Instance,
  accountId: string,
  userId: string,
): Promise<string> {
  const id = ids.next();
  return db.transaction(async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    await insertSubscription(tx, {
      ...{ account_id: accountId, id, user_id: userId, session_id: session?.id ?? id },
      ...{ endpoint_hash: id, sealed: 'x', agent: null, created_at: clock.now() },
    });
    return id;
  });
}
