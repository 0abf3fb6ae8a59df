import type { SecondFactorState } from '#directory/index.ts';

/** The proof that a user has to show after a right password. */
export type NextProof = 'nothing' | 'code' | 'passkey';

/** Whether the account requires a second factor of the user at this time. */
const isDue = ({ requiredFrom }: SecondFactorState, now: number): boolean =>
  requiredFrom !== undefined && now >= requiredFrom;

/**
 * Returns the proof that a user has to show after a right password. Where the account requires a second factor and the
 * user has a passkey, it is the passkey: somebody who knows only the password must not set up an app of their own.
 */
export function nextProof(state: SecondFactorState, now: number): NextProof {
  if (state.hasTotp) return 'code';
  return isDue(state, now) && state.hasPasskey ? 'passkey' : 'nothing';
}

/** Whether the user has no second factor although the account requires one by now. A passkey counts as two factors. */
export const lacksSecondFactor = (state: SecondFactorState, now: number): boolean =>
  isDue(state, now) && !state.hasTotp && !state.hasPasskey;

/** Whether a password alone is not enough for Basic, since a program can't be asked for a code. */
export const isTooLittleForBasic = (state: SecondFactorState, now: number): boolean =>
  state.hasTotp || isDue(state, now);
