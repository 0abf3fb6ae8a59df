import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/** Returns whether a connection names the credential that provisioned the user `u`. @param alias of the connection */
const namesCredentialOf = (alias: 'c' | 'o') =>
  sql<boolean>`${sql.ref(`${alias}.credential_ids`)} like '%"' || u.provisioned_by || '"%'`;

/**
 * Selects the active users of an account who can sign in to the web app: with a password or passkey that is accepted,
 * or through a working connection to an identity provider that is for them.
 */
const usersWithWayIn = (db: Reader, accountId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select('u.id')
    .where('u.account_id', '=', accountId)
    .where('u.active', '=', 1)
    .where((eb) =>
      eb.or([
        eb.and([
          eb.or([
            eb('a.sso_only', '=', 0),
            eb('u.protected', '=', 1),
            eb('u.password_despite_sso', '=', 1),
          ]),
          eb.or([
            eb('u.password_hash', 'is not', null),
            eb.exists(
              eb
                .selectFrom('passkeys as p')
                .select('p.id')
                .whereRef('p.account_id', '=', 'u.account_id')
                .whereRef('p.user_id', '=', 'u.id'),
            ),
          ]),
        ]),
        eb.and([
          eb('u.protected', '=', 0),
          eb.exists(
            eb
              .selectFrom('sso_connections as c')
              .select('c.id')
              .whereRef('c.account_id', '=', 'u.account_id')
              .where('c.enabled', '=', 1)
              // Somebody has signed in with the connection as it is configured now.
              .where('c.last_sign_in_at', 'is not', null)
              .where((or) =>
                or.or([or('c.attribute', '=', 'userName'), or('u.external_id', 'is not', null)]),
              )
              // Exactly one connection serves each user, enabled or not (decision 48): the one that names their
              // credential, or else the oldest of those that name none.
              .where((or) =>
                or.or([
                  namesCredentialOf('c'),
                  or.and([
                    or('c.credential_ids', 'is', null),
                    or.not(
                      or.exists(
                        or
                          .selectFrom('sso_connections as o')
                          .select('o.id')
                          .whereRef('o.account_id', '=', 'u.account_id')
                          .where((either) =>
                            either.or([
                              namesCredentialOf('o'),
                              either.and([
                                either('o.credential_ids', 'is', null),
                                either('o.id', '<', either.ref('c.id')),
                              ]),
                            ]),
                          ),
                      ),
                    ),
                  ]),
                ]),
              ),
          ),
        ]),
      ]),
    );

async function hasWayIn(db: Reader, accountId: string, userId: string): Promise<boolean> {
  const row = await usersWithWayIn(db, accountId)
    .where('u.id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Runs a change that may remove a way to sign in from a person; a person who has one now must keep one.
 * @throws AppError `last-way-in`
 */
export async function keepWayIn<T>(
  tx: Tx,
  accountId: string,
  userId: string,
  change: () => Promise<T>,
): Promise<T> {
  const had = await hasWayIn(tx, accountId, userId);
  const result = await change();
  if (had && !(await hasWayIn(tx, accountId, userId))) throw lastWayIn();
  return result;
}

/**
 * Runs a change that may remove a way to sign in from everybody, with the account locked: if an admin can sign in
 * before, one must be able to afterwards.
 * @throws AppError `last-way-in`
 */
export async function keepAdminWayIn<T>(
  tx: Tx,
  accountId: string,
  change: () => Promise<T>,
): Promise<T> {
  const had = await hasAdminWithWayIn(tx, accountId);
  const result = await change();
  if (had && !(await hasAdminWithWayIn(tx, accountId))) throw lastWayIn();
  return result;
}

async function hasAdminWithWayIn(db: Reader, accountId: string): Promise<boolean> {
  const row = await usersWithWayIn(db, accountId)
    .where('u.role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const lastWayIn = (): AppError =>
  fail(
    'last-way-in',
    'You would no longer have a way to sign in. Add another passkey first, or ask an admin for a link to set a password.',
  );

/**
 * Call before an admin who can sign in stops being one, or is deleted or deactivated. An admin who cannot sign in is
 * not checked: an account without sign-in uses credentials alone.
 * @throws AppError `last-admin`
 */
export async function requireOtherAdminWithWayIn(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<void> {
  if (!(await hasWayIn(db, accountId, userId))) return;
  const other = await usersWithWayIn(db, accountId)
    .where('u.role', '=', 'admin')
    .where('u.id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw lastAdmin('No other administrator can sign in.');
}

/** @param why a sentence that says what is wrong */
export const lastAdmin = (why: string): AppError =>
  fail(
    'last-admin',
    `${why} First make another active user an admin who has a password, a passkey or single sign-on.`,
  );
