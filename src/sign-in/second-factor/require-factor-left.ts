import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { type FactorOwner, readSecondFactorState } from './second-factor.store.ts';

/**
 * Refuses to remove the last second factor of a user with a password, where the account requires one: otherwise the
 * next sign-in would allow only setting up another. Call it after the removal, in the same transaction.
 * @throws AppError `second-factor-required`
 */
export async function requireFactorLeft(
  { directory }: Pick<SignInDeps, 'directory'>,
  tx: Tx,
  of: FactorOwner,
): Promise<void> {
  const state = await readSecondFactorState(tx, of);
  if (state?.requiredFrom === undefined || state.hasTotp || state.hasPasskey) return;
  if ((await directory.readPasswordHash(tx, of.accountId, of.userId)) === undefined) return;
  throw fail(
    'second-factor-required',
    'Your organisation requires a second factor. Set up another app or add another passkey first.',
  );
}
