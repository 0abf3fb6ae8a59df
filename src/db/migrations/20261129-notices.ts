import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The bell: what happened, the notices of people about it, and up to where due dates were told. */
export const notices: Migration = {
  name: '20261129-notices',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('bell_causes')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('subject_type', key, (c) => c.notNull())
      .addColumn('subject_id', key, (c) => c.notNull())
      .addColumn('key', key, (c) => c.notNull())
      .addColumn('recipients', key, (c) => c.notNull())
      .addColumn('by_user', key)
      .addColumn('outcome', key)
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('next_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('caused_by', key)
      .addPrimaryKeyConstraint('bell_causes_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createTable('bell_notices')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('key', key, (c) => c.notNull())
      .addColumn('subject_type', key, (c) => c.notNull())
      .addColumn('subjects', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('by_user', key)
      .addColumn('outcome', key)
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('read_at', 'bigint')
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('bell_notices_pkey', ['account_id', 'user_id', 'id'])
      .addForeignKeyConstraint(
        'bell_notices_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('bell_notices_by_key')
      .unique()
      .on('bell_notices')
      .columns(['account_id', 'user_id', 'key'])
      .execute();
    await tx.schema
      .createIndex('bell_notices_by_time')
      .on('bell_notices')
      .columns(['account_id', 'user_id', 'at', 'id'])
      .execute();
    await tx.schema
      .createIndex('bell_notices_unread')
      .on('bell_notices')
      .columns(['account_id', 'user_id', 'at', 'id'])
      .where(sql.ref('read_at'), 'is', null)
      .execute();
    await tx.schema
      .createIndex('bell_notices_changed')
      .on('bell_notices')
      .columns(['changed_at'])
      .execute();
    await tx.schema.createIndex('bell_notices_old').on('bell_notices').columns(['at']).execute();
    await tx.schema
      .createTable('bell_marks')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('name', key, (c) => c.notNull())
      .addColumn('due', 'bigint', (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('bell_marks_pkey', ['account_id', 'name'])
      .execute();
  },
};
