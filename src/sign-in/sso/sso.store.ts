import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { keyOfName, nameKeys } from '#db/collapsed.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';

export type SsoRow = Selectable<Tables['sso_connections']>;
export type SsoChange = Updateable<Tables['sso_connections']>;

/** Returns the connections of an account in order of id, which is the order of their creation. */
export async function selectConnections(db: Reader, accountId: string): Promise<SsoRow[]> {
  return await db
    .selectFrom('sso_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

export async function selectConnection(
  db: Reader,
  accountId: string,
  id: string,
): Promise<SsoRow | undefined> {
  return await db
    .selectFrom('sso_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertConnection(
  tx: Tx,
  row: Insertable<Tables['sso_connections']>,
): Promise<void> {
  await tx.insertInto('sso_connections').values(row).execute();
}

export async function updateConnection(
  tx: Tx,
  accountId: string,
  id: string,
  change: SsoChange,
): Promise<void> {
  await tx
    .updateTable('sso_connections')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** @returns false when there is no such connection. */
export async function deleteConnectionRow(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sso_connections')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns whether somebody has signed in with an enabled connection as it is now. @param exceptId is left out */
export async function hasProvenConnection(
  db: Reader,
  accountId: string,
  exceptId = '',
): Promise<boolean> {
  const row = await db
    .selectFrom('sso_connections')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '!=', exceptId)
    .where('enabled', '=', 1)
    .where('last_sign_in_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Locks a connection, so that it stays as it is until the transaction ends. Sign-ins share the lock, except one that is
 * about to be recorded: two that shared it and both wanted to write would deadlock.
 */
export async function holdConnection(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  now: number,
): Promise<void> {
  // On SQLite, BEGIN IMMEDIATE locks.
  if (engineOf(tx) !== 'postgres') return;
  const last = (await selectConnection(tx, accountId, id))?.last_sign_in_at ?? undefined;
  const isToBeRecorded = last === undefined || last < now - HOUR_MS;
  await tx
    .selectFrom('sso_connections')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(isToBeRecorded, (query) => query.forNoKeyUpdate())
    .$if(!isToBeRecorded, (query) => query.forShare())
    .executeTakeFirst();
}

/** Records a sign-in, once an hour at most, so that many sign-ins at once don't wait for each other. */
export async function recordSignInWith(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  now: number,
): Promise<void> {
  await tx
    .updateTable('sso_connections')
    .set({ last_sign_in_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('last_sign_in_at', 'is', null), eb('last_sign_in_at', '<', now - HOUR_MS)]),
    )
    .execute();
}

export interface LinkedUser {
  readonly id: string;
  readonly user_name: string;
  readonly active: 0 | 1;
  readonly protected: 0 | 1;
  readonly stamp: number;
  readonly provisioned_by: string | null;
}

/**
 * Returns the users that a value means: the active ones, or the inactive ones when there is none. At most two, because a
 * value that two users have identifies nobody.
 */
export async function selectLinkedUsers(
  db: Reader,
  accountId: string,
  column: 'external_id' | 'user_name_key',
  value: string,
): Promise<readonly LinkedUser[]> {
  const found = (isActive: 0 | 1) => {
    const isMeant = sql<boolean>`scim_active = ${sql.lit(isActive)}`;
    // An inactive user with the exact spelling is no rival of an active one whose name differs in white space.
    const key =
      column === 'external_id'
        ? value
        : keyOfName(db, 'users', sql`${accountId}`, nameKeys(value), isMeant);
    return db
      .selectFrom('users')
      .select(['id', 'user_name', 'active', 'protected', 'stamp', 'provisioned_by'])
      .where('account_id', '=', accountId)
      .where(column, '=', key)
      .where(isMeant)
      .orderBy('id')
      .limit(2)
      .execute();
  };
  const active = await found(1);
  return active.length > 0 ? active : await found(0);
}
