import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Who saw a form that is gone for good: those are told of it when they ask for changes. */
export const purgedForms: Migration = {
  name: '20261126-purged-forms',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    for (const column of ['created_by', 'assignee_id', 'template_id']) {
      await tx.schema.alterTable('form_changes').addColumn(column, key).execute();
    }
  },
};
