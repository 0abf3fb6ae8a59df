import type { Reader, Tx } from '#db/database.ts';
import {
  endRequestedLink,
  type LinkRow,
  purgeRequestedLinks,
  takeRequestedLink,
} from './link-request.store.ts';

/** Replaces the user's previous link, and invalidates the one that they requested themselves. */
export async function saveLink(tx: Tx, row: LinkRow): Promise<void> {
  const { hash, stamp, expires_at } = row;
  await tx
    .insertInto('sign_in_links')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['account_id', 'user_id']).doUpdateSet({ hash, stamp, expires_at }),
    )
    .execute();
  await endRequestedLink(tx, { accountId: row.account_id, userId: row.user_id });
}

/** Finds a link whose account and user are active and whose stamp is still that of the user. */
export async function findSignInLink(
  db: Reader,
  accountCode: string,
  hash: string,
  now: number,
): Promise<{ readonly accountId: string; readonly userId: string } | undefined> {
  const row = await openLinks(db, accountCode, hash)
    .innerJoin('users as u', (join) =>
      join
        .onRef('u.account_id', '=', 'l.account_id')
        .onRef('u.id', '=', 'l.user_id')
        .onRef('u.stamp', '=', 'l.stamp'),
    )
    .select(['l.account_id', 'l.user_id'])
    .where('l.expires_at', '>', now)
    .where('u.active', '=', 1)
    .executeTakeFirst();
  return row && { accountId: row.account_id, userId: row.user_id };
}

/** Selects links with this hash, from an admin or requested by the user. */
function openLinks(db: Reader, accountCode: string, hash: string) {
  const account = db
    .selectFrom('accounts')
    .select('id')
    .where('code', '=', accountCode)
    .where('active', '=', 1);
  const columns = ['account_id', 'user_id', 'stamp', 'expires_at'] as const;
  const byAdmin = db
    .selectFrom('sign_in_links')
    .select(columns)
    .where('account_id', '=', account)
    .where('hash', '=', hash);
  const requested = db
    .selectFrom('password_requests')
    .select(columns)
    .where('account_id', '=', account)
    .where('hash', '=', hash);
  return db.selectFrom(byAdmin.unionAll(requested).as('l'));
}

/** Uses a link. @returns whether an admin made it or it came by mail; undefined when it was used before. */
export async function takeLink(
  tx: Tx,
  accountId: string,
  hash: string,
): Promise<'admin' | 'mail' | undefined> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_links')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (numDeletedRows === 1n) return 'admin';
  return (await takeRequestedLink(tx, accountId, hash)) ? 'mail' : undefined;
}

/**
 * Records the credential that a new password depends on. With a mailed link, that is the credential that set the e-mail
 * address, if one did: when it is no longer trusted, the user's sessions end.
 */
export async function recordPasswordSource(
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  from: 'admin' | 'mail',
): Promise<void> {
  if (from === 'admin') return;
  await tx
    .updateTable('users')
    .set((eb) => ({ password_set_by: eb.ref('emails_set_by') }))
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}

export async function purgeLinks(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
  await purgeRequestedLinks(db, now);
}
