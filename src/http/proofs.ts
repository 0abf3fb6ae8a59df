import { networkOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { createProvenCredentials } from './proven-credentials.ts';
import type { Usage } from './quota.ts';

/** Each function throws AppError `too-many-requests`. */
export interface Proofs {
  /**
   * Does `work`, which proves by `credential` who calls and throws 401 otherwise. Once an address was answered 401 too
   * often, it does so for credentials that held lately, from wherever, and now and then for another one.
   */
  prove<T>(ip: string, credential: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Takes a token or session that was just made as one that held. */
  issued(credential: string): void;
}

interface ProofOptions {
  /** Answers of 401 to one address in a window. */
  readonly quota: number;
  readonly windowSeconds: number;
  readonly clock: Clock;
  readonly refuse: (usage: Usage) => AppError;
}

/** What happened to an address that was answered 401. */
interface Attempts {
  failed: number;
  /** Beyond the quota: when one more credential is looked at. */
  nextLookAt: number;
  readonly endsAt: number;
}

const MANY_ADDRESSES = 10_000;
const NAME = 'unauthorised';

/**
 * Looking at credentials costs more than anything else that a stranger may ask for, so an address that was answered 401
 * beyond its quota is refused without a look. Many people may share the address. Credentials that held lately are
 * therefore always looked at, and so is one unknown credential at a time, at intervals that spread the quota over the
 * window: another node may have issued it. Counted in this process: a statement would cost more than the look.
 */
export function createProofs(options: ProofOptions): Proofs {
  const { quota, windowSeconds, clock, refuse } = options;
  const windowMs = windowSeconds * 1000;
  const lookEveryMs = windowMs / quota;
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
    const begun: Attempts = { failed: 0, nextLookAt: now + lookEveryMs, endsAt: now + windowMs };
    addresses.set(key, begun);
    return begun;
  };
  /** Moves the time on before the look, so that only one of many requests at once gets it. */
  const takeLook = (attempts: Attempts): boolean => {
    const now = clock.now();
    if (now < attempts.nextLookAt) return false;
    attempts.nextLookAt = now + lookEveryMs;
    return true;
  };
  /** @throws AppError `too-many-requests` */
  const refuseFlood = (attempts: Attempts | undefined, credential: string | undefined): void => {
    if (!attempts || attempts.failed < quota) return;
    if (credential !== undefined && (proven.has(credential) || takeLook(attempts))) return;
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
