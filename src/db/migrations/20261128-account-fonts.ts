import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The fonts that an organisation uploaded for its PDFs. */
export const accountFonts: Migration = {
  name: '20261128-account-fonts',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('account_fonts')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('characters', 'integer', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('bytes', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('account_fonts_key', ['account_id', 'id'])
      .execute();
  },
};
