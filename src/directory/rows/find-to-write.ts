import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { requireVersion } from '#kernel/require-revision.ts';
import { lockGroup, toGroup } from './groups.store.ts';
import type { Group, User, UserVisibility } from './records.ts';
import { lockUser, toUser } from './users.store.ts';

interface Wanted {
  readonly id: string;
  readonly to: 'change' | 'delete';
  readonly visibility?: UserVisibility;
  readonly ifVersion?: number | undefined;
}

/** Returns the user to write, locked. @throws AppError `not-found`, `precondition-failed` */
export async function findUserToWrite(tx: Tx, accountId: string, wanted: Wanted): Promise<User> {
  const { id, to, visibility = 'all', ifVersion } = wanted;
  const row = await lockUser(tx, accountId, id, to);
  if (!row || (visibility === 'provisioning' && row.protected === 1)) {
    throw fail('not-found', 'There is no user with this id.');
  }
  requireVersion('user', row.version, ifVersion);
  return toUser(row);
}

/** Returns the group to write, locked. @throws AppError `not-found`, `precondition-failed` */
export async function findGroupToWrite(
  tx: Tx,
  accountId: string,
  id: string,
  to: 'change' | 'delete',
  ifVersion: number | undefined,
): Promise<Group> {
  const row = await lockGroup(tx, accountId, id, to);
  if (!row) throw fail('not-found', 'There is no group with this id.');
  requireVersion('group', row.version, ifVersion);
  return toGroup(row);
}
