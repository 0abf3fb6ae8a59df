import type { Reader, Tx } from '#db/database.ts';

/** Saves the setting. When it is turned on, passwords that were set on the server before no longer work. */
export async function saveSsoOnly(tx: Tx, accountId: string, ssoOnly: boolean): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ sso_only: ssoOnly ? 1 : 0 })
    .where('id', '=', accountId)
    .execute();
  if (!ssoOnly) return;
  await tx
    .updateTable('users')
    .set({ password_despite_sso: 0 })
    .where('account_id', '=', accountId)
    .where('password_despite_sso', '=', 1)
    .execute();
}

const begunOtherwise = (db: Reader, accountId: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 's.account_id').onRef('u.id', '=', 's.user_id'),
    )
    .select('s.id')
    .where('s.account_id', '=', accountId)
    .where('s.method', '!=', 'sso')
    .where('u.protected', '=', 0);

/** Returns whether a session of a user who is not break-glass began without single sign-on. */
export async function hasBegunOtherwise(
  db: Reader,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await begunOtherwise(db, accountId).where('s.id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

/** Ends sessions that began without single sign-on, except those of break-glass users. @returns how many ended. */
export async function endSessionsBegunOtherwise(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', 'in', begunOtherwise(tx, accountId))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
