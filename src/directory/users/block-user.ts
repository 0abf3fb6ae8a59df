import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { findUserToWrite } from '#directory/rows/find-to-write.ts';
import type { User } from '#directory/rows/records.ts';
import { deleteSessions, updateUser } from '#directory/rows/users.store.ts';
import { requireOtherAdmin } from '#directory/ways-in/last-admin.ts';
import type { Actor } from '#kernel/actor.ts';

/**
 * Blocks a user whatever the identity provider says, or lifts the block. The SCIM representation, its version included,
 * stays as it is, so that a sync finds no difference and does not touch the block.
 * @throws AppError `not-found`, `last-admin`
 */
export const setBlocked =
  ({ clock, audit }: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, id: string, blocked: boolean): Promise<User> => {
    const { accountId } = actor;
    await lockAccount(tx, accountId);
    const before = await findUserToWrite(tx, accountId, { id, to: 'change' });
    if ((before.blockedAt !== undefined) === blocked) return before;
    if (blocked) await requireOtherAdmin(tx, before);
    const after = blocked ? block(before, clock.now()) : unblock(before);
    await updateUser(tx, before, {
      active: after.active ? 1 : 0,
      blocked_at: after.blockedAt ?? null,
      stamp: after.stamp,
    });
    if (blocked) await deleteSessions(tx, accountId, id);
    const action = blocked ? 'user.block' : 'user.unblock';
    await audit.append(tx, actor, { action, targetType: 'User', targetId: id });
    return after;
  };

/** Raises the stamp, so that tokens issued before stay invalid when the block is lifted. */
const block = (user: User, now: number): User => ({
  ...user,
  active: false,
  blockedAt: now,
  stamp: user.stamp + 1,
});

const unblock = (user: User): User => ({
  ...user,
  active: user.attributes['active'] !== false,
  blockedAt: undefined,
});
