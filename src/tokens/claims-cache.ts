import type { Clock } from '#kernel/clock.ts';
import type { TokenClaims } from './token-format.ts';

const MAX_ENTRIES = 10_000;
const MAX_AGE_MS = 5 * 60 * 1000;

interface Entry {
  readonly claims: TokenClaims;
  readonly diesAt: number;
}

export interface ClaimsCache {
  get(digest: string): TokenClaims | undefined;
  set(digest: string, claims: TokenClaims): void;
}

/**
 * Tokens that were opened before, by digest: opening one costs a hundred times more than looking it
 * up. The least recently used entry goes first; none outlives its token or five minutes.
 */
export function createClaimsCache(clock: Clock, maxEntries = MAX_ENTRIES): ClaimsCache {
  const entries = new Map<string, Entry>();
  let newest = '';
  const putLast = (digest: string, entry: Entry): void => {
    entries.delete(digest);
    entries.set(digest, entry);
    newest = digest;
  };
  return {
    get(digest) {
      const entry = entries.get(digest);
      if (!entry) return undefined;
      if (entry.diesAt <= clock.now()) {
        entries.delete(digest);
        return undefined;
      }
      // A map that entries leave and enter all the time is built anew every few requests.
      if (digest !== newest) putLast(digest, entry);
      return entry.claims;
    },
    set(digest, claims) {
      const diesAt = Math.min(claims.expiresAt * 1000, clock.now() + MAX_AGE_MS);
      putLast(digest, { claims, diesAt });
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
    },
  };
}
