import { type ColumnDefinitionBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

const required = (c: ColumnDefinitionBuilder) => c.notNull();
const zero = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0);

/** Links by which people without an account fill in forms. */
export const publicLinks: Migration = {
  name: '20261127-public-links',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema
      .alterTable('accounts')
      .addColumn('public_links_allowed', 'integer', zero)
      .execute();
    await createLinks(tx);
    await createSessions(tx);
  },
};

const keyOf = (tx: Tx) =>
  engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;

async function createLinks(tx: Tx): Promise<void> {
  const key = keyOf(tx);
  await tx.schema
    .createTable('public_links')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, required)
    .addColumn('template_id', key, required)
    .addColumn('name', 'text', required)
    .addColumn('token_hash', key, required)
    .addColumn('secrets', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('opens_at', 'bigint')
    .addColumn('closes_at', 'bigint')
    .addColumn('max_answers', 'integer')
    .addColumn('answer_count', 'integer', zero)
    .addColumn('code_hash', 'text')
    .addColumn('once_per_browser', 'integer', zero)
    .addColumn('proof_of_work', 'integer', zero)
    .addColumn('thank_you', 'text')
    .addColumn('revision', 'integer', required)
    .addColumn('created_by', key, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('public_links_pkey', ['account_id', 'id'])
    .execute();
  await tx.schema
    .createIndex('public_links__token_hash')
    .on('public_links')
    .columns(['account_id', 'token_hash'])
    .unique()
    .execute();
  await tx.schema
    .createIndex('public_links_by_template')
    .on('public_links')
    .columns(['account_id', 'template_id', 'id'])
    .execute();
}

async function createSessions(tx: Tx): Promise<void> {
  const key = keyOf(tx);
  await tx.schema
    .createTable('public_link_sessions')
    .addColumn('account_id', key, required)
    .addColumn('hash', key, required)
    .addColumn('link_id', key, required)
    .addColumn('version_id', key, required)
    .addColumn('form_id', key, required)
    .addColumn('browser_hash', key)
    .addColumn('prefill', 'text', required)
    .addColumn('puzzle', 'text')
    .addColumn('puzzle_ends_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('public_link_sessions_pkey', ['account_id', 'hash'])
    .execute();
  await tx.schema
    .createIndex('public_link_sessions_by_expires_at')
    .on('public_link_sessions')
    .columns(['expires_at'])
    .execute();
  await tx.schema
    .createTable('public_link_browsers')
    .addColumn('account_id', key, required)
    .addColumn('link_id', key, required)
    .addColumn('browser_hash', key, required)
    .addPrimaryKeyConstraint('public_link_browsers_pkey', ['account_id', 'link_id', 'browser_hash'])
    .execute();
}
