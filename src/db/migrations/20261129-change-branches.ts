import type { Migration } from '#db/migration.ts';

/** Which numbers of changes were there when PostgreSQL went on with another server, so that cursors stay valid. */
export const changeBranches: Migration = {
  name: '20261129-change-branches',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema
      .alterTable('form_change_heads')
      .addColumn('branches', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute();
  },
};
