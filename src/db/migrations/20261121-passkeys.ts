import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Passkeys that people sign in with, and the challenges that authenticators answer. */
export const passkeys: Migration = {
  name: '20261121-passkeys',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('passkeys')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('credential_id', key, (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .addPrimaryKeyConstraint('passkeys_pkey', ['account_id', 'user_id', 'id'])
      .addForeignKeyConstraint(
        'passkeys_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('passkeys__credential_id')
      .unique()
      .on('passkeys')
      .columns(['account_id', 'credential_id'])
      .execute();
    // Of nobody yet: who signs in says only with the answer who they are.
    await tx.schema
      .createTable('passkey_challenges')
      .addColumn('hash', key, (c) => c.notNull().primaryKey())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
