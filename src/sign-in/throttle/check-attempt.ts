import type { FailureSettings } from '#config/limits.ts';

/** How many failures are allowed. */
export type AllowedFailures = Omit<FailureSettings, 'clientsPerAddress'>;

/** Failures under one key. */
export interface Tally {
  readonly failures: number;
  /** Time of the last failure; for an address, of the first one. Milliseconds since the epoch. */
  readonly countedAt: number;
  /** When the user last signed in from the address, in milliseconds since the epoch. */
  readonly succeededAt?: number | undefined;
  /** Digest of the stored password that the failures belong to. */
  readonly password?: string | undefined;
}

/** The three tallies of an attempt: anybody from the address, the user from the address, the user from anywhere. */
export interface Tallies {
  readonly address: Tally;
  readonly pair: Tally;
  readonly user: Tally;
}

interface Moment {
  readonly now: number;
  /** Digest of the user's current password. */
  readonly password: string;
}

export interface AttemptResult {
  readonly allowed: boolean;
  /** Whether the user signed in from the address within the last 90 days. */
  readonly known: boolean;
  /** Whether the password is suspended, so that it works only from known addresses. */
  readonly suspended: boolean;
  /** The tallies with this attempt counted as a failure, which it is until it succeeds. */
  readonly counted: Tallies;
}

const DAY_MS = 86_400_000;
/** How long an address stays known to a user who signed in from there. */
const KNOWN_MS = 90 * DAY_MS;
const FIRST_WAIT_MS = 1000;

/** Returns how long the next attempt has to wait after so many failures: 1 s, 2 s, 4 s, … */
export function waitMs(failures: number, settings: AllowedFailures): number {
  const over = failures - settings.passwordsBeforeWaiting;
  if (over < 0) return 0;
  // The exponent is capped, so that the number stays finite.
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(over, 40), settings.minutes * 60_000);
}

/**
 * Decides whether a password may be tried. An address from which the user signed in is delayed only by its own failures
 * for this user (decision 23).
 */
export function checkAttempt(
  tallies: Tallies,
  { now, password }: Moment,
  settings: AllowedFailures,
): AttemptResult {
  const address = within(tallies.address, now, settings.minutes * 60_000);
  const pair = within(ofPassword(tallies.pair, password), now, DAY_MS);
  const user = ofPassword(tallies.user, password);
  const isKnown = pair.succeededAt !== undefined && now - pair.succeededAt < KNOWN_MS;
  const suspended = user.failures >= settings.passwordsBeforeSuspension;
  // `countedAt` may be in the future: another attempt was counted after this one read the clock, or by a node whose
  // clock is ahead. Times are compared only when there is a wait, so that this refuses no right password.
  const wait = waitMs(pair.failures, settings);
  const isWaiting = wait > 0 && now < pair.countedAt + wait;
  const isHeldUp = suspended || address.failures >= settings.passwordsPerAddress;
  return {
    allowed: !isWaiting && (isKnown || !isHeldUp),
    known: isKnown,
    suspended,
    counted: {
      address: {
        failures: address.failures + 1,
        countedAt: address.failures === 0 ? now : address.countedAt,
      },
      pair: { ...pair, failures: pair.failures + 1, countedAt: now, password },
      user: { failures: suspended ? user.failures : user.failures + 1, countedAt: now, password },
    },
  };
}

const within = (tally: Tally, now: number, lifeMs: number): Tally =>
  now - tally.countedAt < lifeMs ? tally : { ...tally, failures: 0 };

const ofPassword = (tally: Tally, password: string): Tally =>
  tally.password === password ? tally : { ...tally, failures: 0 };
