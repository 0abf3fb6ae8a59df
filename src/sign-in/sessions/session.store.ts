import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import { type SecondFactorRow, secondFactorColumns } from '#directory/index.ts';

export type SessionRow = Selectable<Tables['sessions']>;

export interface LiveSessionRow extends Omit<SessionRow, 'stamp' | 'hash'>, SecondFactorRow {
  readonly code: string;
  readonly role: 'admin' | 'designer' | 'member';
  readonly idle_seconds: number;
}

// The end of a session: earlier than stored when the account has shortened its limit since.
const end = sql<number>`
  case when s.created_at + a.session_longest_seconds * 1000 < s.expires_at
    then s.created_at + a.session_longest_seconds * 1000 else s.expires_at end`;

interface SessionToken {
  readonly accountCode: string;
  readonly hash: string;
}

// Every fact that can end a session early, in primary-key lookups, because it runs for every request.
const live = sql`
      select s.account_id, s.id, s.user_id, s.method, s.sso_connection_id, s.ip, s.agent, s.created_at, s.confirmed_at,
        s.second_factor_shown, s.seen_at, ${end} as expires_at, a.code, u.role, a.session_idle_seconds as idle_seconds,
        ${secondFactorColumns}
      from accounts a
      join sessions s on s.account_id = a.id
      join users u on u.account_id = a.id and u.id = s.user_id
      where a.active = 1 and u.active = 1 and u.stamp = s.stamp
        and (s.method = 'sso' or a.sso_only = 0 or u.protected = 1 or u.password_despite_sso = 1)`;

const readLive = precompile<LiveSessionRow, SessionToken>((db, token) => ({
  compile: () =>
    sql<LiveSessionRow>`${live} and a.code = ${token.accountCode} and s.hash = ${token.hash}`.compile(
      db,
    ),
}));

export async function readLiveSession(
  db: Reader,
  accountCode: string,
  hash: string,
): Promise<LiveSessionRow | undefined> {
  const [row] = await readLive(db, { hash, accountCode });
  return row;
}

/** Like {@link readLiveSession}, by the id of a session. */
export async function findLiveSession(
  db: Reader,
  { accountId, userId, id }: NamedSession,
): Promise<LiveSessionRow | undefined> {
  const { rows } = await sql<LiveSessionRow>`
    ${live} and a.id = ${accountId} and s.user_id = ${userId} and s.id = ${id}`.execute(db);
  return rows[0];
}

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

/** Names a session of a user by its id. */
export interface NamedSession {
  readonly accountId: string;
  readonly id: string;
  readonly userId: string;
}

/** Records a request of a session. The time only moves forward, so of two requests at once the later one counts. */
export async function touchSession(
  db: Reader,
  { accountId, id, userId }: NamedSession,
  now: number,
) {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('seen_at', '<', now)
    .execute();
}

/** Records that the user set up a second factor in this session. */
export async function recordShownFactor(
  tx: Tx,
  { accountId, id, userId }: NamedSession,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ second_factor_shown: 1 })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** @returns false when the user has no such session. */
export async function deleteSession(
  tx: Tx,
  { accountId, id, userId }: NamedSession,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the sessions of a user, except one. @returns how many. */
export async function deleteSessionsOf(
  tx: Tx,
  accountId: string,
  userId: string,
  exceptId = '',
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export type ListedSessionRow = Pick<
  SessionRow,
  'id' | 'method' | 'ip' | 'agent' | 'created_at' | 'seen_at' | 'expires_at'
>;

/** Returns a page of the open sessions of a user, newest first (ids sort by time). `before`: the last of the page before. */
export async function selectSessions(
  db: Reader,
  accountId: string,
  userId: string,
  { now, before, limit }: { now: number; before: string | undefined; limit: number },
): Promise<readonly ListedSessionRow[]> {
  return await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.method', 's.ip', 's.agent', 's.created_at', 's.seen_at'])
    .select(end.as('expires_at'))
    .where('s.account_id', '=', accountId)
    .where('s.user_id', '=', userId)
    .where(end, '>', now)
    .where(sql<number>`s.seen_at + a.session_idle_seconds * 1000`, '>', now)
    .$if(before !== undefined, (sessions) => sessions.where('s.id', '<', before ?? ''))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes sessions that have expired. */
export async function purgeSessions(db: Reader, now: number): Promise<void> {
  await deleteOldRows(db, [
    { table: 'sessions', key: ['account_id', 'hash'], where: sql`expires_at <= ${now}` },
  ]);
}

export async function recordSignIn(tx: Tx, accountId: string, userId: string, at: number) {
  await tx
    .insertInto('last_sign_ins')
    .values({ account_id: accountId, user_id: userId, at })
    .onConflict((oc) => oc.columns(['account_id', 'user_id']).doUpdateSet({ at }))
    .execute();
}

/** Returns the user's current stamp. A session that begins with it ends when the stamp changes. */
export async function readStamp(tx: Tx, accountId: string, userId: string) {
  return await tx
    .selectFrom('users')
    .select('stamp')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
}
