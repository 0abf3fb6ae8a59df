import { hash } from 'node:crypto';
import { networkOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Limits } from './limits.ts';
import type { Usage } from './quota.ts';

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
  readonly endsAt: number;
  /** Digests of credentials that held. */
  readonly held: Set<string>;
}

const MANY_ADDRESSES = 10_000;
const MANY_CREDENTIALS = 1000;
const NAME = 'unauthorised';

/**
 * Looking at credentials costs more than anything else that a stranger may ask for. Who guesses on and on is refused
 * without a look, and others at the same address go on with what has held before. Counted in this process: a statement
 * would cost more than the look.
 */
export function createProofs(options: ProofOptions): Limits['prove'] {
  const { quota, windowSeconds, clock, refuse } = options;
  const addresses = new Map<string, Attempts>();

  const attemptsOf = (key: string): Attempts | undefined => {
    const found = addresses.get(key);
    if (!found || clock.now() < found.endsAt) return found;
    addresses.delete(key);
    return undefined;
  };
  const begin = (key: string): Attempts => {
    const [oldest] = addresses.keys();
    if (addresses.size >= MANY_ADDRESSES && oldest !== undefined) addresses.delete(oldest);
    const endsAt = clock.now() + windowSeconds * 1000;
    const begun: Attempts = { failed: 0, endsAt, held: new Set() };
    addresses.set(key, begun);
    return begun;
  };

  return async (ip, credentials, work) => {
    const key = networkOf(ip);
    const before = attemptsOf(key);
    if (before && before.failed >= quota && !hasHeld(before, credentials)) {
      const policy = { name: NAME, quota, windowSeconds };
      throw refuse({ policy, remaining: 0, endsAt: before.endsAt });
    }
    try {
      const result = await work();
      const { held } = attemptsOf(key) ?? {};
      if (credentials !== undefined && held && held.size < MANY_CREDENTIALS)
        held.add(digest(credentials));
      return result;
    } catch (error) {
      if (error instanceof AppError && error.status === 401)
        (attemptsOf(key) ?? begin(key)).failed += 1;
      throw error;
    }
  };
}

const hasHeld = ({ held }: Attempts, credentials: string | undefined): boolean =>
  credentials !== undefined && held.has(digest(credentials));

const digest = (credentials: string): string => hash('sha256', credentials);
