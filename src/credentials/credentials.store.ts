import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn, selectThrough } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';

/** The most live secrets of a credential; to get another, one must be revoked first. */
export const MAX_LIVE_SECRETS = 5;

export type SecretRow = Selectable<Tables['secrets']>;

export interface CredentialRow extends Selectable<Tables['credentials']> {
  readonly user_name: string | null;
  readonly user_active: number | null;
  readonly creator_name: string | null;
}

/** Returns the code that every client id of the account starts with. */
export async function readAccountCode(tx: Tx, accountId: string): Promise<string> {
  const row = await tx
    .selectFrom('accounts')
    .select('code')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.code;
}

/** Returns some client with secrets, of any account, for a query that must find one. */
export async function findAnyClientId(
  db: Reader,
): Promise<{ readonly id: string; readonly code: string } | undefined> {
  return db
    .selectFrom('credentials as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['c.id', 'a.code'])
    .where('c.kind', '=', 'client-secret')
    .orderBy('c.account_id')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the user that a credential will act as, locked so that nobody deletes it meanwhile. */
export async function lockActingUser(tx: Tx, accountId: string, id: string) {
  return tx
    .selectFrom('users')
    .select(['user_name', 'active'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(engineOf(tx) === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
}

export type LockedCredential = Pick<CredentialRow, 'id' | 'kind' | 'version' | 'revoked_at'>;

/** Locks the row until the transaction ends, so that changes of its secrets run one after the other. */
export async function lockCredential(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<LockedCredential | undefined> {
  return await tx
    .selectFrom('credentials')
    .select(['id', 'kind', 'version', 'revoked_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(engineOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function insertCredential(
  tx: Tx,
  row: Insertable<Tables['credentials']>,
): Promise<void> {
  await tx.insertInto('credentials').values(row).execute();
}

export async function insertSecret(tx: Tx, row: Insertable<Tables['secrets']>): Promise<void> {
  await tx.insertInto('secrets').values(row).execute();
}

/** Ends the secrets of a credential, and with them every token that they got. */
export async function revokeSecrets(
  tx: Tx,
  accountId: string,
  credentialId: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Limits the life of secrets to `at`; those that end sooner stay as they are. */
export async function expireSecrets(
  tx: Tx,
  accountId: string,
  credentialId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ expires_at: at })
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .execute();
}

export async function countLiveSecrets(
  tx: Tx,
  accountId: string,
  credentialId: string,
  now: number,
): Promise<number> {
  const rows = await tx
    .selectFrom('secrets')
    .select('id')
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return rows.length;
}

/** @returns whether the secret exists. */
export async function revokeOneSecret(
  tx: Tx,
  accountId: string,
  ids: { readonly credentialId: string; readonly secretId: string },
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('secrets')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('account_id', '=', accountId)
    .where('credential_id', '=', ids.credentialId)
    .where('id', '=', ids.secretId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records an exposure; the time of the first one stays. */
export async function markExposed(
  tx: Tx,
  accountId: string,
  ids: { readonly credentialId: string; readonly secretId: string },
  now: number,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set((eb) => ({ exposed_at: eb.fn.coalesce('exposed_at', eb.val(now)) }))
    .where('account_id', '=', accountId)
    .where('credential_id', '=', ids.credentialId)
    .where('id', '=', ids.secretId)
    .execute();
}

export async function updateCredential(
  tx: Tx,
  accountId: string,
  id: string,
  change: Updateable<Tables['credentials']>,
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function revokeCredentialRow(
  tx: Tx,
  accountId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set((eb) => ({ revoked_at: now, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

function credentialsWithUsers(db: Reader, accountId: string) {
  return db
    .selectFrom('credentials as c')
    .leftJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'c.account_id').onRef('u.id', '=', 'c.acts_as_user_id'),
    )
    .leftJoin('users as m', (join) =>
      join.onRef('m.account_id', '=', 'c.account_id').onRef('m.id', '=', 'c.created_by'),
    )
    .selectAll('c')
    .select(['u.user_name', 'u.active as user_active', 'm.user_name as creator_name'])
    .where('c.account_id', '=', accountId);
}

export async function selectCredential(
  db: Reader,
  accountId: string,
  id: string,
): Promise<CredentialRow | undefined> {
  return credentialsWithUsers(db, accountId).where('c.id', '=', id).executeTakeFirst();
}

interface CredentialPage {
  readonly after: string;
  readonly limit: number;
  /** Undefined: credentials that act as anybody. */
  readonly actsAsUserId: string | undefined;
}

export async function selectCredentials(
  db: Reader,
  accountId: string,
  { after, limit, actsAsUserId }: CredentialPage,
): Promise<CredentialRow[]> {
  const all = credentialsWithUsers(db, accountId);
  const wanted =
    actsAsUserId === undefined ? all : all.where('c.acts_as_user_id', '=', actsAsUserId);
  return wanted.where('c.id', '>', after).orderBy('c.id').limit(limit).execute();
}

/** Returns secrets, the oldest first. */
export async function selectSecrets(
  db: Reader,
  accountId: string,
  credentialIds: readonly string[],
): Promise<SecretRow[]> {
  return selectThrough(db, 'secrets', 'secrets_by_credential_id')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('credential_id'), credentialIds))
    .orderBy('id')
    .execute();
}
