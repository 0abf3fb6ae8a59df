import type { Migration } from '#db/migration.ts';

/** How often an export was lost by its runner, beside the number of its claims. */
export const exportClaims: Migration = {
  name: '20261126-export-claims',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema
      .alterTable('export_jobs')
      .addColumn('stalled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
