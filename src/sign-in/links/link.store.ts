import type { Reader, Tx } from '#db/database.ts';
import {
  endRequestedLink,
  type LinkRow,
  purgeRequestedLinks,
  takeRequestedLink,
} from './link-request.store.ts';

/** Replaces the link that the user had, and the one that they asked for themselves. */
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

/** Of a user and an account that are active and were not changed in what a link may change. */
export async function findLink(
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

/** An admin's, or one that the person asked for. */
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

/** Uses a link up. @returns who it is from; undefined when somebody did so before. */
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
 * A password that was chosen by a link by mail came by whoever wrote the address: when that was a credential, what is signed in
 * with it ends with the credential.
 */
export async function notePasswordSource(
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
