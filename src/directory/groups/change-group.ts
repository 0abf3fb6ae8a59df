import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { Comparisons } from '#directory/attributes/folding.ts';
import { type IndexedGroup, indexGroup } from '#directory/attributes/index-group.ts';
import { requireRoom } from '#directory/attributes/max-attributes.ts';
import { groupText } from '#directory/attributes/search-texts.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { findGroupToWrite } from '#directory/rows/find-to-write.ts';
import { countRename, updateGroup } from '#directory/rows/groups.store.ts';
import type { Group, WrittenGroup } from '#directory/rows/records.ts';
import { claimGroupName } from '#directory/uniqueness/claim-name.ts';
import { changeValues } from '#directory/uniqueness/unique-values.store.ts';
import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';
import { changeMembers, membershipDetail } from './change-members.ts';
import { decidesRolesOf, followMembership, isRoleGivenBy } from './follow-role-mappings.ts';
import type { GroupChange } from './group-inputs.ts';

/**
 * Changes a group or its membership. Adding and removing members costs as much as the change, whatever the size of the
 * group; a replacement reads the membership in batches. A write that changes nothing leaves version and times alone.
 * @throws AppError `not-found`, `precondition-failed`, `group-cycle` and those of createGroup
 */
export const changeGroup =
  (deps: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    id: string,
    { change, ifVersion, unknownMembers }: GroupChange,
  ): Promise<WrittenGroup> => {
    const { clock, audit, comparisons } = deps;
    const { accountId } = actor;
    const [before, givesRole] = await Promise.all([
      findGroupToWrite(tx, accountId, id, 'change', ifVersion),
      isRoleGivenBy(tx, accountId, id),
    ]);
    const { attributes, members } = change(before);
    const decidesRoles = decidesRolesOf(tx, accountId, givesRole, members.length);
    const target = {
      accountId,
      groupId: id,
      listsRemoved: decidesRoles,
      hidesProtected: actor.via === 'scim',
      skipsUnknown: unknownMembers === 'skip',
      awaits: actor.via === 'scim',
    };
    const effect = await changeMembers(tx, target, members, clock.now());
    const { removed, unknown } = effect;
    const written = (group: Group) => ({ group, unknownMembers: unknown, removed });
    const redescribed = !isDeepStrictEqual(attributes, before.attributes);
    const origin = actor.via === 'scim' ? 'provisioned' : before.origin;
    const changed = redescribed || effect.added + effect.removed > 0;
    if (!changed && origin === before.origin) return written(before);

    const columns = redescribed ? await columnsOf(tx, attributes, before, comparisons) : undefined;
    const after: Group = {
      ...before,
      displayName: columns?.display_name ?? before.displayName,
      origin,
      attributes,
      ...(changed ? { version: before.version + 1, updatedAt: clock.now() } : {}),
    };
    await updateGroup(tx, before, {
      ...columns,
      origin,
      version: after.version,
      updated_at: after.updatedAt,
    });
    if (redescribed) await followDescription(deps, tx, before, after);
    if (changed) {
      await audit.append(tx, actor, {
        action: 'group.update',
        targetType: 'Group',
        targetId: id,
        detail: { displayName: after.displayName, ...membershipDetail(effect) },
      });
    }
    await followMembership(deps, tx, actor, { target, effect });
    return written(after);
  };

/** Updates what depends on a group's attributes: groups that contain it, unique values and search words. */
async function followDescription(
  { search, unique }: DirectoryDeps,
  tx: Tx,
  before: Group,
  after: Group,
): Promise<void> {
  const { accountId, id } = before;
  if (after.displayName !== before.displayName) await countRename(tx, accountId, id);
  await changeValues(tx, before, after.attributes, unique);
  await search.indexWords(tx, { accountId, kind: 'group', id }, groupText(after.attributes));
}

/** Returns the columns of new attributes; the group has the name in them already. */
async function columnsOf(
  tx: Tx,
  attributes: JsonObject,
  before: Group,
  comparisons: Comparisons | undefined,
): Promise<IndexedGroup> {
  const columns = indexGroup(attributes, comparisons);
  requireRoom(columns.attributes, JSON.stringify(before.attributes));
  await claimGroupName(tx, before, columns.display_name_key);
  return columns;
}
