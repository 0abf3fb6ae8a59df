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
  type SigningKey,
} from '#tokens/tokens.ts';
import { type KeyRow, selectKeys } from './key.store.ts';
import { contextOf, stateOf } from './key-row.ts';
import type { Wrapper } from './wrapping.ts';

/** A key that another node rotated or revoked is noticed at the latest after so long. */
const RELOAD_AFTER_MS = 60_000;
/** An unknown kid makes the storage be read at most once in so long. */
const REFRESH_PAUSE_MS = 1000;

export interface KeyLoader extends KeyRing {
  /** Reads the storage now. */
  reload(): Promise<KeySet>;
}

export interface KeyLoaderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wrapper: Wrapper;
  /** Stores a key of each use that has none. */
  readonly createMissing: () => Promise<void>;
}

/** The keys in memory, kept in step with the storage. */
export function createKeyLoader({ db, clock, wrapper, createMissing }: KeyLoaderDeps): KeyLoader {
  const imported: Imported = { signing: new Map(), encryption: new Map() };
  let loaded: { readonly set: KeySet; readonly at: number } | undefined;
  let loading: Promise<KeySet> | undefined;
  let refreshing: Promise<KeySet> | undefined;

  const read = async (): Promise<KeySet> => {
    const at = clock.now();
    let set = toKeySet(await selectKeys(db.reader), imported, wrapper);
    if (!set) {
      await createMissing();
      set = toKeySet(await selectKeys(db.reader), imported, wrapper);
    }
    if (!set) throw new Error('no usable key after making one');
    loaded = { set, at };
    return set;
  };
  const join = (): Promise<KeySet> => {
    loading ??= read().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  // A read under way may have begun before the change that is looked for: only a new one will do.
  const reload = async (): Promise<KeySet> => {
    while (loading !== undefined) await loading;
    return join();
  };
  // Waiting instead of refusing: a token made right after a rotation must not fail.
  const refresh = async (): Promise<KeySet> => {
    const age = loaded ? clock.now() - loaded.at : REFRESH_PAUSE_MS;
    await sleep(REFRESH_PAUSE_MS - Math.min(Math.max(age, 0), REFRESH_PAUSE_MS));
    refreshing = undefined;
    return reload();
  };

  return {
    reload,
    async current(maxAgeMs = RELOAD_AFTER_MS) {
      const age = loaded ? clock.now() - loaded.at : -1;
      return loaded && age >= 0 && age < maxAgeMs ? loaded.set : join();
    },
    refresh() {
      refreshing ??= refresh();
      return refreshing;
    },
  };
}

/** Imported keys are kept: importing one costs more than a whole verification. */
interface Imported {
  signing: ReadonlyMap<string, SigningKey>;
  encryption: ReadonlyMap<string, EncryptionKey>;
}

/** The keys that are not revoked, active ones first; undefined when a use has no active key. */
function toKeySet(
  rows: readonly KeyRow[],
  imported: Imported,
  wrapper: Wrapper,
): KeySet | undefined {
  const usable = [
    ...rows.filter((row) => stateOf(row) === 'active'),
    ...rows.filter((row) => stateOf(row) === 'verify-only'),
  ];
  const secretOf = (row: KeyRow) => wrapper.unwrap(row.wrapped, contextOf(row));
  const signing = usable
    .filter((row) => row.use === 'sig')
    .map((row) => imported.signing.get(row.kid) ?? importSigningKey(row.kid, secretOf(row)));
  const encryption = usable
    .filter((row) => row.use === 'enc')
    .map((row) => imported.encryption.get(row.kid) ?? importEncryptionKey(row.kid, secretOf(row)));
  imported.signing = new Map(signing.map((key) => [key.kid, key]));
  imported.encryption = new Map(encryption.map((key) => [key.kid, key]));

  const active = new Set(usable.filter((row) => stateOf(row) === 'active').map((row) => row.use));
  const [signs, ...verify] = signing;
  const [encrypts, ...decrypt] = encryption;
  if (active.size < 2 || !signs || !encrypts) return undefined;
  return createKeySet({ signing: [signs, ...verify], encryption: [encrypts, ...decrypt] });
}
