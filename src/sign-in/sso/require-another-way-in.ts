import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { hasProvenConnection } from './sso.store.ts';

/**
 * Refuses to end the last connection that works, while the account allows nothing but single sign-on.
 * @param id of the connection that is deleted or turned off
 * @throws AppError `sso-only`
 */
export async function requireAnotherWayIn(
  { directory }: Pick<SignInDeps, 'directory'>,
  tx: Tx,
  accountId: string,
  id: string,
): Promise<void> {
  const account = await directory.readAccount(tx, accountId);
  if (!account?.ssoOnly || (await hasProvenConnection(tx, accountId, id))) return;
  throw fail(
    'sso-only',
    'This is the only connection that users can sign in with. Allow passwords again first, or sign in with another connection.',
  );
}
