import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Rules that run when a field becomes a value, and at times; how deep rules follow each other. */
export const ruleTriggers: Migration = {
  name: '20261129-rule-triggers',
  oldestBeside: '0.2.0',
  async up(tx) {
    const time = engineOf(tx) === 'postgres' ? 'bigint' : 'integer';
    await tx.schema.alterTable('rules').addColumn('cause_detail', 'text').execute();
    await tx.schema.alterTable('rules').addColumn('next_at', time).execute();
    await tx.schema.alterTable('rule_events').addColumn('depth', 'integer').execute();
    await tx.schema
      .createIndex('rules_due')
      .on('rules')
      .columns(['next_at', 'account_id', 'id'])
      .where(sql.ref('next_at'), 'is not', null)
      .execute();
    await tx.schema
      .createIndex('forms_open_of_template')
      .on('forms')
      .columns(['account_id', 'template_id', 'updated_at', 'id'])
      .where(sql<boolean>`deleted_at is null and status = 'draft'`)
      .execute();
  },
};
