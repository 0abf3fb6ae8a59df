import { addToCounter } from '#db/counters.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { findGroupToWrite } from './find-to-write.ts';
import { leaveGroups } from './memberships.store.ts';
import { releaseValues } from './unique-values.store.ts';

export const deleteGroup =
  ({ clock, audit }: DirectoryDeps): Directory['deleteGroup'] =>
  async (tx, actor, id, { ifVersion }) => {
    const { accountId } = actor;
    const group = await findGroupToWrite(tx, accountId, id, 'delete', ifVersion);
    await leaveGroups(tx, accountId, id, clock.now());
    await releaseValues(tx, group);
    // Its own membership rows go with it. Forms assigned to the group stay.
    await tx
      .deleteFrom('groups')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    await addToCounter(tx, accountId, 'groups', id, -1);
    await audit.append(tx, actor, {
      action: 'group.delete',
      targetType: 'Group',
      targetId: id,
      detail: { displayName: group.displayName },
    });
  };
