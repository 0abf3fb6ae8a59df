import type { Migration } from '#db/migration.ts';

/** The pattern that a form's name follows while its answers change; null for a name that stays as it is. */
export const formNames: Migration = {
  name: '20261127-form-names',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema.alterTable('forms').addColumn('name_pattern', 'text').execute();
  },
};
