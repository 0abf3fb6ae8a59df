import { lockAccount } from '#db/account-lock.ts';
import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/**
 * Selects the admins who can sign in without the identity provider: break-glass, active, with a password or passkey.
 */
const breakGlassAdmins = (db: Reader, accountId: string) =>
  db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.account_id', '=', accountId)
    .where('u.protected', '=', 1)
    .where('u.role', '=', 'admin')
    .where('u.active', '=', 1)
    .where((eb) =>
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
    );

export async function hasBreakGlassAdmin(db: Reader, accountId: string): Promise<boolean> {
  const row = await breakGlassAdmins(db, accountId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Tells whether single sign-on is the only way in and nobody else could sign in while the identity provider is down.
 */
async function isLastBreakGlass(db: Reader, accountId: string, userId: string): Promise<boolean> {
  const rows = await breakGlassAdmins(db, accountId)
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .where('a.sso_only', '=', 1)
    .limit(2)
    .execute();
  return rows.length === 1 && rows[0]?.id === userId;
}

/**
 * Checks that another break-glass admin is left. Call it before one stops being one, or is deleted or deactivated.
 * @throws AppError `last-break-glass`
 */
export async function requireOtherBreakGlass(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<void> {
  if (await isLastBreakGlass(db, accountId, userId)) throw lastBreakGlass();
}

/**
 * Runs a change that removes ways to sign in from a user, and checks that a break-glass admin with one is left.
 * @throws AppError `last-break-glass`
 */
export async function keepBreakGlass<T>(
  tx: Tx,
  accountId: string,
  userId: string,
  change: () => Promise<T>,
): Promise<T> {
  await lockAccount(tx, accountId);
  const isLast = await isLastBreakGlass(tx, accountId, userId);
  const result = await change();
  if (isLast && !(await hasBreakGlassAdmin(tx, accountId))) throw lastBreakGlass();
  return result;
}

const lastBreakGlass = (): AppError =>
  fail(
    'last-break-glass',
    'Users must sign in by single sign-on, and no other break-glass admin has a password or passkey. First appoint another break-glass admin with formstead user protect, or allow passwords again.',
  );
