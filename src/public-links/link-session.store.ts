import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { JsonObject } from '#kernel/json.ts';

/** What the holder of a link may do for a while: read one version, upload files, and send one form. */
export interface LinkSession {
  readonly accountId: string;
  /** SHA-256 of the session, base64url. */
  readonly hash: string;
  readonly linkId: string;
  readonly versionId: string;
  /** The id of the form that will be sent. */
  readonly formId: string;
  /** Undefined where the link does not tell browsers apart. */
  readonly browserHash: string | undefined;
  /** {@link codeMarkOf} the link when it was opened; undefined: by a version that did not note it. */
  readonly codeMark: string | undefined;
  /** The answers that the signed link fixes. */
  readonly prefill: JsonObject;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertLinkSession(db: Reader, session: LinkSession): Promise<void> {
  await db
    .insertInto('public_link_sessions')
    .values({
      account_id: session.accountId,
      hash: session.hash,
      link_id: session.linkId,
      version_id: session.versionId,
      form_id: session.formId,
      browser_hash: session.browserHash ?? null,
      code_mark: session.codeMark ?? null,
      prefill: JSON.stringify(session.prefill),
      puzzle: null,
      puzzle_ends_at: null,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** Returns a session that has not expired, of an active account, with the account's code. */
export async function findSession(
  db: Reader,
  { accountCode, hash }: { readonly accountCode: string; readonly hash: string },
  now: number,
): Promise<LinkSession | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('public_link_sessions as s', 's.account_id', 'a.id')
    .selectAll('s')
    .where('a.code', '=', accountCode)
    .where('a.active', '=', 1)
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
  return row && toSession(row);
}

/** Locks a session until the transaction ends, so that its files are counted one after the other. */
export async function lockSession(
  tx: Tx,
  { accountId, hash }: Pick<LinkSession, 'accountId' | 'hash'>,
): Promise<void> {
  // On SQLite, BEGIN IMMEDIATE is the lock.
  if (engineOf(tx) === 'sqlite') return;
  await tx
    .selectFrom('public_link_sessions')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Gives a session a new puzzle in place of the one it had. */
export async function savePuzzle(
  db: Reader,
  { accountId, hash }: Pick<LinkSession, 'accountId' | 'hash'>,
  puzzle: string,
  endsAt: number,
): Promise<void> {
  await db
    .updateTable('public_link_sessions')
    .set({ puzzle, puzzle_ends_at: endsAt })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .execute();
}

/** Takes the puzzle away from a session. @returns whether it had this one, so that each is used once at most */
export async function usePuzzle(
  db: Reader,
  { accountId, hash }: Pick<LinkSession, 'accountId' | 'hash'>,
  puzzle: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('public_link_sessions')
    .set({ puzzle: null, puzzle_ends_at: null })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('puzzle', '=', puzzle)
    .where('puzzle_ends_at', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes sessions that have expired. */
export async function purgeLinkSessions(db: Reader, now: number): Promise<void> {
  const where = sql<boolean>`expires_at <= ${now}`;
  await deleteOldRows(db, [{ table: 'public_link_sessions', key: ['account_id', 'hash'], where }]);
}

function toSession(row: Selectable<Tables['public_link_sessions']>): LinkSession {
  const prefill: JsonObject = JSON.parse(row.prefill);
  return {
    accountId: row.account_id,
    hash: row.hash,
    linkId: row.link_id,
    versionId: row.version_id,
    formId: row.form_id,
    browserHash: row.browser_hash ?? undefined,
    codeMark: row.code_mark ?? undefined,
    prefill,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
