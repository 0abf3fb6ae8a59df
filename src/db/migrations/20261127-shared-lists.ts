import { type CreateTableBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Shared lists with their rows, and the templates that use them (docs/decisions/0070-rows-of-lists-have-lifetimes.md). */
export const sharedLists: Migration = {
  name: '20261127-shared-lists',
  oldestBeside: '0.1.0',
  async up(tx) {
    await createLists(tx);
    await createRows(tx);
    await createUses(tx);
  },
};

const keyOf = (tx: Tx) =>
  engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;

/** Stores rows in the primary key itself, for small rows (SQLite). */
const clustered = <T extends string, C extends string>(tx: Tx, table: CreateTableBuilder<T, C>) =>
  engineOf(tx) === 'postgres' ? table : table.modifyEnd(sql`without rowid`);

async function createLists(tx: Tx): Promise<void> {
  const key = keyOf(tx);
  await tx.schema
    .createTable('lists')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('key_column', 'text', (c) => c.notNull())
    .addColumn('label_column', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('last_seq', 'bigint', (c) => c.notNull())
    .addColumn('active_rows', 'integer', (c) => c.notNull())
    .addColumn('inactive_rows', 'integer', (c) => c.notNull())
    .addColumn('writer', key)
    .addColumn('writer_until', 'bigint')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('created_by', key, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('lists_pkey', ['account_id', 'id'])
    .execute();
  await tx.schema
    .createIndex('lists_by_name')
    .on('lists')
    .columns(['account_id', 'name_key', 'id'])
    .execute();
  await clustered(tx, tx.schema.createTable('list_grants'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('list_id', key, (c) => c.notNull())
    .addColumn('subject', key, (c) => c.notNull())
    .addColumn('subject_type', 'text', (c) => c.notNull())
    .addColumn('manage', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_grants_pkey', ['account_id', 'list_id', 'subject'])
    .execute();
  await tx.schema
    .createTable('list_versions')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('list_id', key, (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by_user', key, (c) => c.notNull())
    .addColumn('via', 'text', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
    .addColumn('deactivated', 'integer', (c) => c.notNull())
    .addColumn('active_rows', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_versions_pkey', ['account_id', 'list_id', 'number'])
    .execute();
}

async function createRows(tx: Tx): Promise<void> {
  const key = keyOf(tx);
  await tx.schema
    .createTable('list_rows')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('list_id', key, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('row_key', key, (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('until', 'integer', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('label_key', key, (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    // Last: SQLite reads through a large value to reach the columns after it.
    .addColumn('cells', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_rows_pkey', ['account_id', 'list_id', 'seq'])
    .execute();
  await tx.schema
    .createIndex('list_rows_by_key')
    .on('list_rows')
    .columns(['account_id', 'list_id', 'row_key', 'seq'])
    .execute();
  await tx.schema
    .createIndex('list_rows_by_label')
    .on('list_rows')
    .columns(['account_id', 'list_id', 'active', 'label_key', 'seq'])
    .execute();
  // Few rows are superseded: those of the last versions.
  await tx.schema
    .createIndex('list_rows_superseded')
    .on('list_rows')
    .columns(['account_id', 'list_id', 'until', 'seq'])
    .where(sql.ref('until'), '<', 2_147_483_647)
    .execute();
  await clustered(tx, tx.schema.createTable('list_words'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('list_id', key, (c) => c.notNull())
    .addColumn('word', key, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_words_pkey', ['account_id', 'list_id', 'word', 'seq'])
    .execute();
}

async function createUses(tx: Tx): Promise<void> {
  const key = keyOf(tx);
  await clustered(tx, tx.schema.createTable('template_lists'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('list_id', key, (c) => c.notNull())
    .addColumn('template_id', key, (c) => c.notNull())
    // Empty: the draft.
    .addColumn('version_id', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('template_lists_pkey', [
      'account_id',
      'list_id',
      'template_id',
      'version_id',
    ])
    .execute();
  // Lists whose rows are deleted step by step: those of a deleted list, and the oldest of another.
  await clustered(tx, tx.schema.createTable('list_cleanings'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('list_id', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('list_cleanings_pkey', ['account_id', 'list_id'])
    .execute();
}
