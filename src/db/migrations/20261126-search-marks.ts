import type { Migration } from '#db/migration.ts';

/** Which fields a version and those before it made searchable, so that search keeps to what an author took back. */
export const searchMarks: Migration = {
  name: '20261126-search-marks',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema.alterTable('template_versions').addColumn('search_marks', 'text').execute();
  },
};
