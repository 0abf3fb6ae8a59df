import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;

interface Owner {
  readonly accountId: string;
  readonly userId: string;
}

/** Returns the passkeys of a user, oldest first. */
export async function selectPasskeys(db: Reader, of: Owner): Promise<readonly PasskeyRow[]> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .orderBy('id')
    .execute();
}

/** @returns false when a user of the account already has a passkey with this credential id. */
export async function insertPasskey(tx: Tx, row: Insertable<Tables['passkeys']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((oc) => oc.columns(['account_id', 'credential_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function renamePasskey(
  tx: Tx,
  of: Owner,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return await tx
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** @returns false when the user has no such passkey. */
export async function deletePasskeyRow(tx: Tx, of: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes all passkeys of a user. @returns how many there were. */
export async function deletePasskeysOf(tx: Tx, of: Owner): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Finds a passkey with its account and user, provided that both are active. */
export async function findPasskey(db: Reader, of: Owner, credentialId: string) {
  return await db
    .selectFrom('passkeys as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'p.account_id').onRef('u.id', '=', 'p.user_id'),
    )
    .select(['p.id', 'p.account_id', 'p.user_id', 'p.credential_id', 'p.public_key', 'p.counter'])
    .select(['a.code', 'u.stamp', 'a.sso_only', 'u.protected', 'u.password_despite_sso'])
    .where('p.account_id', '=', of.accountId)
    .where('p.user_id', '=', of.userId)
    .where('p.credential_id', '=', credentialId)
    .where('a.active', '=', 1)
    .where('u.active', '=', 1)
    .executeTakeFirst();
}

interface Use {
  readonly id: string;
  readonly before: number;
  readonly counter: number;
  readonly at: number;
}

/** Stores the new counter. @returns false when the passkey was removed, or its counter changed, meanwhile. */
export async function usePasskey(tx: Tx, of: Owner, use: Use): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .where('id', '=', use.id)
    .where('counter', '=', use.before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
