import type { SecondFactorState } from '#directory/index.ts';

/** What somebody whose password was right has to show next. */
export type NextProof = 'nothing' | 'code' | 'passkey';

/** Whether a password alone is not enough at this time, because the account says so. */
const isDue = ({ requiredFrom }: SecondFactorState, now: number): boolean =>
  requiredFrom !== undefined && now >= requiredFrom;

/**
 * Where the account asks for a second factor and the person has a passkey, the password leads to the passkey: whoever
 * knows no more than the password must not set up an app of their own.
 */
export function nextProof(state: SecondFactorState, now: number): NextProof {
  if (state.hasTotp) return 'code';
  return isDue(state, now) && state.hasPasskey ? 'passkey' : 'nothing';
}

/** Whether the person has none, and the account has waited long enough. A passkey counts as two factors. */
export const lacksSecondFactor = (state: SecondFactorState, now: number): boolean =>
  isDue(state, now) && !state.hasTotp && !state.hasPasskey;

/** Whether a password alone is too little for a program: it can't be asked for a code. */
export const isTooLittleForBasic = (state: SecondFactorState, now: number): boolean =>
  state.hasTotp || isDue(state, now);
