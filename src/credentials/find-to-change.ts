import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { type LockedCredential, lockCredential } from './credentials.store.ts';

/** Returns the credential, locked until the transaction ends. @throws AppError `not-found` */
export async function findToChange(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<LockedCredential> {
  const row = isStorable(id) ? await lockCredential(tx, accountId, id) : undefined;
  if (!row) throw fail('not-found', 'There is no credential with this id.');
  return row;
}
