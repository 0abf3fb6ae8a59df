import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf, uniqueViolation } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import { withManager } from '#directory/attributes/index-user.ts';
import type { User } from './records.ts';
import { nameTaken } from './user-names.store.ts';

/** The columns that toUser needs; the password hash is not among them. */
export const userColumns = [
  'account_id',
  'id',
  'user_name',
  'active',
  'blocked_at',
  'role',
  'origin',
  'protected',
  'manager_id',
  'stamp',
  'version',
  'attributes',
  'created_at',
  'updated_at',
] as const;

export type StoredUser = Selectable<Tables['users']>;
export type UserRow = Pick<StoredUser, (typeof userColumns)[number]>;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    accountId: row.account_id,
    userName: row.user_name,
    active: row.active === 1,
    blockedAt: row.blocked_at ?? undefined,
    role: row.role,
    origin: row.origin,
    protected: row.protected === 1,
    stamp: row.stamp,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    attributes: withManager(JSON.parse(row.attributes), row.manager_id),
  };
}

const storedColumns = [
  ...userColumns,
  'scim_active',
  'user_name_key',
  'external_id',
  'display_name',
  'display_name_key',
  'password_hash',
  'password_set_by',
  'emails_set_by',
  'provisioned_by',
  'folded',
] as const satisfies readonly (keyof StoredUser)[];

const insertOne = precompile<{ id: string }, StoredUser>((db, row) => ({
  compile: () =>
    sql<{ id: string }>`
      insert into users (${sql.join(storedColumns.map((name) => sql.ref(name)))})
      values (${sql.join(storedColumns.map((name) => row[name]))})
      on conflict (account_id, user_name_key) do nothing
      returning id
    `.compile(db),
}));

/** Inserts a user. @returns false when the userName is taken; the transaction can continue. */
export async function insertUser(tx: Tx, row: StoredUser): Promise<boolean> {
  const rows = await insertOne(tx, row);
  return rows.length === 1;
}

/**
 * Reads a user to change or delete it, and locks it until the transaction ends. A lock for a change still lets others
 * name the user as member or manager, a lock for a deletion does not.
 */
export async function lockUser(
  tx: Tx,
  accountId: string,
  id: string,
  to: 'change' | 'delete',
): Promise<UserRow | undefined> {
  return await tx
    .selectFrom('users')
    .select(userColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(engineOf(tx) === 'postgres', (query) =>
      to === 'change' ? query.forNoKeyUpdate() : query.forUpdate(),
    )
    .executeTakeFirst();
}

/** @throws AppError `user-name-taken` when another transaction took the name meanwhile */
export async function updateUser(
  tx: Tx,
  user: { readonly accountId: string; readonly id: string },
  change: Updateable<Tables['users']>,
): Promise<void> {
  try {
    await tx
      .updateTable('users')
      .set(change)
      .where('account_id', '=', user.accountId)
      .where('id', '=', user.id)
      .execute();
  } catch (error) {
    if (uniqueViolation(error) === 'users.user_name_key') throw nameTaken({ cause: error });
    throw error;
  }
}

/** Ends the web sessions of a user; the caller raises the stamp, which ends the tokens. */
export async function deleteSessions(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes the row of a user, and with it those of the user's values. */
export async function deleteUserRow(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('users').where('account_id', '=', accountId).where('id', '=', id).execute();
}
