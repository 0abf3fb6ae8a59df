import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import { engineOf, isIn, textRows } from '#db/dialect.ts';
import { letOthersIn } from '#kernel/in-turns.ts';

const DAY_MS = 86_400_000;
/** The time for which an unknown member is remembered. */
export const WAITS_MS = 30 * DAY_MS;

/** The most members that a group waits for: a client that sends more unknown ones knows nobody here. */
const MOST_WAITING = 10_000;
/** The longest text that is remembered: no id of an identity provider is longer, and an index takes limited text. */
const LONGEST_TEXT = 512;

interface GroupKey {
  readonly accountId: string;
  readonly groupId: string;
}

/**
 * Finds the users that texts mean by externalId: the only active one, or else the only inactive one. Texts that mean
 * nobody or several users are left out.
 */
export async function findByExternalId(
  db: Reader,
  { accountId, hidesProtected }: { readonly accountId: string; readonly hidesProtected: boolean },
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (texts.length === 0) return new Map();
  const { rows } = await sql<{ text: string; id: string }>`
    select external_id as text, coalesce(min(case when scim_active = 1 then id end), min(id)) as id
    from users
    where account_id = ${accountId} and ${isIn(db, sql.ref('external_id'), texts)}
      ${hidesProtected ? sql`and protected = 0` : sql``}
    group by external_id having count(*) = 1 or sum(scim_active) = 1
  `.execute(db);
  return new Map(rows.map(({ text, id }) => [text, id]));
}

/**
 * Remembers texts that name nobody, from now on. The time is renewed after a day at the earliest, so that sending the
 * same members again and again writes nothing.
 */
export async function rememberMembers(
  tx: Tx,
  target: GroupKey,
  texts: readonly string[],
  now: number,
): Promise<void> {
  const short = texts.filter((text) => text.length <= LONGEST_TEXT);
  if (short.length === 0) return;
  const { waiting } = await waitsOf(tx, target)
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  let room = MOST_WAITING - Number(waiting);
  for (let from = 0; from < short.length; from += AT_ONCE) {
    if (from > 0) await letOthersIn();
    room -= await rememberSome(tx, target, { texts: short.slice(from, from + AT_ONCE), now, room });
  }
}

/** The number of rows that one statement writes; on SQLite no other request is answered meanwhile. */
const AT_ONCE = 500;

/** @returns the number of new rows */
async function rememberSome(
  tx: Tx,
  target: GroupKey,
  {
    texts,
    now,
    room,
  }: { readonly texts: readonly string[]; readonly now: number; readonly room: number },
): Promise<number> {
  const known = await waitsOf(tx, target)
    .select(['value', 'since'])
    .where((eb) => isIn(tx, eb.ref('value'), texts))
    .execute();
  const old = known.filter(({ since }) => since <= now - DAY_MS).map(({ value }) => value);
  const waiting = new Set(known.map(({ value }) => value));
  const fresh = texts.filter((text) => !waiting.has(text)).slice(0, Math.max(0, room));
  const { accountId, groupId } = target;
  if (old.length > 0) {
    await tx
      .updateTable('waiting_members')
      .set({ since: now })
      .where('account_id', '=', accountId)
      .where('group_id', '=', groupId)
      .where((eb) => isIn(tx, eb.ref('value'), old))
      .execute();
  }
  if (fresh.length > 0) {
    // SQLite reads "on" as part of a join unless a "where" ends the select.
    await sql`
      insert into waiting_members (account_id, group_id, value, since)
      select ${accountId}, ${groupId}, w.value, ${now} from ${textRows(tx, fresh, 'w')} where true
      on conflict do nothing
    `.execute(tx);
  }
  return fresh.length;
}

const waitsOf = (db: Reader, { accountId, groupId }: GroupKey) =>
  db
    .selectFrom('waiting_members')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId);

/** Returns the texts that name a user by externalId, or that the group waits for. */
export async function findNamed(
  db: Reader,
  target: GroupKey,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { accountId } = target;
  const waiting = await waitsOf(db, target)
    .select('value')
    .where((eb) => isIn(db, eb.ref('value'), texts))
    .execute();
  const known = await findByExternalId(db, { accountId, hidesProtected: true }, texts);
  return new Set([...waiting.map(({ value }) => value), ...known.keys()]);
}

/** Ends the wait of a group for every text but the given ones. */
export async function keepWaiting(
  tx: Tx,
  target: GroupKey,
  texts: readonly string[],
): Promise<void> {
  const waiting = await waitsOf(tx, target).select('value').execute();
  if (waiting.length === 0) return;
  const kept = new Set(texts);
  const ended = waiting.flatMap(({ value }) => (kept.has(value) ? [] : [value]));
  for (let from = 0; from < ended.length; from += AT_ONCE) {
    await forgetMembers(tx, target, ended.slice(from, from + AT_ONCE));
    await letOthersIn();
  }
}

/** Ends the wait of every group of an account for some texts. @returns the number of waits */
export async function dropTexts(
  tx: Tx,
  accountId: string,
  texts: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_members')
    .where('account_id', '=', accountId)
    .where((eb) => isIn(tx, eb.ref('value'), texts))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the wait of a group for some texts. */
export async function forgetMembers(
  tx: Tx,
  { accountId, groupId }: GroupKey,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return;
  await tx
    .deleteFrom('waiting_members')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .where((eb) => isIn(tx, eb.ref('value'), texts))
    .execute();
}

/** Returns the groups that wait for any of the texts, in order of id, at most `limit`. */
export async function selectWaitingGroups(
  tx: Tx,
  accountId: string,
  texts: readonly string[],
  {
    since,
    limit,
    locks = false,
  }: { readonly since: number; readonly limit: number; readonly locks?: boolean },
): Promise<readonly { readonly id: string; readonly display_name: string }[]> {
  return await tx
    .selectFrom('groups as g')
    .select(['g.id', 'g.display_name'])
    .where('g.account_id', '=', accountId)
    .where('g.id', 'in', (eb) =>
      eb
        .selectFrom('waiting_members as w')
        .select('w.group_id')
        .where('w.account_id', '=', accountId)
        .where('w.value', 'in', texts)
        .where('w.since', '>', since),
    )
    .orderBy('g.id')
    .limit(limit)
    .$if(locks && engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
}

/**
 * Makes a user a member of those groups that still wait for it, which changes them, and ends the wait. A group whose
 * wait another transaction has ended, while this one waited for its lock, is left out.
 * @returns the ids of the groups that were joined
 */
export async function joinGroups(
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  { groupIds, texts }: { readonly groupIds: readonly string[]; readonly texts: readonly string[] },
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .deleteFrom('waiting_members')
    .where('account_id', '=', accountId)
    .where('value', 'in', texts)
    .where((eb) => isIn(tx, eb.ref('group_id'), groupIds))
    .returning('group_id')
    .execute();
  const joined = new Set(rows.map(({ group_id }) => group_id));
  if (joined.size === 0) return joined;
  await sql`
    insert into memberships (account_id, group_id, member_id, member_type)
    select ${accountId}, g.value, ${userId}, 'User' from ${textRows(tx, [...joined], 'g')} where true
    on conflict do nothing
  `.execute(tx);
  await tx
    .updateTable('groups')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('account_id', '=', accountId)
    .where((eb) => isIn(tx, eb.ref('id'), [...joined]))
    .execute();
  return joined;
}

export async function forgetOldMembers(db: Reader, before: number): Promise<void> {
  await deleteOldRows(db, [
    {
      table: 'waiting_members',
      key: ['account_id', 'group_id', 'value'],
      where: sql`since <= ${before}`,
    },
  ]);
}

/** A user whom a group waits for, by the text that the group was sent. */
export interface MissedMember {
  readonly accountId: string;
  readonly value: string;
  readonly id: string;
}

/**
 * Finds users who were created while a group that waits for them was written: neither transaction saw the other.
 * `after`: the last one of the previous page.
 */
export async function findMissed(
  db: Reader,
  after: MissedMember,
  limit: number,
): Promise<readonly MissedMember[]> {
  const rows = await db
    .selectFrom('waiting_members as w')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'w.account_id').onRef('u.external_id', '=', 'w.value'),
    )
    .select(['w.account_id', 'w.value', 'u.id'])
    .distinct()
    .where('u.protected', '=', 0)
    .where(
      sql<boolean>`(w.account_id, w.value, u.id) > (${after.accountId}, ${after.value}, ${after.id})`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as o')
            .select('o.id')
            .whereRef('o.account_id', '=', 'u.account_id')
            .whereRef('o.external_id', '=', 'u.external_id')
            .whereRef('o.id', '<>', 'u.id')
            .where('o.protected', '=', 0)
            // An inactive user is no rival of an active one.
            .whereRef('o.scim_active', '>=', 'u.scim_active'),
        ),
      ),
    )
    .orderBy('w.account_id')
    .orderBy('w.value')
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, value: row.value, id: row.id }));
}
