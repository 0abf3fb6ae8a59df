import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Rules for how long the forms of a template are kept, and an index to find those whose time is over. */
export const retention: Migration = {
  name: '20261127-retention',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('retention_rules')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('days', 'integer', (c) => c.notNull())
      .addColumn('counted_from', 'text', (c) => c.notNull())
      .addColumn('fields', 'text', (c) => c.notNull())
      .addColumn('blank_location', 'integer', (c) => c.notNull())
      .addColumn('set_by', key, (c) => c.notNull())
      .addColumn('set_at', 'bigint', (c) => c.notNull())
      .addColumn('told_at', 'bigint')
      .addPrimaryKeyConstraint('retention_rules_key', ['account_id', 'template_id'])
      .execute();
    // When answers were last removed from a form; null: never.
    await tx.schema.alterTable('forms').addColumn('blanked_at', 'bigint').execute();
    await tx.schema
      .createIndex('forms_retained')
      .on('forms')
      .columns(['account_id', 'template_id', 'created_at', 'id'])
      .execute();
  },
};
