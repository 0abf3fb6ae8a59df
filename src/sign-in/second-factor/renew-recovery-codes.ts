import type { Tx } from '#db/database.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { hashRecoveryCode, makeRecoveryCodes, shownRecoveryCode } from './recovery-codes.ts';
import { type FactorOwner, replaceRecoveryCodes } from './second-factor.store.ts';

/** Replaces the recovery codes of a user with an app; stores hashes only. @returns the codes as people read them. */
export async function renewRecoveryCodes(
  { random }: Pick<SignInDeps, 'random'>,
  tx: Tx,
  of: FactorOwner,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes(random);
  await replaceRecoveryCodes(tx, of, codes.map(hashRecoveryCode));
  return codes.map(shownRecoveryCode);
}
