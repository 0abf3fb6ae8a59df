import { lockAccount } from '#db/account-lock.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { findUserToWrite } from './find-to-write.ts';
import { requireOtherAdmin } from './last-admin.ts';
import type { User } from './records.ts';
import { deleteSessions, updateUser } from './users.store.ts';

/**
 * What SCIM shows of the user stays as it is, also the version, so that an identity provider's sync finds no
 * difference and changes nothing of the block.
 */
export const setBlocked =
  ({ clock, audit }: DirectoryDeps): Directory['setBlocked'] =>
  async (tx, actor, id, blocked) => {
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

/** What was issued before stays dead when the block is lifted. */
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
