import type { Migration } from '#db/migration.ts';

/** Which columns of a shared list people with a public link may read. */
export const publicLists: Migration = {
  name: '20261128-public-lists',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('lists').addColumn('public_columns', 'text').execute();
    await tx.schema
      .alterTable('lists')
      .addColumn('public_mark', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
