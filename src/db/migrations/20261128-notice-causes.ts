import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Who caused a letter, so that people take turns with their letters (decision 90). */
export const noticeCauses: Migration = {
  name: '20261128-notice-causes',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.alterTable('notices').addColumn('caused_by', key).execute();
  },
};
