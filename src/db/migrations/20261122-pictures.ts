import type { Migration } from '#db/migrate.ts';

/** A picture as it is shown and printed, beside the file that was uploaded. Null: none, or from before. */
export const pictures: Migration = {
  name: '20261122-pictures',
  async up(tx) {
    for (const [column, type] of [
      ['picture_key', 'text'],
      ['picture_type', 'text'],
      ['picture_size', 'bigint'],
    ] as const) {
      await tx.schema.alterTable('attachments').addColumn(column, type).execute();
    }
  },
};
