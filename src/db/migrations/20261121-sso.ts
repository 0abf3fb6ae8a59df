import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Connections to identity providers that people sign in with. */
export const sso: Migration = {
  name: '20261121-sso',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('sso_connections')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('client_secret', 'text', (c) => c.notNull())
      .addColumn('claim', 'text', (c) => c.notNull())
      .addColumn('attribute', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sso_connections_pkey', ['account_id', 'id'])
      .execute();
  },
};
