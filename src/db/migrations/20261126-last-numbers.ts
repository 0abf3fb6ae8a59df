import type { Migration } from '#db/migration.ts';

/** The highest number of a form that is gone for good, which no other form of its template gets. */
export const lastNumbers: Migration = {
  name: '20261126-last-numbers',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema.alterTable('templates').addColumn('last_number', 'integer').execute();
  },
};
