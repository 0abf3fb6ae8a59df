import { lockAccount } from '#db/account-lock.ts';
import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import { leaveGroups } from '#directory/groups/memberships.store.ts';
import type { DirectoryDeps, Removal } from '#directory/rows/deps.ts';
import { findUserToWrite } from '#directory/rows/find-to-write.ts';
import { deleteSessions, deleteUserRow } from '#directory/rows/users.store.ts';
import { releaseValues } from '#directory/uniqueness/unique-values.store.ts';
import { revokeCredentials } from '#directory/ways-in/drop-access.store.ts';
import { requireMayLeave } from '#directory/ways-in/last-admin.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { keepFormerUser } from './former-users.store.ts';

/** @throws `not-found`, `precondition-failed`, `local-user` (over SCIM), `last-admin` */
export const removeUser =
  (deps: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, id: string, { ifVersion, visibility }: Removal): Promise<void> => {
    const { clock, audit, search } = deps;
    const { accountId } = actor;
    // The groups that contain the user change as well.
    await lockAccount(tx, accountId);
    const user = await findUserToWrite(tx, accountId, { id, to: 'delete', visibility, ifVersion });
    if (actor.via === 'scim' && user.origin === 'local') {
      throw fail(
        'local-user',
        'This user was created in Formstead and never provisioned, so provisioning cannot delete it. ' +
          'Update it over SCIM first, which makes it a provisioned user, or delete it in Formstead.',
      );
    }
    await requireMayLeave(deps, tx, actor, user);
    const now = clock.now();
    await revokeCredentials(tx, accountId, id, now);
    await deleteSessions(tx, accountId, id);
    await leaveGroups(tx, accountId, id, now);
    await releaseValues(tx, user);
    await search.forgetWords(tx, { accountId, kind: 'user', id });
    // The value rows are deleted with it. Forms keep the ids of their creators and assignees.
    await deleteUserRow(tx, accountId, id);
    await keepFormerUser(tx, user, deps);
    if (!user.protected) await addToCounter(tx, accountId, 'users', id, -1);
    await audit.append(tx, actor, {
      action: 'user.delete',
      targetType: 'User',
      targetId: id,
      detail: { userName: user.userName },
    });
  };
