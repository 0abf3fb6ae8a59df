import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Whether devices keep unfinished answers to a public link, and the code that each visit was opened with. */
export const linksOnSharedDevices: Migration = {
  name: '20261128-links-on-shared-devices',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .alterTable('public_links')
      .addColumn('keep_on_device', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
    await tx.schema.alterTable('public_link_sessions').addColumn('code_mark', key).execute();
  },
};
