import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { cascade, index, ofAccount, required, type Shape, startsAs } from './table.ts';

/** Users, the values that filters search, and the names of users who were deleted and not erased. */
export async function createUsers(tx: Tx, shape: Shape): Promise<void> {
  await createUserTable(tx, shape);
  await createUserIndexes(tx);
  await createUserValues(tx, shape);
  await createFormerUsers(tx, shape);
}

async function createUserTable(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('users')
    .addColumn('account_id', key, ofAccount)
    .addColumn('id', key, required)
    .addColumn('user_name', 'text', required)
    .addColumn('user_name_key', key, required)
    .addColumn('external_id', key)
    .addColumn('display_name', 'text')
    .addColumn('display_name_key', key)
    // Whether the user has access. The identity provider's value is in scim_active, which SCIM filters use.
    .addColumn('active', 'integer', required)
    .addColumn('scim_active', 'integer', startsAs(1))
    .addColumn('blocked_at', 'bigint')
    .addColumn('role', 'text', required)
    .addColumn('role_since', 'bigint')
    .addColumn('origin', 'text', required)
    .addColumn('provisioned_by', 'text')
    .addColumn('protected', 'integer', required)
    .addColumn('manager_id', key)
    .addColumn('password_hash', 'text')
    // Ids of credentials. Sessions that began with a password end with the credential that set it. A password reset by
    // mail counts as set by the credential that set the e-mail addresses.
    .addColumn('password_set_by', 'text')
    .addColumn('emails_set_by', 'text')
    .addColumn('password_despite_sso', 'integer', startsAs(0))
    .addColumn('stamp', 'integer', required)
    .addColumn('version', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    // Last: SQLite reads through a large value to reach the columns after it.
    .addColumn('attributes', 'text', required)
    .addColumn('folded', 'text', required)
    .addPrimaryKeyConstraint('users_pkey', ['account_id', 'id'])
    .execute();
}

async function createUserIndexes(tx: Tx): Promise<void> {
  const users = (name: string, columns: readonly string[]) =>
    index(tx, `users_${name}`, 'users', columns);
  await users('_user_name_key', ['account_id', 'user_name_key']).unique().execute();
  await users('by_external_id_id', ['account_id', 'external_id', 'id']).execute();
  await users('by_display_name_key_id', ['account_id', 'display_name_key', 'id']).execute();
  await users('by_manager_id_id', ['account_id', 'manager_id', 'id']).execute();
  await users('by_role_active_id', ['account_id', 'role', 'active', 'id']).execute();
  await users('by_created_at_id', ['account_id', 'created_at', 'id']).execute();
  await users('by_updated_at_id', ['account_id', 'updated_at', 'id']).execute();
  // Few users are protected: counting them must not read all users.
  await users('by_protected', ['account_id', 'id']).where(sql.ref('protected'), '=', 1).execute();
  // Lists of the web app filtered by properties that few users have, without reading all users.
  await users('inactive_by_name', ['account_id', 'user_name_key', 'id'])
    .where(sql.ref('active'), '=', 0)
    .execute();
  await users('local_by_name', ['account_id', 'user_name_key', 'id'])
    .where(sql.ref('origin'), '=', 'local')
    .execute();
  await users('with_role_by_name', ['account_id', 'role', 'user_name_key', 'id'])
    .where(sql.ref('role'), '<>', 'member')
    .execute();
  // Finds users by user name alone, in any account, to sign in.
  await users('by_name_anywhere', ['user_name_key', 'account_id']).execute();
}

async function createUserValues(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await clustered(tx.schema.createTable('user_values'))
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('attribute', key, required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('value_key', key)
    .addColumn('type_key', key)
    .addColumn('is_primary', 'integer', required)
    .addColumn('folded', 'text', required)
    .addPrimaryKeyConstraint('user_values_pkey', ['account_id', 'user_id', 'attribute', 'ordinal'])
    .addForeignKeyConstraint(
      'user_values_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await index(tx, 'user_values_by_attribute_value_key_user_id', 'user_values', [
    ...['account_id', 'attribute', 'value_key', 'user_id'],
  ]).execute();
  // Finds users by e-mail address, in any account, to sign in.
  await index(tx, 'user_emails_anywhere', 'user_values', ['value_key', 'account_id', 'user_id'])
    .where(sql.ref('attribute'), '=', 'emails')
    .execute();
}

async function createFormerUsers(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('former_users')
    .addColumn('account_id', key, ofAccount)
    .addColumn('id', key, required)
    .addColumn('user_name', 'text', required)
    .addColumn('user_name_key', key, required)
    .addColumn('display_name', 'text')
    .addColumn('display_name_key', key)
    .addColumn('deleted_at', 'bigint', required)
    // Sealed externalId and e-mail addresses, with which erasure finds records that name the user.
    .addColumn('known_as', 'text')
    .addPrimaryKeyConstraint('former_users_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'former_users_by_name', 'former_users', [
    ...['account_id', 'user_name_key', 'deleted_at'],
  ]).execute();
  await index(tx, 'former_users_by_deletion', 'former_users', [
    ...['account_id', 'deleted_at', 'id'],
  ]).execute();
}
