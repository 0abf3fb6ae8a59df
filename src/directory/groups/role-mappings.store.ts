import { sql } from 'kysely';
import { requireAccountLock } from '#db/account-lock.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import type { Role } from '#directory/rows/records.ts';

/** A role that everybody in a group has, directly or through other groups. */
export interface RoleMapping {
  readonly groupId: string;
  readonly role: Role;
}

/** Returns the mappings in order of group id. */
export async function selectRoleMappings(
  db: Reader,
  accountId: string,
): Promise<readonly RoleMapping[]> {
  const rows = await db
    .selectFrom('role_mappings')
    .select(['group_id', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('group_id')
    .execute();
  return rows.map((row) => ({ groupId: row.group_id, role: row.role }));
}

export async function replaceRoleMappings(
  tx: Tx,
  accountId: string,
  mappings: readonly RoleMapping[],
): Promise<void> {
  await tx.deleteFrom('role_mappings').where('account_id', '=', accountId).execute();
  if (mappings.length === 0) return;
  await tx
    .insertInto('role_mappings')
    .values(
      mappings.map(({ groupId, role }) => ({ account_id: accountId, group_id: groupId, role })),
    )
    .execute();
}

/** Returns the ids that are groups. */
export async function selectGroupIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Locks groups, so that nobody changes their membership until the transaction ends. */
export async function lockGroups(
  tx: Tx,
  accountId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  // On SQLite, BEGIN IMMEDIATE already is the lock.
  if (engineOf(tx) === 'sqlite' || ids.size === 0) return;
  await tx
    .selectFrom('groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(tx, sql.ref('id'), [...ids]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns the ids of all direct members of the groups. */
export async function selectDirectMemberIds(
  db: Reader,
  accountId: string,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('member_id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('group_id'), groupIds))
    .execute();
  return rows.map((row) => row.member_id);
}

export interface RoleHolder {
  readonly id: string;
  readonly role: Role;
}

/**
 * Returns the ids that are users visible to provisioning, in order of id, with their roles. Until the transaction
 * ends, nobody else changes them or derives their role from other groups.
 */
export async function lockRoleHolders(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<readonly RoleHolder[]> {
  const holders = await selectRoleHolders(tx, accountId, ids);
  if (engineOf(tx) === 'sqlite') return holders;
  requireAccountLock(tx, accountId);
  return await roleHolders(tx, accountId, ids).forNoKeyUpdate().execute();
}

const selectRoleHolders = (
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<readonly RoleHolder[]> => roleHolders(db, accountId, ids).execute();

const roleHolders = (db: Reader, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('account_id', '=', accountId)
    .where('protected', '=', 0)
    .where(isIn(db, sql.ref('id'), ids))
    .orderBy('id');
