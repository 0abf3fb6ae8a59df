import type { Tx } from '#db/database.ts';
import type { User } from '#directory/rows/records.ts';
import type { JsonObject } from '#kernel/json.ts';

type Table = 'sessions' | 'sign_in_links' | 'password_requests' | 'passkeys' | 'second_factors';

/** Removes every way to sign in that a user has had, except through an identity provider. @returns what it removed */
export async function dropAccess(tx: Tx, { accountId, id }: User): Promise<JsonObject> {
  const deleteFrom = async (table: Table): Promise<number> => {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('user_id', '=', id)
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: null, password_set_by: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  await endCalendar(tx, { accountId, id });
  return {
    password: numUpdatedRows > 0n,
    sessions: await deleteFrom('sessions'),
    links: (await deleteFrom('sign_in_links')) + (await deleteFrom('password_requests')),
    passkeys: await deleteFrom('passkeys'),
    secondFactors: await deleteFrom('second_factors'),
  };
}

/** Ends the address of the calendar: a person who may come in again makes a new one. */
export async function endCalendar(
  tx: Tx,
  { accountId, id }: Pick<User, 'accountId' | 'id'>,
): Promise<void> {
  await tx
    .deleteFrom('calendar_addresses')
    .where('account_id', '=', accountId)
    .where('user_id', '=', id)
    .execute();
}

/**
 * Ends the links with which a user could choose a password. Call it when their e-mail addresses change: a link may have
 * been sent to an address that is no longer theirs.
 */
export async function endLinks(tx: Tx, { accountId, id }: User): Promise<void> {
  await tx
    .deleteFrom('sign_in_links')
    .where('account_id', '=', accountId)
    .where('user_id', '=', id)
    .execute();
  // The row stays: it counts the mails of the hour.
  await tx
    .updateTable('password_requests')
    .set({ hash: null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', id)
    .where('hash', 'is not', null)
    .execute();
}

/**
 * Revokes the user's credentials: nobody may act as a deleted user, and a later user of the same name is another one.
 * @returns how many
 */
export async function revokeCredentials(
  tx: Tx,
  accountId: string,
  userId: string,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set((eb) => ({ revoked_at: now, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('acts_as_user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
