import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf, isIn, lockAccount, textRows } from '#db/dialect.ts';
import { fail } from '#kernel/errors.ts';
import { groupIdsOf } from './group-links.store.ts';
import { quote } from './quote.ts';

/** A group, locked by the caller or made in this transaction, and what its caller may see. */
export interface Target {
  readonly accountId: string;
  readonly groupId: string;
  /** Break-glass users do not exist for the caller: they can neither be added nor removed. */
  readonly hidesProtected: boolean;
}

/** Which of the ids are not members yet; each once. */
export async function idsMissing(
  tx: Tx,
  { accountId, groupId }: Target,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ value: string }>`
    select distinct asked.value from ${textRows(tx, ids, 'asked')}
    where not exists (
      select 1 from memberships m
      where m.account_id = ${accountId} and m.group_id = ${groupId} and m.member_id = asked.value
    )
  `.execute(tx);
  return rows.map(({ value }) => value);
}

/**
 * Adds members that {@link idsMissing} found. Costs as many rows as there are ids, whatever the size
 * of the group.
 * @throws AppError `unknown-member` naming the first unknown id, `group-cycle`
 */
export async function addMembers(tx: Tx, target: Target, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const users = await existing(tx, 'users', target, ids);
  const groups =
    users.size === ids.length ? new Set<string>() : await existing(tx, 'groups', target, ids);
  const unknown = ids.find((id) => !users.has(id) && !groups.has(id));
  if (unknown !== undefined) {
    throw fail('unknown-member', `There is no user or group with the id ${quote(unknown)}.`, {
      at: 'members',
    });
  }
  if (groups.size > 0) await requireNoCycle(tx, target, groups);
  await insertMembers(tx, target, 'User', [...users]);
  await insertMembers(tx, target, 'Group', [...groups]);
}

/** Removes every member but those named, in one statement. Answers how many. */
export async function removeOthers(
  tx: Tx,
  { accountId, groupId, hidesProtected }: Target,
  ids: readonly string[],
): Promise<number> {
  const result = await tx
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .where(sql<boolean>`member_id not in (select kept.value from ${textRows(tx, ids, 'kept')})`)
    .$if(hidesProtected, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('users')
              .select('users.id')
              .where('users.account_id', '=', accountId)
              .whereRef('users.id', '=', 'memberships.member_id')
              .where('users.protected', '=', 1),
          ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Takes a user or group out of every group it is directly in, which changes those groups. */
export async function leaveGroups(
  tx: Tx,
  accountId: string,
  memberId: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('groups')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('account_id', '=', accountId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('memberships')
        .select('group_id')
        .where('account_id', '=', accountId)
        .where('member_id', '=', memberId),
    )
    .execute();
  await tx
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .execute();
}

async function existing(
  tx: Tx,
  table: 'users' | 'groups',
  { accountId, hidesProtected }: Target,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => isIn(tx, eb.ref('id'), ids))
    .$if(table === 'users' && hidesProtected, (query) => query.where(sql.ref('protected'), '=', 0))
    // None of them may be deleted before the membership is there to be deleted with it.
    .$if(engineOf(tx) === 'postgres', (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A group must not come to contain itself: no new member is the group or a group that it is in. */
async function requireNoCycle(
  tx: Tx,
  { accountId, groupId }: Target,
  added: ReadonlySet<string>,
): Promise<void> {
  // Two nestings at once could close a circle that neither sees.
  await lockAccount(tx, accountId);
  const above = new Set([groupId, ...(await groupIdsOf(tx, accountId, groupId))]);
  for (const id of added) {
    if (!above.has(id)) continue;
    throw fail(
      'group-cycle',
      `The group ${quote(id)} can't be a member: it would contain itself, directly or through others.`,
      { at: 'members' },
    );
  }
}

async function insertMembers(
  tx: Tx,
  { accountId, groupId }: Target,
  type: 'User' | 'Group',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into memberships (account_id, group_id, member_id, member_type)
    select ${accountId}, ${groupId}, added.value, ${type} from ${textRows(tx, ids, 'added')}
  `.execute(tx);
}
