import { createHmac } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = MINUTE_MS;
const LIFE_MS = 5 * MINUTE_MS;
const KEY_LIFE_MS = 60 * MINUTE_MS;
const KEY_BYTES = 32;
const MAX_ENTRIES = 10_000;

export interface VerifiedAttempt {
  readonly userId: string;
  readonly userName: string;
  readonly password: string;
  readonly storedHash: string;
}

export interface VerifiedPasswords {
  has(attempt: VerifiedAttempt): boolean;
  add(attempt: VerifiedAttempt): void;
}

interface Entry {
  readonly userId: string;
  readonly endsAt: number;
  readonly idleAt: number;
}

/**
 * Caches verified passwords for one minute after their last use, five minutes at most, so that Basic does not run
 * argon2 for each request. The key is a keyed digest that covers the stored hash, so that a password change applies at
 * once. The cache is in this process only, and never holds failures.
 */
export function createVerifiedPasswords(deps: {
  readonly clock: Clock;
  readonly random: Random;
}): VerifiedPasswords {
  const { clock, random } = deps;
  const entries = new Map<string, Entry>();
  let secret = random.bytes(KEY_BYTES);
  let secretEndsAt = clock.now() + KEY_LIFE_MS;

  const digest = ({ userName, password, storedHash }: VerifiedAttempt): string => {
    if (clock.now() >= secretEndsAt) {
      secret = random.bytes(KEY_BYTES);
      secretEndsAt = clock.now() + KEY_LIFE_MS;
      entries.clear();
    }
    // The length keeps `ab` + `c` and `a` + `bc` apart; a PHC string contains no NUL.
    return createHmac('sha256', secret)
      .update(`${userName.length}:${userName}${password}\0${storedHash}`)
      .digest('base64url');
  };
  const keep = (key: string, entry: Entry): void => {
    // Reinserting makes the entry the newest, so the first key is always the least recently used one.
    entries.delete(key);
    if (entries.size >= MAX_ENTRIES) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    entries.set(key, entry);
  };
  return {
    has(attempt) {
      const key = digest(attempt);
      const entry = entries.get(key);
      const now = clock.now();
      if (entry?.userId !== attempt.userId) return false;
      if (now >= entry.endsAt || now >= entry.idleAt) {
        entries.delete(key);
        return false;
      }
      keep(key, { ...entry, idleAt: now + IDLE_MS });
      return true;
    },
    add(attempt) {
      const now = clock.now();
      const { userId } = attempt;
      keep(digest(attempt), { userId, endsAt: now + LIFE_MS, idleAt: now + IDLE_MS });
    },
  };
}
