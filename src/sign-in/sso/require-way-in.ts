import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { hasProvenConnection } from './sso.store.ts';

/**
 * While single sign-on is the only way in, one connection that works stays.
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
    'People sign in with this connection only. Allow passwords again first, or sign in with another connection.',
  );
}
