import type { Migration } from '#db/migrate.ts';

/** Changes when a backup is restored: a cursor of the state before may name changes that never were in this one. */
export const changeEpoch: Migration = {
  name: '20261122-change-epoch',
  async up(tx) {
    await tx.schema.alterTable('form_change_heads').addColumn('epoch', 'text').execute();
  },
};
