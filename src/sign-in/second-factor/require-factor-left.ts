import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { type Owner, readSecondFactorState } from './second-factor.store.ts';

/**
 * Call after somebody has removed a second factor of theirs. Who signs in with a password keeps one where the account asks
 * for it, or the next sign-in would be answered by nothing but setting one up.
 * @throws AppError `second-factor-required`
 */
export async function requireFactorLeft(
  { directory }: Pick<SignInDeps, 'directory'>,
  tx: Tx,
  of: Owner,
): Promise<void> {
  const state = await readSecondFactorState(tx, of);
  if (state?.requiredFrom === undefined || state.hasTotp || state.hasPasskey) return;
  if ((await directory.readPasswordHash(tx, of.accountId, of.userId)) === undefined) return;
  throw fail(
    'second-factor-required',
    'Your organisation asks for a second factor. Set up another app or add another passkey first.',
  );
}
