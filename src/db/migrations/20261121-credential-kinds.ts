import { type Expression, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Clients that prove themselves with keys, provisioning tokens, where and with what each was used. */
export const credentialKinds: Migration = {
  name: '20261121-credential-kinds',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    await growCredentials(tx, key);
    await growSecrets(tx);
    await createKeysOfClients(tx, key);
  },
};

async function growCredentials(tx: Tx, key: Expression<string>): Promise<void> {
  const credentials = () => tx.schema.alterTable('credentials');
  await credentials()
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('client-secret'))
    .execute();
  await credentials().addColumn('allowed_networks', 'text').execute();
  await credentials().addColumn('last_used_ip', 'text').execute();
  await credentials().addColumn('last_used_agent', 'text').execute();
  // A provisioning token acts as nobody. SQLite can't take a NOT NULL away from a column that is there.
  await tx.schema.dropIndex('credentials_by_acts_as_user_id').execute();
  await credentials().addColumn('acts_as', key).execute();
  await sql`update credentials set acts_as = acts_as_user_id`.execute(tx);
  await credentials().dropColumn('acts_as_user_id').execute();
  await credentials().renameColumn('acts_as', 'acts_as_user_id').execute();
  await tx.schema
    .createIndex('credentials_by_acts_as_user_id')
    .on('credentials')
    .columns(['account_id', 'acts_as_user_id'])
    .execute();
}

async function growSecrets(tx: Tx): Promise<void> {
  const secrets = () => tx.schema.alterTable('secrets');
  await secrets().addColumn('label', 'text').execute();
  await secrets().addColumn('last_used_ip', 'text').execute();
  await secrets().addColumn('last_used_agent', 'text').execute();
  await tx.schema
    .createIndex('secrets__hash')
    .unique()
    .on('secrets')
    .columns(['account_id', 'hash'])
    .execute();
}

async function createKeysOfClients(tx: Tx, key: Expression<string>): Promise<void> {
  await tx.schema
    .createTable('client_keys')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('credential_id', key, (c) => c.notNull())
    .addColumn('issuer', 'text')
    .addColumn('subject', 'text')
    .addColumn('audience', 'text')
    .addColumn('jwks_url', 'text')
    .addColumn('jwks', 'text')
    .addPrimaryKeyConstraint('client_keys_pkey', ['account_id', 'credential_id'])
    .addForeignKeyConstraint(
      'client_keys_credential',
      ['account_id', 'credential_id'],
      'credentials',
      ['account_id', 'id'],
    )
    .execute();
  await tx.schema
    .createTable('used_assertions')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('credential_id', key, (c) => c.notNull())
    .addColumn('jti_hash', key, (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('used_assertions_pkey', ['account_id', 'credential_id', 'jti_hash'])
    .execute();
}
