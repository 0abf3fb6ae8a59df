import type { Migration } from '#db/migration.ts';

/** The fields that a copied template has from its source, so that its first version gives them the same ids. */
export const templateCopies: Migration = {
  name: '20261127-template-copies',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema.alterTable('templates').addColumn('copied_fields', 'text').execute();
  },
};
