import type { Migration } from '#db/migration.ts';

/** What its owner saw of a template when an export of it was made. */
export const exportScopes: Migration = {
  name: '20261126-export-scopes',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema.alterTable('export_jobs').addColumn('scope', 'text').execute();
  },
};
