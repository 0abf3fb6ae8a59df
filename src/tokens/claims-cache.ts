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
 * Caches the claims of opened tokens by digest: opening a token costs a hundred times as much as a look-up. Drops the
 * least recently used entry first; no entry outlives its token or five minutes.
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
      // Moving the entry at every hit would make V8 rebuild the map every few requests.
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
