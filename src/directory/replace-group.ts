import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { requireVersion } from './find-to-write.ts';
import { lockGroup, toGroup, updateGroup } from './groups.store.ts';
import { indexGroup } from './index-group.ts';
import { addMembers, idsMissing, removeOthers, type Target } from './memberships.store.ts';
import type { Group, MemberInput } from './records.ts';

export const replaceGroup =
  ({ clock, audit }: DirectoryDeps): Directory['replaceGroup'] =>
  async (tx, actor, id, { attributes, members, ifVersion }) => {
    const { accountId } = actor;
    const before = await findGroupToWrite(tx, accountId, id, 'change', ifVersion);
    const target = { accountId, groupId: id, hidesProtected: actor.via === 'scim' };
    const { added, removed } = await replaceMembers(tx, target, members);
    const renamed = !isDeepStrictEqual(attributes, before.attributes);
    const origin = actor.via === 'scim' ? 'provisioned' : before.origin;
    const changed = renamed || added + removed > 0;
    if (!changed && origin === before.origin) return before;

    const columns = indexGroup(attributes);
    const after: Group = {
      ...before,
      displayName: columns.display_name,
      origin,
      attributes,
      ...(changed ? { version: before.version + 1, updatedAt: clock.now() } : {}),
    };
    await updateGroup(tx, before, {
      ...(renamed ? columns : {}),
      origin,
      version: after.version,
      updated_at: after.updatedAt,
    });
    if (changed) {
      await audit.append(tx, actor, {
        action: 'group.update',
        targetType: 'Group',
        targetId: id,
        detail: { displayName: after.displayName, added, removed },
      });
    }
    return after;
  };

/** The group that a write is about, locked. @throws AppError `not-found`, `precondition-failed` */
export async function findGroupToWrite(
  tx: Tx,
  accountId: string,
  id: string,
  to: 'change' | 'delete',
  ifVersion: number | undefined,
): Promise<Group> {
  const row = await lockGroup(tx, accountId, id, to);
  if (!row) throw fail('not-found', 'There is no group with this id.');
  requireVersion('group', row.version, ifVersion);
  return toGroup(row);
}

/** Only rows that differ are touched. */
async function replaceMembers(
  tx: Tx,
  target: Target,
  members: readonly MemberInput[] | undefined,
): Promise<{ readonly added: number; readonly removed: number }> {
  if (!members) return { added: 0, removed: 0 };
  const ids = members.map(({ value }) => value);
  const removed = await removeOthers(tx, target, ids);
  const missing = await idsMissing(tx, target, ids);
  await addMembers(tx, target, missing);
  return { added: missing.length, removed };
}
