import type { Migration } from '#db/migration.ts';

/** The names and descriptions of templates in further languages, as their published versions have them. */
export const nameTranslations: Migration = {
  name: '20261128-name-translations',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('templates').addColumn('name_translations', 'text').execute();
  },
};
