import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Authenticator apps, recovery codes, sign-ins that wait for a code, and whom an account asks for a second factor. */
export const secondFactors: Migration = {
  name: '20261124-second-factors',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .alterTable('accounts')
      .addColumn('second_factor_for', 'text', (c) => c.notNull().defaultTo('nobody'))
      .execute();
    await tx.schema
      .alterTable('accounts')
      .addColumn('second_factor_grace_days', 'integer', (c) => c.notNull().defaultTo(14))
      .execute();
    await tx.schema.alterTable('accounts').addColumn('second_factor_since', 'bigint').execute();
    await tx.schema.alterTable('users').addColumn('role_since', 'bigint').execute();
    await tx.schema
      .createTable('second_factors')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('second_factors_pkey', ['account_id', 'user_id'])
      .addForeignKeyConstraint(
        'second_factors_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createTable('recovery_codes')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('hash', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_pkey', ['account_id', 'user_id', 'hash'])
      .addForeignKeyConstraint(
        'recovery_codes_second_factor',
        ['account_id', 'user_id'],
        'second_factors',
        ['account_id', 'user_id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createTable('sign_in_steps')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('hash', key, (c) => c.notNull())
      .addColumn('stamp', 'integer', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sign_in_steps_pkey', ['account_id', 'user_id', 'hash'])
      .addForeignKeyConstraint(
        'sign_in_steps_second_factor',
        ['account_id', 'user_id'],
        'second_factors',
        ['account_id', 'user_id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('sign_in_steps__hash')
      .unique()
      .on('sign_in_steps')
      .columns(['account_id', 'hash'])
      .execute();
  },
};
