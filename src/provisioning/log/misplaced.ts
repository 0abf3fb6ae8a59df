// Requests of credentials without the right to provision. An admin looks on the log for why a sync is refused, so some
// are kept; a client with such a credential must not push the requests of the identity provider out of the log.
import type { ObservedRequest } from '#http/observed-request.ts';
import { hourOf } from './unauthenticated.store.ts';

/** Most of an account in an hour: with a thousand bytes each, 70 MB in 30 days. */
const MAX_AN_HOUR = 100;
/** Most of one credential in an hour, so that a loud one does not hide why a sync is refused. */
const MAX_OF_ONE = 20;
const HOUR_MS = 3_600_000;

export interface MisplacedBound {
  /** Counts a request. @returns false if the log has enough of this credential, or of the account, in this hour */
  take(accountId: string, credentialId: string, at: number): boolean;
}

export function createMisplacedBound(): MisplacedBound {
  let hour = 0;
  let counts = new Map<string, number>();
  return {
    take(accountId, credentialId, at) {
      const now = hourOf(at);
      // A slow request of the last hour begins no new one. A clock that was set back does.
      if (now > hour || now < hour - HOUR_MS) {
        hour = now;
        counts = new Map();
      }
      const [own, all] = [counts.get(credentialId) ?? 0, counts.get(accountId) ?? 0];
      if (own >= MAX_OF_ONE || all >= MAX_AN_HOUR) return false;
      counts.set(credentialId, own + 1).set(accountId, all + 1);
      return true;
    },
  };
}

/** Returns the request without what its sender chose at length. */
export const withoutContent = (request: ObservedRequest): ObservedRequest => ({
  ...request,
  url: request.url.replace(/\?.*$/s, ''),
  requestBody: undefined,
});
