import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** What the forms of a template look like instead of the organisation's brand, on pages and in PDFs. */
export const templateBrand: Migration = {
  name: '20261129-template-brand',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('template_brands')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('accent', 'text')
      .addColumn('logo', 'text')
      .addColumn('logo_hash', key)
      .addColumn('logo_width', 'integer')
      .addColumn('logo_height', 'integer')
      .addColumn('header', 'text')
      .addColumn('footer', 'text')
      .addColumn('page_size', 'text', (c) => c.notNull())
      .addColumn('columns', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('template_brands_key', ['account_id', 'template_id'])
      .execute();
    await tx.schema
      .createIndex('template_brands_by_logo_hash')
      .on('template_brands')
      .columns(['logo_hash'])
      .execute();
  },
};
