import type { Reader, Tx } from '#db/database.ts';

interface Owner {
  readonly accountId: string;
  readonly userId: string;
}

export interface CalendarOwner extends Owner {
  readonly organisation: string;
}

/** Returns whose calendar has this address; undefined for nobody, and for people and organisations that are not active. */
export async function findOwnerOfAddress(
  db: Reader,
  { accountCode, hash }: { readonly accountCode: string; readonly hash: string },
): Promise<CalendarOwner | undefined> {
  return await db
    .selectFrom('accounts as a')
    .innerJoin('calendar_addresses as c', 'c.account_id', 'a.id')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'c.account_id').onRef('u.id', '=', 'c.user_id'),
    )
    .select(['a.id as accountId', 'c.user_id as userId', 'a.name as organisation'])
    .where('a.code', '=', accountCode)
    .where('a.active', '=', 1)
    .where('c.token_hash', '=', hash)
    .where('u.active', '=', 1)
    .executeTakeFirst();
}

/** Returns when the address of a user was made, in milliseconds; undefined without one. */
export async function findCreatedAt(
  db: Reader,
  { accountId, userId }: Owner,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('calendar_addresses')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_at;
}

/** Gives a user an address, in place of the one before. */
export async function putAddress(
  tx: Tx,
  { accountId, userId }: Owner,
  address: { readonly token_hash: string; readonly created_at: number },
): Promise<void> {
  await tx
    .insertInto('calendar_addresses')
    .values({ account_id: accountId, user_id: userId, ...address })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(address))
    .execute();
}

/** @returns whether there was one */
export async function deleteAddress(tx: Tx, { accountId, userId }: Owner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_addresses')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
