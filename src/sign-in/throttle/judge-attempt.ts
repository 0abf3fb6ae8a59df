/** How many failures are let through; config/limits.ts explains each. */
export interface FailureSettings {
  readonly passwordsPerAddress: number;
  readonly passwordsBeforeWaiting: number;
  readonly passwordsBeforeSuspension: number;
  readonly minutes: number;
}

/** Failures under one key. */
export interface Tally {
  readonly failures: number;
  /** Of the last failure; of an address, the first one. Milliseconds since the epoch. */
  readonly countedAt: number;
  /** When the user last signed in from the address. */
  readonly succeededAt?: number | undefined;
  /** The password that they belong to, digested. */
  readonly password?: string | undefined;
}

/** The three keys of an attempt: whoever from the address, the user from there, the user from anywhere. */
export interface Tallies {
  readonly address: Tally;
  readonly pair: Tally;
  readonly user: Tally;
}

interface Moment {
  readonly now: number;
  /** Of the password that the user has now. */
  readonly password: string;
}

export interface Judgement {
  readonly allowed: boolean;
  /** The user signed in from the address lately. */
  readonly known: boolean;
  /** Signing in by password is suspended for everybody at an unknown address. */
  readonly suspended: boolean;
  /** With this attempt counted as a failure, which it is until it succeeds. */
  readonly counted: Tallies;
}

const DAY_MS = 86_400_000;
/** How long an address stays known to a user who signed in from there. */
const KNOWN_MS = 90 * DAY_MS;
const FIRST_WAIT_MS = 1000;

/** How long after so many failures the next attempt is looked at: 1 s, 2 s, 4 s, … */
export function waitMs(failures: number, settings: FailureSettings): number {
  const over = failures - settings.passwordsBeforeWaiting;
  if (over < 0) return 0;
  // The exponent ends before the doubling leaves the numbers.
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(over, 40), settings.minutes * 60_000);
}

/**
 * Judges whether a password may be tried. An address that the user signed in from is held up by its own failures for
 * this user and by nobody else's.
 */
export function judgeAttempt(
  tallies: Tallies,
  { now, password }: Moment,
  settings: FailureSettings,
): Judgement {
  const address = within(tallies.address, now, settings.minutes * 60_000);
  const pair = within(ofPassword(tallies.pair, password), now, DAY_MS);
  const user = ofPassword(tallies.user, password);
  const isKnown = pair.succeededAt !== undefined && now - pair.succeededAt < KNOWN_MS;
  const suspended = user.failures >= settings.passwordsBeforeSuspension;
  // Another attempt may be counted after this one reads the clock, or by a node whose clock is ahead. The times are
  // compared only where there is a wait, so that a right password is not refused for it.
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
