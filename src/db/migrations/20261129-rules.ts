import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Rules of templates, what they name, the events that wait for them, and what they did. */
export const rules: Migration = {
  name: '20261129-rules',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('rules')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('cause', key, (c) => c.notNull())
      .addColumn('condition', 'text')
      .addColumn('actions', 'text', (c) => c.notNull())
      .addColumn('state', key, (c) => c.notNull())
      .addColumn('stop_reason', 'text')
      .addColumn('owner_id', key, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('rules_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('rules_of_template')
      .on('rules')
      .columns(['account_id', 'template_id', 'position', 'id'])
      .execute();
    await tx.schema
      .createIndex('rules_by_owner')
      .on('rules')
      .columns(['account_id', 'owner_id'])
      .execute();
    await tx.schema
      .createTable('rule_targets')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('rule_id', key, (c) => c.notNull())
      .addColumn('type', key, (c) => c.notNull())
      .addColumn('target_id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_targets_pkey', ['account_id', 'rule_id', 'type', 'target_id'])
      .execute();
    await tx.schema
      .createIndex('rule_targets_by_target')
      .on('rule_targets')
      .columns(['account_id', 'target_id'])
      .execute();
    await tx.schema
      .createTable('rule_events')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('cause', key, (c) => c.notNull())
      .addColumn('at', time, (c) => c.notNull())
      .addColumn('rule_id', key)
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_at', time, (c) => c.notNull())
      .addColumn('claimed_until', time)
      .addPrimaryKeyConstraint('rule_events_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('rule_events_of_form')
      .on('rule_events')
      .columns(['account_id', 'form_id', 'revision', 'id'])
      .execute();
    await tx.schema
      .createIndex('rule_events_of_template')
      .on('rule_events')
      .columns(['account_id', 'template_id', 'id'])
      .execute();
    await tx.schema
      .createTable('rule_runs')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('rule_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('event_id', key, (c) => c.notNull())
      .addColumn('cause', key, (c) => c.notNull())
      .addColumn('at', time, (c) => c.notNull())
      .addColumn('outcome', key, (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('done', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_runs_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('rule_runs_once')
      .on('rule_runs')
      .columns(['account_id', 'rule_id', 'form_id', 'event_id'])
      .unique()
      .execute();
    await tx.schema
      .createIndex('rule_runs_of_template')
      .on('rule_runs')
      .columns(['account_id', 'template_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('rule_runs_by_age')
      .on('rule_runs')
      .columns(['account_id', 'at'])
      .execute();
  },
};
