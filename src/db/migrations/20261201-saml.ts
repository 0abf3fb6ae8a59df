import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Connections by SAML 2.0, the assertions that were used, and the answers that wait for their browser. */
export const saml: Migration = {
  name: '20261201-saml',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const add = () => tx.schema.alterTable('sso_connections');
    await add()
      .addColumn('kind', 'text', (c) => c.notNull().defaultTo('oidc'))
      .execute();
    for (const name of ['sign_on', 'certificates', 'metadata_url', 'waiting_sign_on']) {
      await add().addColumn(`saml_${name}`, 'text').execute();
    }
    await add().addColumn('saml_refreshed_at', 'bigint').execute();
    await add().addColumn('saml_refresh_due_at', 'bigint').execute();
    await add().addColumn('saml_refresh_problem', 'text').execute();
    await tx.schema
      .createIndex('sso_connections_to_refresh')
      .on('sso_connections')
      .columns(['saml_refresh_due_at'])
      .execute();
    await tx.schema
      .createTable('used_saml_assertions')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('connection_id', key, (c) => c.notNull())
      .addColumn('assertion_hash', key, (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('used_saml_assertions_pkey', [
        'account_id',
        'connection_id',
        'assertion_hash',
      ])
      .execute();
    await tx.schema
      .createTable('saml_outcomes')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('connection_id', key, (c) => c.notNull())
      .addColumn('handle_hash', key, (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('saml_outcomes_pkey', ['account_id', 'connection_id', 'handle_hash'])
      .execute();
    for (const table of ['used_saml_assertions', 'saml_outcomes'] as const) {
      await tx.schema
        .createIndex(`${table}_by_expires_at`)
        .on(table)
        .columns(['expires_at'])
        .execute();
    }
  },
};
