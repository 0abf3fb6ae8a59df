import { type RawBuilder, sql } from 'kysely';
import { requireAccountLock } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { engineOf, isIn, textRows } from '#db/dialect.ts';
import { later } from '#db/flush.ts';
import { quoteShort } from '#directory/attributes/quote.ts';
import { fail } from '#kernel/errors.ts';
import { groupIdsOf } from './group-links.store.ts';
import { findByExternalId } from './waiting-members.store.ts';

/** A condition on memberships; the row is `e`. */
export type MemberCondition = RawBuilder<boolean>;

/** A group that the caller has locked or that this transaction created, and what its caller may see. */
export interface MembershipTarget {
  readonly accountId: string;
  readonly groupId: string;
  /** Break-glass users do not exist for the caller: they can neither be added nor removed. */
  readonly hidesProtected: boolean;
  /** The ids of removed members must be returned, however many they are. */
  readonly listsRemoved: boolean;
  /** Ids that name nobody are ignored; otherwise they are an error. */
  readonly skipsUnknown: boolean;
  /** Members may be named by externalId, and unknown ones may be created later, as provisioning needs it. */
  readonly awaits: boolean;
}

interface AddedMembers {
  readonly added: readonly string[];
  readonly unknown: readonly string[];
  readonly named: readonly string[];
}

/** Returns the ids that are not members yet, each once, in their order. */
export async function idsMissing(
  tx: Tx,
  { accountId, groupId }: MembershipTarget,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ value: string }>`
    select asked.value from ${textRows(tx, ids, 'asked')}
    where not exists (
      select 1 from memberships m
      where m.account_id = ${accountId} and m.group_id = ${groupId} and m.member_id = asked.value
    )
  `.execute(tx);
  const missing = new Set(rows.map(({ value }) => value));
  return missing.size === 0 ? [] : [...new Set(ids)].filter((id) => missing.has(id));
}

/**
 * Adds members that {@link idsMissing} found. Writes as many rows as there are ids, whatever the size of the group.
 * `named` holds the ids of those that provisioning names by externalId, whether or not they were members before.
 * @throws AppError `unknown-member` naming the first unknown id, `group-cycle`
 */
export async function addMembers(
  tx: Tx,
  target: MembershipTarget,
  ids: readonly string[],
): Promise<AddedMembers> {
  if (ids.length === 0) return { added: [], unknown: [], named: [] };
  const users = await existing(tx, 'users', target, ids);
  const groups =
    users.size === ids.length ? new Set<string>() : await existing(tx, 'groups', target, ids);
  const rest = ids.filter((id) => !users.has(id) && !groups.has(id));
  const named = target.awaits ? await findByExternalId(tx, target, rest) : NOBODY;
  const fresh = await idsMissing(tx, target, [...named.values()]);
  const unknown = rest.filter((id) => !named.has(id));
  const [first] = unknown;
  if (first !== undefined && !target.skipsUnknown) {
    throw fail('unknown-member', `There is no user or group with the id ${quoteShort(first)}.`, {
      at: 'members',
    });
  }
  if (groups.size > 0) await requireNoCycle(tx, target, groups);
  const people = [...new Set([...users, ...fresh])];
  await insertMembers(tx, target, 'User', people);
  await insertMembers(tx, target, 'Group', [...groups]);
  return { added: [...people, ...groups], unknown, named: [...named.values()] };
}

/** Removes members by id. @returns the ids that were members */
export async function removeMembers(
  tx: Tx,
  target: MembershipTarget,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    delete from memberships as e
    where ${inGroup(target)} and ${isIn(tx, sql.ref('e.member_id'), ids)} and ${removable(target)}
    returning member_id as id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Removes every member that meets the condition, in one statement. Returns the ids only when the target asks for them.
 */
export async function removeWhere(
  tx: Tx,
  target: MembershipTarget,
  condition: MemberCondition,
): Promise<{ readonly removed: number; readonly removedIds: readonly string[] }> {
  const deletion = sql`
    delete from memberships as e
    where ${inGroup(target)} and ${condition} and ${removable(target)}
  `;
  if (target.listsRemoved) {
    const { rows } = await sql<{ id: string }>`${deletion} returning member_id as id`.execute(tx);
    return { removed: rows.length, removedIds: rows.map(({ id }) => id) };
  }
  const { numAffectedRows } = await deletion.execute(tx);
  return { removed: Number(numAffectedRows ?? 0), removedIds: [] };
}

/** Returns the ids of the members that follow one, in order of id. */
export async function selectMemberIds(
  tx: Tx,
  { accountId, groupId }: MembershipTarget,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('member_id')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

const isAnybody: MemberCondition = sql<boolean>`true`;

/** Removes a user or group from every group that contains it directly, which changes those groups. */
export async function leaveGroups(
  tx: Tx,
  accountId: string,
  memberId: string,
  now: number,
): Promise<void> {
  const groupIds = tx
    .selectFrom('memberships')
    .select('group_id')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId);
  await tx
    .updateTable('groups')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('account_id', '=', accountId)
    .where('id', 'in', groupIds)
    .execute();
  // Deleted by group as well: for the member alone SQLite would read every membership of the account.
  await tx
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('group_id', 'in', groupIds)
    .where('member_id', '=', memberId)
    .execute();
}

const NOBODY: ReadonlyMap<string, string> = new Map();

const inGroup = ({ accountId, groupId }: MembershipTarget): MemberCondition =>
  sql<boolean>`e.account_id = ${accountId} and e.group_id = ${groupId}`;

const removable = ({ accountId, hidesProtected }: MembershipTarget): MemberCondition =>
  hidesProtected
    ? sql<boolean>`not exists (
        select 1 from users u
        where u.account_id = ${accountId} and u.id = e.member_id and u.protected = 1
      )`
    : isAnybody;

async function existing(
  tx: Tx,
  table: 'users' | 'groups',
  { accountId, hidesProtected }: MembershipTarget,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => isIn(tx, eb.ref('id'), ids))
    .$if(table === 'users' && hidesProtected, (query) => query.where(sql.ref('protected'), '=', 0))
    // None of them may be deleted before its membership exists, which would be deleted with it.
    .$if(engineOf(tx) === 'postgres', (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Checks that the group does not come to contain itself: no new member is the group or one that contains it. */
async function requireNoCycle(
  tx: Tx,
  { accountId, groupId }: MembershipTarget,
  added: ReadonlySet<string>,
): Promise<void> {
  // Two nestings at once could close a cycle that neither transaction sees.
  requireAccountLock(tx, accountId);
  const above = new Set([groupId, ...(await groupIdsOf(tx, accountId, groupId))]);
  for (const id of added) {
    if (!above.has(id)) continue;
    throw fail(
      'group-cycle',
      `The group ${quoteShort(id)} can't be a member, because it would contain itself, directly or through other groups.`,
      { at: 'members' },
    );
  }
}

async function insertMembers(
  tx: Tx,
  { accountId, groupId }: MembershipTarget,
  type: 'User' | 'Group',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const insert = sql`
    insert into memberships (account_id, group_id, member_id, member_type)
    select ${accountId}, ${groupId}, added.value, ${type} from ${textRows(tx, ids, 'added')}
  `;
  await later(tx, insert);
}
