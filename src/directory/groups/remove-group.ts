import { lockAccount } from '#db/account-lock.ts';
import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { findGroupToWrite } from '#directory/rows/find-to-write.ts';
import { deleteGroupRow } from '#directory/rows/groups.store.ts';
import { releaseValues } from '#directory/uniqueness/unique-values.store.ts';
import type { Actor } from '#kernel/actor.ts';
import { emptyGroup } from './change-members.ts';
import { insertEndedRoleMapping } from './ended-role-mappings.store.ts';
import { followRoleMappings, roleGivenBy } from './follow-role-mappings.ts';
import { leaveGroups } from './memberships.store.ts';
import { selectDirectMemberIds, selectRoleMappings } from './role-mappings.store.ts';

/**
 * Deletes a group. Its members lose the role that they had by it; the audit event names the role. A mapping of its own
 * is kept aside, so that an admin can give it to the next group with this name.
 * @throws `not-found`, `precondition-failed`
 */
export const removeGroup =
  (deps: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    id: string,
    { ifVersion }: { readonly ifVersion?: number | undefined },
  ): Promise<{ readonly changedRoles: number }> => {
    const { clock, audit, search } = deps;
    const { accountId } = actor;
    // The groups that contain it change as well.
    await lockAccount(tx, accountId);
    const group = await findGroupToWrite(tx, accountId, id, 'delete', ifVersion);
    const role = await roleGivenBy(tx, accountId, id);
    const mappings = role === undefined ? [] : await selectRoleMappings(tx, accountId);
    const mapping = mappings.find(({ groupId }) => groupId === id);
    const losing = role === undefined ? [] : await selectDirectMemberIds(tx, accountId, [id]);
    await leaveGroups(tx, accountId, id, clock.now());
    await releaseValues(tx, group);
    await search.forgetWords(tx, { accountId, kind: 'group', id });
    await emptyGroup(tx, accountId, id);
    // Forms assigned to the group stay.
    await deleteGroupRow(tx, accountId, id);
    const changedRoles = await followRoleMappings(deps, tx, actor, losing);
    if (mapping) {
      const { displayName: groupName } = group;
      const { credentialId } = actor;
      const ended = { ...mapping, groupName, endedAt: clock.now(), credentialId };
      await insertEndedRoleMapping(tx, accountId, { ...ended, people: changedRoles });
    }
    await addToCounter(tx, accountId, 'groups', id, -1);
    await audit.append(tx, actor, {
      action: 'group.delete',
      targetType: 'Group',
      targetId: id,
      detail: {
        displayName: group.displayName,
        ...(role !== undefined && { role, changedRoles }),
      },
    });
    return { changedRoles };
  };
