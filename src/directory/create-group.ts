import { addToCounter } from '#db/counters.ts';
import { changeMembers, membershipDetail } from './change-members.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { groupNameTaken, insertGroup, toGroup } from './groups.store.ts';
import { indexGroup } from './index-group.ts';
import { requireRoom } from './max-attributes.ts';
import { groupText } from './search-texts.ts';
import { claimValues } from './unique-values.store.ts';

export const createGroup =
  ({ clock, ids, audit, search, comparisons, unique }: DirectoryDeps): Directory['createGroup'] =>
  async (tx, actor, { attributes, members, origin, unknownMembers }) => {
    const { accountId } = actor;
    const now = clock.now();
    const row = {
      ...indexGroup(attributes, comparisons),
      account_id: accountId,
      id: ids.next(),
      origin,
      version: 1,
      renames: 0,
      created_at: now,
      updated_at: now,
    };
    requireRoom(row.attributes);
    if (!(await insertGroup(tx, row))) throw groupNameTaken();
    await claimValues(tx, { accountId, id: row.id }, attributes, unique);
    const found = { accountId, kind: 'group', id: row.id } as const;
    await search.indexWords(tx, found, groupText(attributes), { isNew: true });
    const target = {
      accountId,
      groupId: row.id,
      listsRemoved: false,
      hidesProtected: actor.via === 'scim',
      skipsUnknown: unknownMembers === 'skip',
      awaits: actor.via === 'scim',
    };
    const effect = await changeMembers(tx, target, [{ kind: 'add', members }], now);
    await addToCounter(tx, accountId, 'groups', row.id, 1);
    await audit.append(tx, actor, {
      action: 'group.create',
      targetType: 'Group',
      targetId: row.id,
      detail: { displayName: row.display_name, origin, ...membershipDetail(effect) },
    });
    return { group: toGroup(row), unknownMembers: effect.unknown, removed: 0 };
  };
