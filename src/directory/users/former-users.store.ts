import { sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';
import { containsText, isIn, throughIndex, withinDeadline } from '#db/dialect.ts';
import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import { textAt } from '#directory/attributes/folding.ts';
import { indexUser } from '#directory/attributes/index-user.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import type { User } from '#directory/rows/records.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import { collapse, fold } from '#kernel/text.ts';

/** A deleted user who is not erased: records of what they did still show a name. */
export interface FormerUser {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string | undefined;
  /** Milliseconds since the epoch. */
  readonly deletedAt: number;
}

/** Returns the names, beside id, user name and display name, that may name a user: externalId and e-mail addresses. */
export function otherNamesOf(attributes: JsonObject): readonly string[] {
  const emails = member(attributes, 'emails');
  const addresses = (Array.isArray(emails) ? emails : []).map((email) =>
    isObject(email) ? textAt(email, 'value') : undefined,
  );
  return [textAt(attributes, 'externalId'), ...addresses].filter((name) => name !== undefined);
}

/** Keeps the names of a user who is about to be deleted; those that only erasing needs are sealed. */
export async function keepFormerUser(
  tx: Tx,
  user: User,
  { comparisons, clock, seal }: Pick<DirectoryDeps, 'comparisons' | 'clock' | 'seal'>,
): Promise<void> {
  const { columns } = indexUser(user.attributes, comparisons);
  await tx
    .insertInto('former_users')
    .values({
      account_id: user.accountId,
      id: user.id,
      user_name: columns.user_name,
      user_name_key: columns.user_name_key,
      display_name: columns.display_name,
      display_name_key: columns.display_name_key,
      known_as: seal.seal(
        contextOf(user.accountId, user.id),
        JSON.stringify(otherNamesOf(user.attributes)),
      ),
      deleted_at: clock.now(),
    })
    .execute();
}

/** Deletes the names of a former user. @returns false when nobody of this id was deleted, or they are erased already */
export async function eraseFormerUser(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('former_users')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function readFormerUser(
  db: Reader,
  accountId: string,
  id: string,
): Promise<FormerUser | undefined> {
  const row = await selectFormer(db, accountId).where('id', '=', id).executeTakeFirst();
  return row && toFormer(row);
}

/** Returns the result of {@link otherNamesOf} at the time of the deletion; empty when another master key sealed it. */
export async function readOtherNames(
  db: Reader,
  seal: Seal,
  accountId: string,
  id: string,
): Promise<readonly string[]> {
  const row = await db
    .selectFrom('former_users')
    .select('known_as')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const text = seal.open(contextOf(accountId, id), row?.known_as ?? '');
  return text === undefined ? [] : JSON.parse(text);
}

const contextOf = (accountId: string, id: string): string => `former user ${accountId} ${id}`;

export const sealedNames: SealedTexts = sealedColumn({
  name: 'addresses of deleted people',
  table: 'former_users',
  column: 'known_as',
  id: 'id',
  contextOf,
});

/** Returns the deleted user who had this user name last. */
export async function findFormerUserByName(
  db: Reader,
  accountId: string,
  userName: string,
): Promise<FormerUser | undefined> {
  const row = await selectFormer(db, accountId)
    .where('user_name_key', 'in', [fold(userName), collapse(fold(userName))])
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toFormer(row);
}

export interface FormerUserRange {
  /** A part of the user name or display name. */
  readonly q: string | undefined;
  readonly after: Pick<FormerUser, 'deletedAt' | 'id'> | undefined;
  readonly limit: number;
}

/** Returns deleted users, the last deleted one first. @throws AppError `query-too-slow`, `busy` */
export async function selectFormerUsers(
  db: Database,
  accountId: string,
  { q, after, limit }: FormerUserRange,
): Promise<readonly FormerUser[]> {
  const { reader } = db;
  const part = fold(q ?? '');
  const has = (column: string) => containsText(reader, sql.ref(column), part);
  const query = sql<FormerRow>`
    select ${sql.join(COLUMNS.map((name) => sql.ref(name)))}
    from ${throughIndex(reader, 'former_users', 'f', 'former_users_by_deletion')}
    where account_id = ${accountId} and ${withinDeadline(reader, sql.ref('deleted_at'))}
      and ${after ? sql`(deleted_at, id) < (${after.deletedAt}, ${after.id})` : sql`true`}
      and ${part === '' ? sql`true` : sql`(${has('user_name_key')} or ${has('display_name_key')})`}
    order by deleted_at desc, id desc
    limit ${limit}
  `;
  const rows =
    part === ''
      ? (await query.execute(reader)).rows
      : await db.scan<FormerRow>({ compile: () => query.compile(reader) });
  return rows.map(toFormer);
}

/** Returns the names of former users by id. */
export async function formerNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<readonly (readonly [id: string, name: string])[]> {
  if (ids.length === 0) return [];
  const rows = await selectFormer(db, accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return rows.map((row) => [row.id, row.display_name ?? row.user_name]);
}

const COLUMNS = ['id', 'user_name', 'display_name', 'deleted_at'] as const;

interface FormerRow {
  readonly id: string;
  readonly user_name: string;
  readonly display_name: string | null;
  readonly deleted_at: number | string;
}

const selectFormer = (db: Reader, accountId: string) =>
  db.selectFrom('former_users').select(COLUMNS).where('account_id', '=', accountId);

const toFormer = (row: FormerRow): FormerUser => ({
  id: row.id,
  userName: row.user_name,
  displayName: row.display_name ?? undefined,
  deletedAt: Number(row.deleted_at),
});
