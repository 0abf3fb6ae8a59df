import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import { indexGroup } from '#directory/attributes/index-group.ts';
import { requireRoom } from '#directory/attributes/max-attributes.ts';
import { groupText } from '#directory/attributes/search-texts.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { toGroup } from '#directory/rows/groups.store.ts';
import type { WrittenGroup } from '#directory/rows/records.ts';
import { insertNamedGroup } from '#directory/uniqueness/claim-name.ts';
import { claimValues } from '#directory/uniqueness/unique-values.store.ts';
import type { Actor } from '#kernel/actor.ts';
import { changeMembers, membershipDetail } from './change-members.ts';
import type { NewGroup } from './group-inputs.ts';

/** @throws `group-name-taken`, `value-taken`, `unknown-member`, `invalid-value` */
export const createGroup =
  ({ clock, ids, audit, search, comparisons, unique }: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { attributes, members, origin, unknownMembers }: NewGroup,
  ): Promise<WrittenGroup> => {
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
    await insertNamedGroup(tx, row);
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
