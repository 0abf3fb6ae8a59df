import type { Clock } from '#kernel/clock.ts';
import { challengeName, type Items, type PemPair } from './items.ts';

/** Strangers can ask as often as they open connections; the storage is asked this often, in milliseconds. */
const KEPT_MS = 500;

/** Returns the certificate that answers the challenge for a host (RFC 8737 §3); undefined if none is under way. */
export type ChallengeOf = (host: string) => Promise<PemPair | undefined>;

export function createChallenges(
  hosts: readonly string[],
  items: Pick<Items, 'readPair'>,
  clock: Clock,
): ChallengeOf {
  const kept = new Map<
    string,
    { readonly until: number; readonly pair: ReturnType<ChallengeOf> }
  >();
  return (host) => {
    if (!hosts.includes(host)) return Promise.resolve(undefined);
    const now = clock.now();
    const known = kept.get(host);
    if (known && now < known.until && now >= known.until - KEPT_MS) return known.pair;
    const pair = items.readPair(challengeName(host));
    kept.set(host, { until: now + KEPT_MS, pair });
    return pair;
  };
}
