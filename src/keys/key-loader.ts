import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import {
  createKeySet,
  type EncryptionKey,
  importEncryptionKey,
  importSigningKey,
  type KeyRing,
  type KeySet,
  type PublicJwk,
  parsePublicJwk,
  type SigningKey,
} from '#tokens/tokens.ts';
import { type KeyRow, selectKeys } from './key.store.ts';
import { keyContext } from './key-row.ts';
import { stateOf } from './key-schedule.ts';
import { MasterKeyError } from './master-key-error.ts';
import type { MasterKeys } from './master-keys.ts';
import type { Wrapper } from './wrapping.ts';

/** How long the keys in memory are used, by default, before the storage is read again. */
const RELOAD_AFTER_MS = 60_000;
/** Unknown kids make the node read the storage at most once in this time. */
const REFRESH_PAUSE_MS = 1000;

export interface KeyLoader extends Pick<KeyRing, 'current' | 'refresh'> {
  /** Reads the keys from the storage now. */
  reload(): Promise<KeySet>;
  /** Returns the public keys, read at most a minute ago. */
  publicKeys(): Promise<readonly PublicJwk[]>;
}

export interface KeyLoaderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wrapper: Wrapper;
  readonly masterKeys: Pick<MasterKeys, 'refresh'>;
  /** Stores a key for each use that has none. */
  readonly createMissing: () => Promise<void>;
}

/** Keeps the keys in memory and in step with the storage. */
export function createKeyLoader(deps: KeyLoaderDeps): KeyLoader {
  const { db, clock, wrapper, masterKeys, createMissing } = deps;
  const imported: Imported = { signing: new Map(), encryption: new Map() };
  let loaded: Loaded | undefined;
  let loading: Promise<KeySet> | undefined;
  let refreshing: Promise<KeySet> | undefined;

  const readOnce = async (): Promise<Loaded | undefined> => {
    const at = clock.now();
    const rows = await selectKeys(db.reader);
    let set: KeySet | undefined;
    try {
      set = toKeySet(rows, at, imported, wrapper);
    } catch (error) {
      if (!(error instanceof MasterKeyError)) throw error;
      // The keys may have moved to a new master key since the last look for one.
      await masterKeys.refresh();
      set = toKeySet(rows, at, imported, wrapper);
    }
    return set && { set, published: publicKeysOf(rows), at };
  };
  const read = async (): Promise<KeySet> => {
    let found = await readOnce();
    if (!found) {
      await createMissing();
      found = await readOnce();
    }
    if (!found) throw new Error('no usable key after making one');
    loaded = found;
    return found.set;
  };
  const join = (): Promise<KeySet> => {
    loading ??= read().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  // A read that is under way may have begun before the change that the caller looks for, so another one must follow.
  const reload = async (): Promise<KeySet> => {
    while (loading !== undefined) await loading;
    return join();
  };
  // Waits instead of refusing: a token made right after a rotation must not be rejected.
  const refresh = async (): Promise<KeySet> => {
    const age = loaded ? clock.now() - loaded.at : REFRESH_PAUSE_MS;
    await sleep(REFRESH_PAUSE_MS - Math.min(Math.max(age, 0), REFRESH_PAUSE_MS));
    refreshing = undefined;
    return reload();
  };

  const current = async (maxAgeMs = RELOAD_AFTER_MS): Promise<KeySet> => {
    const age = loaded ? clock.now() - loaded.at : -1;
    return loaded && age >= 0 && age < maxAgeMs ? loaded.set : join();
  };

  return {
    reload,
    current,
    async publicKeys() {
      await current();
      return loaded?.published ?? [];
    },
    refresh() {
      refreshing ??= refresh();
      return refreshing;
    },
  };
}

interface Loaded {
  readonly set: KeySet;
  readonly published: readonly PublicJwk[];
  readonly at: number;
}

/** Imported keys, kept because importing one costs more than verifying a whole token. */
interface Imported {
  signing: ReadonlyMap<string, SigningKey>;
  encryption: ReadonlyMap<string, EncryptionKey>;
}

/**
 * Returns the keys that are not revoked, active ones first; undefined when a use has no active key. Includes announced
 * keys, because the clock of another node may be ahead.
 */
function toKeySet(
  rows: readonly KeyRow[],
  now: number,
  imported: Imported,
  wrapper: Wrapper,
): KeySet | undefined {
  const isActive = (row: KeyRow): boolean => stateOf(row, now) === 'active';
  const usable = [
    ...rows.filter(isActive),
    ...rows.filter((row) => row.revoked_at === null && !isActive(row)),
  ];
  const secretOf = (row: KeyRow) => wrapper.unwrap(row.wrapped, keyContext(row));
  const signing = usable
    .filter((row) => row.use === 'sig')
    .map((row) => imported.signing.get(row.kid) ?? importSigningKey(row.kid, secretOf(row)));
  const encryption = usable
    .filter((row) => row.use === 'enc')
    .map((row) => imported.encryption.get(row.kid) ?? importEncryptionKey(row.kid, secretOf(row)));
  imported.signing = new Map(signing.map((key) => [key.kid, key]));
  imported.encryption = new Map(encryption.map((key) => [key.kid, key]));

  const active = new Set(usable.filter(isActive).map((row) => row.use));
  const [signs, ...verify] = signing;
  const [encrypts, ...decrypt] = encryption;
  if (active.size < 2 || !signs || !encrypts) return undefined;
  return createKeySet({ signing: [signs, ...verify], encryption: [encrypts, ...decrypt] });
}

function publicKeysOf(rows: readonly KeyRow[]): readonly PublicJwk[] {
  return rows.flatMap(({ kid, alg, public_jwk: jwk, revoked_at: revokedAt }) =>
    jwk === null || revokedAt !== null ? [] : [parsePublicJwk(kid, alg, jwk)],
  );
}
