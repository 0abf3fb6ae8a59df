import { addToCounter } from '#db/counters.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { groupNameTaken, insertGroup, toGroup } from './groups.store.ts';
import { indexGroup } from './index-group.ts';
import { addMembers } from './memberships.store.ts';

export const createGroup =
  ({ clock, ids, audit }: DirectoryDeps): Directory['createGroup'] =>
  async (tx, actor, { attributes, members, origin }) => {
    const { accountId } = actor;
    const now = clock.now();
    const row = {
      ...indexGroup(attributes),
      account_id: accountId,
      id: ids.next(),
      origin,
      version: 1,
      created_at: now,
      updated_at: now,
    };
    if (!(await insertGroup(tx, row))) throw groupNameTaken();
    const added = [...new Set(members.map(({ value }) => value))];
    const target = { accountId, groupId: row.id, hidesProtected: actor.via === 'scim' };
    await addMembers(tx, target, added);
    await addToCounter(tx, accountId, 'groups', row.id, 1);
    await audit.append(tx, actor, {
      action: 'group.create',
      targetType: 'Group',
      targetId: row.id,
      detail: { displayName: row.display_name, added: added.length, origin },
    });
    return toGroup(row);
  };
