import { isDeepStrictEqual } from 'node:util';
import { lockAccount, requireAccountLock } from '#db/account-lock.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { findUserToWrite } from '#directory/rows/find-to-write.ts';
import type { GroupLink, Role } from '#directory/rows/records.ts';
import { changeRole } from '#directory/ways-in/change-role.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import type { MembershipEffect } from './change-members.ts';
import { forgetMappedAgain } from './ended-role-mappings.store.ts';
import { groupIdsOf, readGroupLinks } from './group-links.store.ts';
import type { MembershipTarget } from './memberships.store.ts';
import {
  lockGroups,
  lockRoleHolders,
  type RoleMapping,
  replaceRoleMappings,
  selectDirectMemberIds,
  selectGroupIds,
  selectRoleMappings,
} from './role-mappings.store.ts';

/** The most people whose role a change of the mappings may change in one transaction. */
const MOST_PEOPLE = 10_000;
/** The number of people checked together. */
const AT_ONCE = 500;

const RANKS: readonly Role[] = ['member', 'designer', 'admin'];

/**
 * Tells whether the membership of a group decides anybody's role, because the group or one that contains it is mapped.
 * If so, the transaction must hold the account's lock.
 */
export async function decidesRoles(
  tx: Tx,
  accountId: string,
  groupId: string,
  changes: number,
): Promise<boolean> {
  return (
    changes > 0 &&
    decidesRolesOf(tx, accountId, await isRoleGivenBy(tx, accountId, groupId), changes)
  );
}

/** Like {@link decidesRoles}, of a group of which it is known whether it gives a role. */
export function decidesRolesOf(
  tx: Tx,
  accountId: string,
  givesRole: boolean,
  changes: number,
): boolean {
  if (!givesRole || changes === 0) return false;
  requireAccountLock(tx, accountId);
  return true;
}

/** Returns whether a role is mapped to the group or to one that contains it. */
export const isRoleGivenBy = async (
  db: Reader,
  accountId: string,
  groupId: string,
): Promise<boolean> => (await roleGivenBy(db, accountId, groupId)) !== undefined;

/** Returns the highest role mapped to the group or to one that contains it; undefined when none is mapped. */
export async function roleGivenBy(
  db: Reader,
  accountId: string,
  groupId: string,
): Promise<Role | undefined> {
  const mappings = await selectRoleMappings(db, accountId);
  if (mappings.length === 0) return undefined;
  const above = new Set([groupId, ...(await groupIdsOf(db, accountId, groupId))]);
  const giving = mappings.filter((mapping) => above.has(mapping.groupId));
  return giving.length === 0 ? undefined : highest(giving);
}

/**
 * Updates the roles of the people whom a change of a group's membership added or removed. @throws AppError
 * `last-admin`.
 */
export async function followMembership(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  { target, effect }: { readonly target: MembershipTarget; readonly effect: MembershipEffect },
): Promise<void> {
  if (!target.listsRemoved) return;
  await followRoleMappings(deps, tx, actor, [...effect.addedIds, ...effect.removedIds]);
}

/**
 * Gives everybody among the ids, and everybody in the groups among them, the highest role of their mapped groups;
 * people in none of them become members. Runs in the transaction of the change that caused it.
 * @returns the number of people whose role changed.
 * @throws AppError `last-admin`.
 */
export async function followRoleMappings(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  memberIds: readonly string[],
): Promise<number> {
  let changed = 0;
  const { accountId } = actor;
  const mappings = await selectRoleMappings(tx, accountId);
  const people = [...(await peopleIn(tx, accountId, memberIds))].toSorted();
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const holders = await lockRoleHolders(tx, accountId, people.slice(from, from + AT_ONCE));
    const ids = holders.map(({ id }) => id);
    const links = await readGroupLinks(tx, accountId, ids);
    for (const { id, role } of holders) {
      const wanted = roleOf(mappings, links.get(id) ?? []);
      if (wanted === role) continue;
      await giveRole(deps, tx, actor, id, wanted);
      changed += 1;
    }
  }
  return changed;
}

/**
 * Replaces all mappings, and gives everybody in a group that is or was mapped the role that follows: the
 * highest of their mapped groups, or member.
 * @param from the mappings that the change was made to, in any order
 * @throws `precondition-failed` when others are stored by now, `invalid-value`, `too-many`, `last-admin`
 */
export const setRoleMappings =
  (deps: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    mappings: readonly RoleMapping[],
    from?: readonly RoleMapping[],
  ): Promise<void> => {
    const { accountId } = actor;
    // Changes of the mappings run one after the other, and no group is put into another meanwhile.
    await lockAccount(tx, accountId);
    const before = await selectRoleMappings(tx, accountId);
    if (
      from !== undefined &&
      !isDeepStrictEqual(new Set(from.map(textOf)), new Set(before.map(textOf)))
    ) {
      throw fail(
        'precondition-failed',
        'Somebody else has changed the role mappings, or a mapped group was deleted. Read them again.',
      );
    }
    const named = mappings.map(({ groupId }) => groupId);
    const groups = [...new Set([...before.map(({ groupId }) => groupId), ...named])];
    // People who join or leave meanwhile wait for this lock, so they are counted here or see the new mappings.
    await lockGroups(tx, accountId, (await membersIn(tx, accountId, groups)).groups);
    const known = await selectGroupIds(tx, accountId, named);
    const unknown = named.find((id, i) => !known.has(id) || named.indexOf(id) !== i);
    if (unknown !== undefined) {
      throw fail(
        'invalid-value',
        'Every mapping must name an existing group of the account, and no group may appear twice.',
        { at: 'items', because: { reason: 'unknown-groups' } },
      );
    }
    const { people } = await membersIn(tx, accountId, groups);
    if (people.size > MOST_PEOPLE) {
      throw fail(
        'too-many',
        `These groups have more than ${MOST_PEOPLE} members together. Map smaller groups.`,
        { at: 'items', because: { reason: 'most-people', limit: MOST_PEOPLE } },
      );
    }
    await replaceRoleMappings(tx, accountId, mappings);
    await forgetMappedAgain(tx, accountId);
    await deps.audit.append(tx, actor, {
      action: 'account.set-role-mappings',
      targetType: 'Account',
      targetId: accountId,
      detail: {
        from: before.map(textOf),
        to: mappings.map(textOf),
      },
    });
    await followRoleMappings(deps, tx, actor, [...people]);
  };

const textOf = ({ groupId, role }: RoleMapping): string => `${groupId} ${role}`;

async function giveRole(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  id: string,
  role: Role,
): Promise<void> {
  const before = await findUserToWrite(tx, actor.accountId, { id, to: 'change' });
  await changeRole(deps, tx, actor, before, { role, detail: { because: 'role-mapping' } });
}

/** Returns the people of {@link membersIn}, with the groups locked, so that nobody joins or leaves them meanwhile. */
async function peopleIn(
  tx: Tx,
  accountId: string,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const locked = new Set<string>();
  for (;;) {
    const { people, groups } = await membersIn(tx, accountId, memberIds);
    if ([...groups].every((id) => locked.has(id))) return people;
    await lockGroups(tx, accountId, groups);
    for (const id of groups) locked.add(id);
  }
}

/** Returns the ids that are not groups, with everybody in the groups at any depth, and these groups. */
async function membersIn(
  tx: Tx,
  accountId: string,
  memberIds: readonly string[],
): Promise<{ readonly people: ReadonlySet<string>; readonly groups: ReadonlySet<string> }> {
  const people = new Set<string>();
  const seen = new Set<string>();
  for (let level = [...new Set(memberIds)]; level.length > 0; ) {
    const found = await selectGroupIds(tx, accountId, level);
    for (const id of level) if (!found.has(id)) people.add(id);
    const fresh = [...found].filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    level =
      fresh.length === 0 ? [] : [...new Set(await selectDirectMemberIds(tx, accountId, fresh))];
  }
  return { people, groups: seen };
}

function roleOf(mappings: readonly RoleMapping[], links: readonly GroupLink[]): Role {
  const groups = new Set(links.map(({ id }) => id));
  return highest(mappings.filter(({ groupId }) => groups.has(groupId)));
}

/** Returns the highest role of the mappings; member when there are none. */
function highest(mappings: readonly RoleMapping[]): Role {
  const ranks = mappings.map(({ role }) => RANKS.indexOf(role));
  return RANKS[Math.max(0, ...ranks)] ?? 'member';
}
