import { hash } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';

const KEPT_MS = 10 * 60_000;
const MANY = 20_000;

/** The credentials that were valid lately, from any address. */
export interface ProvenCredentials {
  has(credential: string): boolean;
  add(credential: string): void;
  delete(credential: string): void;
}

/**
 * Keeps SHA-256 digests in two sets. After ten minutes, or when one set is full, the older one is dropped: a
 * credential is remembered for ten to twenty minutes after its last use, and for less when more than `many` others
 * follow it. Two full sets take 4 MB.
 */
export function createProvenCredentials(clock: Clock, many = MANY): ProvenCredentials {
  let recent = new Set<string>();
  let older = new Set<string>();
  let changeAt = clock.now() + KEPT_MS;
  return {
    has(credential) {
      const digest = digestOf(credential);
      return recent.has(digest) || older.has(digest);
    },
    add(credential) {
      const now = clock.now();
      if (now >= changeAt || recent.size >= many) {
        older = recent;
        recent = new Set();
        changeAt = now + KEPT_MS;
      }
      recent.add(digestOf(credential));
    },
    delete(credential) {
      const digest = digestOf(credential);
      recent.delete(digest);
      older.delete(digest);
    },
  };
}

/** Takes about a microsecond, so it can be computed for every request. */
const digestOf = (credential: string): string => hash('sha256', credential, 'base64url');
