import { lockAccount, requireAccountLock } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import type { Role } from '#directory/rows/records.ts';
import type { Actor } from '#kernel/actor.ts';
import { hasOtherActiveAdmin, isAdmin } from './admins.store.ts';
import { requireOtherBreakGlass } from './break-glass.store.ts';
import { lastAdmin, requireOtherAdminWithWayIn } from './ways-in.store.ts';

interface Admin {
  readonly accountId: string;
  readonly id: string;
  readonly role: Role;
  readonly active: boolean;
}

/**
 * Locks the account when the user is an admin. Call it before the user is locked for a write that may take an admin
 * away, so that two such writes never wait for each other.
 */
export async function lockAccountIfAdmin(tx: Tx, accountId: string, id: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return;
  if (await isAdmin(tx, accountId, id)) await lockAccount(tx, accountId);
}

interface Leaver extends Admin {
  readonly createdAt: number;
}

/** Call before an active user is deleted or deactivated. @throws AppError `last-admin`, and the errors of `leaving` */
export async function requireMayLeave(
  { leaving }: Pick<DirectoryDeps, 'leaving'>,
  tx: Tx,
  actor: Actor,
  user: Leaver,
): Promise<void> {
  await requireOtherAdmin(tx, user);
  if (user.active && actor.via === 'scim') await leaving?.(tx, actor, user.createdAt);
}

/**
 * Call before an admin is deleted, deactivated or demoted.
 * @throws AppError `last-admin` when no other active admin would be left, or none who can sign in; `last-break-glass`
 */
export async function requireOtherAdmin(tx: Tx, user: Admin): Promise<void> {
  if (user.role !== 'admin' || !user.active) return;
  // The lock is held already, unless the user became an admin between the two reads.
  requireAccountLock(tx, user.accountId);
  if (!(await hasOtherActiveAdmin(tx, user.accountId, user.id)))
    throw lastAdmin('This is the last active administrator of the account.');
  await requireOtherBreakGlass(tx, user.accountId, user.id);
  await requireOtherAdminWithWayIn(tx, user.accountId, user.id);
}
