import type { Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { deleteEndedMapping } from './ended-role-mappings.store.ts';

/** Forgets a role mapping that ended when its group was deleted. Nobody's role changes. @throws AppError `not-found` */
export const dismissEndedRoleMapping =
  ({ audit }: Pick<DirectoryDeps, 'audit'>) =>
  async (tx: Tx, actor: Actor, groupId: string): Promise<void> => {
    const ended = await deleteEndedMapping(tx, actor.accountId, groupId);
    if (!ended) throw fail('not-found', 'No role mapping of a group with this id has ended.');
    await audit.append(tx, actor, {
      action: 'account.dismiss-role-mapping',
      targetType: 'Account',
      targetId: actor.accountId,
      detail: { groupName: ended.group_name, role: ended.role },
    });
  };
