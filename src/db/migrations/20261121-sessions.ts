import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Web sessions with their names, origin and checks. Nothing ever wrote to the table of before. */
export const sessions: Migration = {
  name: '20261121-sessions',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.dropTable('sessions').execute();
    await tx.schema
      .createTable('sessions')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('hash', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('stamp', 'integer', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('ip', 'text', (c) => c.notNull())
      .addColumn('agent', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sessions_pkey', ['account_id', 'hash'])
      .execute();
    await tx.schema
      .createIndex('sessions_by_user_id_id')
      .on('sessions')
      .columns(['account_id', 'user_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('sessions_by_expires_at')
      .on('sessions')
      .columns(['expires_at'])
      .execute();
    await tx.schema
      .createTable('last_sign_ins')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('last_sign_ins_pkey', ['account_id', 'user_id'])
      .addForeignKeyConstraint(
        'last_sign_ins_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
  },
};
