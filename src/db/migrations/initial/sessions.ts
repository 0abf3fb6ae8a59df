import type { Tx } from '#db/database.ts';
import { cascade, index, required, type Shape } from './table.ts';

/** Sessions, and the means of signing in other than a password. */
export async function createSessions(tx: Tx, shape: Shape): Promise<void> {
  await createSessionTables(tx, shape);
  await createLinks(tx, shape);
  await createPasskeys(tx, shape);
  await createSecondFactors(tx, shape);
  await createSso(tx, shape);
}

async function createSessionTables(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('sessions')
    .addColumn('account_id', key, required)
    .addColumn('hash', key, required)
    .addColumn('id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('stamp', 'integer', required)
    .addColumn('method', 'text', required)
    // Lets signing out name the session that continues at the identity provider.
    .addColumn('sso_connection_id', 'text')
    .addColumn('ip', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('confirmed_at', 'bigint', required)
    // A session by password may lose rights while it lasts, if a second factor becomes due.
    .addColumn('second_factor_shown', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('seen_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('sessions_pkey', ['account_id', 'hash'])
    .execute();
  await index(tx, 'sessions_by_user_id_id', 'sessions', ['account_id', 'user_id', 'id']).execute();
  await index(tx, 'sessions_by_expires_at', 'sessions', ['expires_at']).execute();
  await tx.schema
    .createTable('last_sign_ins')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('last_sign_ins_pkey', ['account_id', 'user_id'])
    .addForeignKeyConstraint(
      'last_sign_ins_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await tx.schema
    .createTable('sign_in_failures')
    .addColumn('who', key, required)
    .addColumn('address', key, required)
    .addColumn('failures', 'integer', required)
    .addColumn('counted_at', 'bigint', required)
    .addColumn('succeeded_at', 'bigint')
    .addColumn('password', 'text')
    .addPrimaryKeyConstraint('sign_in_failures_pkey', ['who', 'address'])
    .execute();
  await index(tx, 'sign_in_failures_counted_at', 'sign_in_failures', ['counted_at']).execute();
}

/** One-time links to choose a password: those from an admin, and those requested by mail. */
async function createLinks(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('sign_in_links')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('hash', key, required)
    .addColumn('stamp', 'integer', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('sign_in_links_pkey', ['account_id', 'user_id'])
    .addForeignKeyConstraint(
      'sign_in_links_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await index(tx, 'sign_in_links__hash', 'sign_in_links', ['account_id', 'hash'])
    .unique()
    .execute();
  await tx.schema
    .createTable('password_requests')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('hash', key)
    .addColumn('stamp', 'integer', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('begun_at', 'bigint', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('password_requests_pkey', ['account_id', 'user_id'])
    .addForeignKeyConstraint(
      'password_requests_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await index(tx, 'password_requests__hash', 'password_requests', ['account_id', 'hash'])
    .unique()
    .execute();
}

async function createPasskeys(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('passkeys')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('id', key, required)
    .addColumn('credential_id', key, required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('passkeys_pkey', ['account_id', 'user_id', 'id'])
    .addForeignKeyConstraint(
      'passkeys_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await index(tx, 'passkeys__credential_id', 'passkeys', ['account_id', 'credential_id'])
    .unique()
    .execute();
  // Without an account: only the answer to a challenge identifies the user.
  await tx.schema
    .createTable('passkey_challenges')
    .addColumn('hash', key, (c) => c.notNull().primaryKey())
    .addColumn('purpose', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

/** Authenticator apps, recovery codes, and sign-ins that wait for a code. */
async function createSecondFactors(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('second_factors')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('secret', 'text', required)
    .addColumn('last_step', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('second_factors_pkey', ['account_id', 'user_id'])
    .addForeignKeyConstraint(
      'second_factors_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await tx.schema
    .createTable('recovery_codes')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('hash', key, required)
    .addPrimaryKeyConstraint('recovery_codes_pkey', ['account_id', 'user_id', 'hash'])
    .addForeignKeyConstraint(
      'recovery_codes_second_factor',
      ['account_id', 'user_id'],
      'second_factors',
      ['account_id', 'user_id'],
      cascade,
    )
    .execute();
  await tx.schema
    .createTable('sign_in_steps')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('hash', key, required)
    .addColumn('stamp', 'integer', required)
    .addColumn('method', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('sign_in_steps_pkey', ['account_id', 'user_id', 'hash'])
    .addForeignKeyConstraint(
      'sign_in_steps_second_factor',
      ['account_id', 'user_id'],
      'second_factors',
      ['account_id', 'user_id'],
      cascade,
    )
    .execute();
  await index(tx, 'sign_in_steps__hash', 'sign_in_steps', ['account_id', 'hash'])
    .unique()
    .execute();
}

/** Single sign-on connections. If an account has several, `credential_ids` determines whose users each one signs in. */
async function createSso(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('sso_connections')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('name', 'text', required)
    .addColumn('issuer', 'text', required)
    .addColumn('client_id', 'text', required)
    .addColumn('client_secret', 'text', required)
    .addColumn('claim', 'text', required)
    .addColumn('attribute', 'text', required)
    .addColumn('credential_ids', 'text')
    .addColumn('enabled', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_sign_in_at', 'bigint')
    .addPrimaryKeyConstraint('sso_connections_pkey', ['account_id', 'id'])
    .execute();
}
