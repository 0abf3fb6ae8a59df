import { networkOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { createProvenCredentials } from './proven-credentials.ts';
import type { PolicyUsage } from './quota.ts';

/** Limits failed authentications. Each function throws AppError `too-many-requests`. */
export interface Proofs {
  /**
   * Does `work`, which authenticates the caller by `credential` and throws 401 otherwise. For an address that was
   * answered 401 too often, it does so only for credentials that were valid lately, from any address, and now and
   * then for another one.
   */
  prove<T>(ip: string, credential: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Records a token or session that was just issued as valid. */
  issued(credential: string): void;
}

interface ProofOptions {
  /** 401 answers to one address in a window. */
  readonly quota: number;
  readonly windowSeconds: number;
  readonly clock: Clock;
  readonly refuse: (usage: PolicyUsage) => AppError;
}

/** The attempts of an address that was answered 401. */
interface Attempts {
  failed: number;
  /** Beyond the quota, the time from which one more unknown credential is checked. */
  nextCheckAt: number;
  readonly endsAt: number;
}

const MANY_ADDRESSES = 10_000;
const NAME = 'unauthorised';

/**
 * Checking credentials costs more than anything else that a stranger may ask for, so an address that was answered
 * 401 beyond its quota is refused unchecked. Many people may share the address. Credentials that were valid lately
 * are therefore always checked, and so is one unknown credential at a time, at intervals that spread the quota over
 * the window: another node may have issued it. Counts are kept in this process: a statement would cost more than
 * the check.
 */
export function createProofs(options: ProofOptions): Proofs {
  const { quota, windowSeconds, clock, refuse } = options;
  const windowMs = windowSeconds * 1000;
  const checkEveryMs = windowMs / quota;
  const addresses = new Map<string, Attempts>();
  const proven = createProvenCredentials(clock);

  const attemptsOf = (key: string): Attempts | undefined => {
    const found = addresses.get(key);
    if (!found || clock.now() < found.endsAt) return found;
    addresses.delete(key);
    return undefined;
  };
  const begin = (key: string): Attempts => {
    const [oldest] = addresses.keys();
    if (addresses.size >= MANY_ADDRESSES && oldest !== undefined) addresses.delete(oldest);
    const now = clock.now();
    const begun: Attempts = { failed: 0, nextCheckAt: now + checkEveryMs, endsAt: now + windowMs };
    addresses.set(key, begun);
    return begun;
  };
  /** Moves the time on before the check, so that only one of many concurrent requests gets it. */
  const takeCheck = (attempts: Attempts): boolean => {
    const now = clock.now();
    if (now < attempts.nextCheckAt) return false;
    attempts.nextCheckAt = now + checkEveryMs;
    return true;
  };
  /** @throws AppError `too-many-requests` */
  const refuseFlood = (attempts: Attempts | undefined, credential: string | undefined): void => {
    if (!attempts || attempts.failed < quota) return;
    if (credential !== undefined && (proven.has(credential) || takeCheck(attempts))) return;
    const policy = { name: NAME, quota, windowSeconds };
    throw refuse({ policy, remaining: 0, endsAt: attempts.endsAt });
  };

  return {
    async prove(ip, credential, work) {
      const key = networkOf(ip);
      refuseFlood(attemptsOf(key), credential);
      try {
        const result = await work();
        if (credential !== undefined) proven.add(credential);
        return result;
      } catch (error) {
        if (error instanceof AppError && error.status === 401) {
          (attemptsOf(key) ?? begin(key)).failed += 1;
          if (credential !== undefined) proven.delete(credential);
        }
        throw error;
      }
    },
    issued: proven.add,
  };
}
