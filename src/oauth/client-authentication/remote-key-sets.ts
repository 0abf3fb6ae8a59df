import type { Clock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Outbound } from '#outbound/outbound.ts';
import { readKeySet, type VerificationKey } from '#tokens/tokens.ts';

const LIMITS = { maxBytes: 262_144, timeoutMs: 5000 } as const;
const MAX_SETS = 200;
const FRESH_MS = 5 * 60_000;
/** While an issuer cannot be reached, the keys that it published before are valid for this long. */
const STALE_MS = 60 * 60_000;
/** After a failure, or for an unknown key, an issuer is asked again after this long at the earliest. */
const PAUSE_MS = 30_000;

export interface RemoteKeySets {
  /**
   * Returns the keys at an address that an assertion may be signed with. The key set is fetched when it is unknown or
   * old, and again when no key fits.
   * @throws AppError `key-set-unavailable`.
   */
  find(
    url: string,
    fits: (keys: readonly VerificationKey[]) => readonly VerificationKey[],
  ): Promise<readonly VerificationKey[]>;
}

interface KeySet {
  readonly keys: readonly VerificationKey[];
  readonly fetchedAt: number;
}

interface Entry {
  set: KeySet | undefined;
  triedAt: number;
  fetching: Promise<KeySet> | undefined;
}

/** Creates the key sets by address. An attacker who invents key ids causes two calls to an issuer a minute at most. */
export function createRemoteKeySets(deps: {
  readonly outbound: Outbound;
  readonly clock: Clock;
}): RemoteKeySets {
  const { outbound, clock } = deps;
  const entries = new Map<string, Entry>();

  const entryOf = (url: string): Entry => {
    const known = entries.get(url) ?? { set: undefined, triedAt: -Infinity, fetching: undefined };
    // Added again, it is the newest: the first key is always the one unused for longest.
    entries.delete(url);
    entries.set(url, known);
    const oldest = entries.keys().next();
    if (entries.size > MAX_SETS && !oldest.done) entries.delete(oldest.value);
    return known;
  };
  const fetchSet = async (url: string, entry: Entry): Promise<KeySet> => {
    entry.triedAt = clock.now();
    const keys = readKeySet(await outbound.fetchText(url, LIMITS));
    entry.set = { keys, fetchedAt: clock.now() };
    return entry.set;
  };
  const refetch = (url: string, entry: Entry): Promise<KeySet> => {
    entry.fetching ??= fetchSet(url, entry).finally(() => {
      entry.fetching = undefined;
    });
    return entry.fetching;
  };
  const isYounger = (at: number, ms: number): boolean => clock.now() - at < ms;
  /** Returns the previous key set, if it is recent enough, while the issuer is not asked again. */
  const fallBack = ({ set }: Entry, cause: unknown): KeySet => {
    if (set && isYounger(set.fetchedAt, STALE_MS)) return set;
    throw unavailable(cause);
  };
  const currentOf = async (url: string, entry: Entry): Promise<KeySet> => {
    if (entry.set && isYounger(entry.set.fetchedAt, FRESH_MS)) return entry.set;
    const isPausing = entry.fetching === undefined && isYounger(entry.triedAt, PAUSE_MS);
    if (isPausing) return fallBack(entry, 'it failed a moment ago');
    try {
      return await refetch(url, entry);
    } catch (error) {
      return fallBack(entry, error);
    }
  };

  return {
    async find(url, fits) {
      const entry = entryOf(url);
      const { keys } = await currentOf(url, entry);
      const found = fits(keys);
      if (found.length > 0 || isYounger(entry.triedAt, PAUSE_MS)) return found;
      return refetch(url, entry).then(
        (set) => fits(set.keys),
        () => found,
      );
    },
  };
}

const unavailable = (cause: unknown): AppError =>
  fail(
    'key-set-unavailable',
    'The key set of this client could not be fetched. Try again shortly.',
    {
      cause,
      headers: { 'retry-after': String(PAUSE_MS / 1000) },
    },
  );
