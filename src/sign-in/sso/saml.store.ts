import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import type { SsoRow } from './sso.store.ts';

interface OfConnection {
  readonly accountId: string;
  readonly connectionId: string;
}

/** Stores a checked answer until its browser comes for it. */
export async function insertOutcome(
  db: Reader,
  { accountId, connectionId }: OfConnection,
  outcome: { readonly handle: string; readonly sealed: string; readonly expiresAt: number },
): Promise<void> {
  await db
    .insertInto('saml_outcomes')
    .values({
      account_id: accountId,
      connection_id: connectionId,
      handle_hash: hashOf(outcome.handle),
      sealed: outcome.sealed,
      expires_at: outcome.expiresAt,
    })
    .execute();
}

/** Takes an answer out of the storage: a handle opens it once. Undefined when there is none, or it is too old. */
export async function takeOutcome(
  db: Reader,
  { accountId, connectionId }: OfConnection,
  handle: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('saml_outcomes')
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .where('handle_hash', '=', hashOf(handle))
    .returning(['sealed', 'expires_at'])
    .executeTakeFirst();
  return row && now < row.expires_at ? row.sealed : undefined;
}

/**
 * Marks an assertion as used, in the transaction of its sign-in, so that of two nodes one succeeds.
 * @returns false when it was used before
 */
export async function useSamlAssertion(
  tx: Tx,
  { accountId, connectionId }: OfConnection,
  assertion: { readonly id: string; readonly usableUntil: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_saml_assertions')
    .values({
      account_id: accountId,
      connection_id: connectionId,
      assertion_hash: hashOf(assertion.id),
      expires_at: assertion.usableUntil,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns connections whose metadata are to be read again, the longest overdue first. */
export async function selectToRefresh(
  db: Reader,
  now: number,
  limit: number,
): Promise<readonly SsoRow[]> {
  return await db
    .selectFrom('sso_connections')
    .selectAll()
    .where('saml_refresh_due_at', '<=', now)
    .orderBy('saml_refresh_due_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes answers that nobody came for, and used assertions that are too old to be accepted anyway. */
export async function purgeSaml(db: Reader, now: number): Promise<void> {
  const where = sql<boolean>`expires_at <= ${now}`;
  await deleteOldRows(db, [
    { table: 'saml_outcomes', key: ['account_id', 'connection_id', 'handle_hash'], where },
    {
      table: 'used_saml_assertions',
      key: ['account_id', 'connection_id', 'assertion_hash'],
      where,
    },
  ]);
}

const hashOf = (text: string): string => hash('sha256', text, 'base64url');
