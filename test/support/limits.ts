// Limits for tests that need some, but do not test them.
import { createLimits, type LimitSettings, type Limits } from '#http/limits.ts';
import { systemClock } from '#kernel/clock.ts';

const NO_LIMIT = 1_000_000;

/** Returns limits that are never reached, except for the given ones; a minute is a minute. */
export const testLimits = (settings: Partial<LimitSettings> = {}): Limits =>
  createLimits(limitSettings(settings), { clock: systemClock });

export const limitSettings = (settings: Partial<LimitSettings> = {}): LimitSettings => ({
  tokenPerClient: NO_LIMIT,
  tokenPerAddress: NO_LIMIT,
  introspectionPerAddress: NO_LIMIT,
  signInPerAddress: NO_LIMIT,
  linksPerAddress: NO_LIMIT,
  publicPerAddress: NO_LIMIT,
  unauthorisedPerAddress: NO_LIMIT,
  apiPerCredential: NO_LIMIT,
  scimPerAccount: NO_LIMIT,
  concurrentPerCaller: NO_LIMIT,
  legacyHeaders: false,
  ...settings,
});
