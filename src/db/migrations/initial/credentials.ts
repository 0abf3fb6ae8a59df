import type { Tx } from '#db/database.ts';
import { index, ofAccount, required, type Shape, startsAs } from './table.ts';

/** Credentials of systems, with their secrets or keys, and revoked tokens. */
export async function createCredentials(tx: Tx, shape: Shape): Promise<void> {
  await createCredentialTable(tx, shape);
  await createSecrets(tx, shape);
  await createClientKeys(tx, shape);
  await shape
    .clustered(tx.schema.createTable('revoked_tokens'))
    .addColumn('account_id', shape.key, required)
    .addColumn('jti', shape.key, required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('revoked_tokens_pkey', ['account_id', 'jti'])
    .execute();
}

async function createCredentialTable(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('credentials')
    .addColumn('account_id', key, ofAccount)
    .addColumn('id', key, required)
    .addColumn('kind', 'text', startsAs('client-secret'))
    .addColumn('name', 'text', required)
    // Null: a provisioning token, which acts as no user.
    .addColumn('acts_as_user_id', key)
    .addColumn('rights', 'text')
    .addColumn('allowed_networks', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_by', key)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_used_ip', 'text')
    .addColumn('last_used_agent', 'text')
    .addColumn('last_refused_at', 'bigint')
    .addColumn('last_refused_ip', 'text')
    .addColumn('last_refused_reason', 'text')
    .addPrimaryKeyConstraint('credentials_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'credentials_by_acts_as_user_id', 'credentials', [
    ...['account_id', 'acts_as_user_id'],
  ]).execute();
}

async function createSecrets(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('secrets')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('credential_id', key, required)
    .addColumn('label', 'text')
    .addColumn('hash', 'text', required)
    .addColumn('hint', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    // When it was sent over plain HTTP, where others could read it.
    .addColumn('exposed_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_used_ip', 'text')
    .addColumn('last_used_agent', 'text')
    .addPrimaryKeyConstraint('secrets_pkey', ['account_id', 'id'])
    .addForeignKeyConstraint('secrets_credential', ['account_id', 'credential_id'], 'credentials', [
      'account_id',
      'id',
    ])
    .execute();
  await index(tx, 'secrets_by_credential_id', 'secrets', ['account_id', 'credential_id']).execute();
  await index(tx, 'secrets__hash', 'secrets', ['account_id', 'hash']).unique().execute();
}

/** Clients that sign their own assertions or present tokens of another issuer, and the assertions that they used. */
async function createClientKeys(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('client_keys')
    .addColumn('account_id', key, required)
    .addColumn('credential_id', key, required)
    .addColumn('issuer', 'text')
    .addColumn('subject', 'text')
    .addColumn('audience', 'text')
    // 1: the token endpoint is accepted as audience, too (RFC 7523 §3).
    .addColumn('token_endpoint_audience', 'integer', startsAs(0))
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
    .addColumn('account_id', key, required)
    .addColumn('credential_id', key, required)
    .addColumn('jti_hash', key, required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('used_assertions_pkey', ['account_id', 'credential_id', 'jti_hash'])
    .execute();
}
