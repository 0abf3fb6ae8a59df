// When a draft is sent again, after no answer, a full server, or a change. Pure, like drafts.ts.
import type { Draft, Trouble } from './draft.ts';

const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 300_000;
const FULL_WAIT_MS = 15_000;

/**
 * Returns the earliest time of the next attempt, in milliseconds since 1970. A time beyond the longest wait was noted
 * before the clock was set back: the draft is due.
 */
export const dueAt = ({ notBefore }: Draft, now: number): number =>
  notBefore > now + LONGEST_WAIT_MS ? 0 : notBefore;

/**
 * Puts off the next attempt after no answer, or one that asks to wait. `share` (0 to 1) spreads devices that lost the
 * server together.
 */
export function delayed(draft: Draft, now: number, share: number, atLeastMs = 0): Draft {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** draft.failures, LONGEST_WAIT_MS);
  const spread = wait * (0.5 + share / 2);
  return {
    ...draft,
    begunOffline: true,
    // Without an answer for a day, they are lost again.
    resent: undefined,
    limited: undefined,
    failures: draft.failures + 1,
    notBefore: now + Math.max(spread, Math.min(atLeastMs, LONGEST_WAIT_MS)),
  };
}

/** Records that the server has no room, and puts off the next attempt. */
export function putOff(draft: Draft, problem: Trouble, share: number): Draft {
  const { begunOffline } = draft;
  const waiting = delayed(draft, problem.at, share, FULL_WAIT_MS);
  return { ...waiting, begunOffline, sent: undefined, problem: { ...problem, isPassing: true } };
}

/** A change may put right what was refused. It hardly makes room on the server, which is asked less often then. */
export const changedAgain = (draft: Draft, now: number): Draft =>
  draft.problem?.isPassing
    ? { ...draft, failures: 0, notBefore: Math.min(draft.notBefore, now + FULL_WAIT_MS) }
    : tryAgain(draft);

/** Clears a refusal and the waiting time: somebody asks for another attempt, or the network is back. */
export const tryAgain = (draft: Draft): Draft => ({
  ...draft,
  problem: undefined,
  resent: undefined,
  limited: undefined,
  failures: 0,
  notBefore: 0,
});
