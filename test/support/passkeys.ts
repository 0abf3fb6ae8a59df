import type { Instance } from './instance.ts';
import { fresh } from './scim.ts';

/** Stores a passkey that no authenticator has. @returns its id */
export async function insertPasskey(
  { services: { db, ids } }: Instance,
  accountId: string,
  userId: string,
): Promise<string> {
  const id = ids.next();
  const row = { account_id: accountId, user_id: userId, id, credential_id: id, name: fresh() };
  const rest = { public_key: 'x', counter: 0, created_at: 0, last_used_at: null };
  await db.reader
    .insertInto('passkeys')
    .values({ ...row, ...rest })
    .execute();
  return id;
}
