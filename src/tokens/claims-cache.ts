import type { Clock } from '#kernel/clock.ts';
import type { TokenClaims } from './token-format.ts';

const MAX_ENTRIES = 10_000;
const MAX_AGE_MS = 5 * 60 * 1000;

export interface ClaimsCache {
  get(digest: string): TokenClaims | undefined;
  set(digest: string, claims: TokenClaims): void;
}

/**
 * Tokens that were opened before, by digest: opening one costs a hundred times more than looking it
 * up. The least recently used entry goes first; none outlives its token or five minutes.
 */
export function createClaimsCache(clock: Clock, maxEntries = MAX_ENTRIES): ClaimsCache {
  const entries = new Map<string, { readonly claims: TokenClaims; readonly diesAt: number }>();
  return {
    get(digest) {
      const entry = entries.get(digest);
      if (!entry) return undefined;
      entries.delete(digest);
      if (entry.diesAt <= clock.now()) return undefined;
      entries.set(digest, entry);
      return entry.claims;
    },
    set(digest, claims) {
      const diesAt = Math.min(claims.expiresAt * 1000, clock.now() + MAX_AGE_MS);
      entries.delete(digest);
      entries.set(digest, { claims, diesAt });
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
    },
  };
}
