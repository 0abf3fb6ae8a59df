import type { Tx } from '#db/database.ts';
import { index, ofAccount, primary, required, type Shape, startsAs } from './table.ts';

/** Accounts with their settings, and their counters. */
export async function createAccounts(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('accounts')
    .addColumn('id', key, primary)
    .addColumn('code', key, required)
    .addColumn('name', 'text', required)
    .addColumn('active', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('time_zone', 'text', startsAs('UTC'))
    .addColumn('basic_allowed', 'integer', required)
    .addColumn('password_min_length', 'integer', startsAs(15))
    .addColumn('password_min_length_scim', 'integer', startsAs(8))
    // bigint, because times in milliseconds are computed from them.
    .addColumn('session_idle_seconds', 'bigint', startsAs(1800))
    .addColumn('session_longest_seconds', 'bigint', startsAs(43_200))
    .addColumn('sso_only', 'integer', startsAs(0))
    .addColumn('second_factor_for', 'text', startsAs('nobody'))
    .addColumn('second_factor_grace_days', 'integer', startsAs(14))
    .addColumn('second_factor_since', 'bigint')
    .addColumn('provisioning', 'text', startsAs('on'))
    .addColumn('provisioning_log_days', 'integer', startsAs(30))
    .addColumn('keeps_omitted_members', 'integer', startsAs(0))
    .addColumn('managers_by_name', 'integer', startsAs(0))
    .addColumn('quota_file_bytes', 'bigint')
    .addColumn('quota_forms', 'bigint')
    .execute();
  await index(tx, 'accounts__code', 'accounts', ['code']).unique().execute();
  await clustered(tx.schema.createTable('counters'))
    .addColumn('account_id', key, required)
    .addColumn('name', key, required)
    .addColumn('shard', 'integer', required)
    .addColumn('value', 'bigint', required)
    .addPrimaryKeyConstraint('counters_pkey', ['account_id', 'name', 'shard'])
    .execute();
  await tx.schema
    .createTable('upload_days')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('day', 'integer', required)
    .addColumn('bytes', 'bigint', required)
    .addPrimaryKeyConstraint('upload_days_pkey', ['account_id', 'user_id'])
    .execute();
}

/** Values that an operator's schema declares unique within an account: one row per value. */
export async function createUniqueValues(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await clustered(tx.schema.createTable('unique_values'))
    .addColumn('account_id', key, ofAccount)
    .addColumn('attribute', key, required)
    .addColumn('value_key', key, required)
    .addColumn('owner_id', key, required)
    .addPrimaryKeyConstraint('unique_values_pkey', ['account_id', 'attribute', 'value_key'])
    .execute();
  await index(tx, 'unique_values_by_owner_id', 'unique_values', [
    'account_id',
    'owner_id',
    'attribute',
  ]).execute();
}
