import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { fold } from '#kernel/text.ts';
import type { DirectoryDeps } from './contract.ts';
import { indexUser } from './index-user.ts';
import type { User } from './records.ts';

/** Somebody who was deleted and is not erased: what they did keeps a name. */
export interface FormerUser {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string | undefined;
}

/** Keeps what somebody was called who is about to be deleted. */
export async function keepFormerUser(
  tx: Tx,
  user: User,
  { comparisons, clock }: Pick<DirectoryDeps, 'comparisons' | 'clock'>,
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
      deleted_at: clock.now(),
    })
    .execute();
}

/** @returns false when nobody of this id was deleted, or when they are erased */
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

/** Who had this user name last. */
export async function findFormerUserByName(
  db: Reader,
  accountId: string,
  userName: string,
): Promise<FormerUser | undefined> {
  const row = await selectFormer(db, accountId)
    .where('user_name_key', '=', fold(userName))
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toFormer(row);
}

/** What former users were called, by id. */
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

const selectFormer = (db: Reader, accountId: string) =>
  db
    .selectFrom('former_users')
    .select(['id', 'user_name', 'display_name'])
    .where('account_id', '=', accountId);

const toFormer = (row: {
  readonly id: string;
  readonly user_name: string;
  readonly display_name: string | null;
}): FormerUser => ({
  id: row.id,
  userName: row.user_name,
  displayName: row.display_name ?? undefined,
});
