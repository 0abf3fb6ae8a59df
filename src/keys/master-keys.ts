import { createHmac } from 'node:crypto';
import type { Reader } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { newMasterKeyFile, readKeyFile } from './key-file.ts';
import { readMovedId, readSealingId } from './master-key.store.ts';
import { loadMasterKey, type MasterKeyOptions, readMasterKey } from './master-key.ts';
import { MasterKeyError } from './master-key-error.ts';

export interface MasterKey {
  /** Distinguishes master keys without revealing anything about them. */
  readonly id: string;
  readonly key: Buffer;
}

/** The master keys of a process: one, or more while everything moves to a new one (decision 54). */
export interface MasterKeys {
  /** Returns first the key that seals and wraps, then those that only open. */
  inHand(): readonly [MasterKey, ...MasterKey[]];
  /**
   * Looks for a new key file, and for which key seals now.
   * @throws MasterKeyError when the key that seals is not on this machine, or a file is malformed
   */
  refresh(): Promise<void>;
}

/**
 * How long a former key still opens. It sealed only page positions and sign-ins under way, which have expired by then.
 */
const FORMER_OPENS_MS = 3_600_000;

interface Former {
  readonly masterKey: MasterKey;
  /** When the move was first seen to be complete; undefined: texts may still be sealed with this key. */
  readonly since: number | undefined;
}

export const toMasterKey = (key: Buffer): MasterKey => ({ id: masterKeyId(key), key });

function masterKeyId(key: Uint8Array): string {
  const mac = createHmac('sha256', key).update('formstead master key id');
  return mac.digest('base64url').slice(0, 8);
}

/** Returns the master keys of a deployment that never changed its key. */
export function oneMasterKey(key: Uint8Array): MasterKeys {
  const only = toMasterKey(Buffer.from(key));
  return { inHand: () => [only], refresh: async () => undefined };
}

/**
 * Opens the master keys of this machine. The storage says which key seals, so that all nodes change together. A new key
 * is found in `DATA_DIR/master.key.new`, which a running node checks regularly.
 * @throws MasterKeyError as `loadMasterKey` and `refresh` do
 */
export async function openMasterKeys(
  options: MasterKeyOptions & { readonly clock: Clock },
): Promise<MasterKeys> {
  const { db, dataDir, clock } = options;
  let first = toMasterKey(await loadMasterKey(options));
  let others: readonly MasterKey[] = [];
  // Includes keys that no file holds any more.
  const former = new Map<string, Former>();
  const retire = (masterKeys: readonly MasterKey[], { isMoved }: FoundMasterKeys): void => {
    const now = isMoved ? clock.now() : undefined;
    for (const masterKey of masterKeys) {
      former.set(masterKey.id, { masterKey, since: former.get(masterKey.id)?.since ?? now });
    }
  };

  const refresh = async (): Promise<void> => {
    const found = await findMasterKeys(db.reader, options);
    // If the storage names no key, the key of the start seals, whatever happens to its file.
    const isSame = found.sealingId === undefined || found.sealingId === first.id;
    const sealing = isSame ? first : found.sealing;
    if (!sealing) throw new MasterKeyError(notHere(found.sealingId, dataDir));
    const seen = [...former.values()].map(({ masterKey }) => masterKey);
    retire([...seen, first, ...(found.main ? [found.main] : [])], found);
    former.delete(sealing.id);
    const opens = [...former.values()]
      .filter(({ since }) => since === undefined || clock.now() - since < FORMER_OPENS_MS)
      .map(({ masterKey }) => masterKey);
    const { next } = found;
    first = sealing;
    others = [...opens, ...(next && next.id !== sealing.id && !former.has(next.id) ? [next] : [])];
  };
  await refresh();
  return { inHand: () => [first, ...others], refresh };
}

export interface FoundMasterKeys {
  /** The key of the settings, or of `master.key`. */
  readonly main: MasterKey | undefined;
  /** The key of `master.key.new`. */
  readonly next: MasterKey | undefined;
  /** The one of the two that seals; undefined: neither does. */
  readonly sealing: MasterKey | undefined;
  /** The id of the key that seals, as stored; undefined: it was always `main`. */
  readonly sealingId: string | undefined;
  /** Whether a move has been completed, so that everything is sealed with `sealing`. */
  readonly isMoved: boolean;
}

/**
 * Finds the keys on this machine and reads which one seals.
 * @throws MasterKeyError when a file is malformed
 */
export async function findMasterKeys(
  db: Reader,
  options: Pick<MasterKeyOptions, 'dataDir' | 'masterKey'>,
): Promise<FoundMasterKeys> {
  const [main, next, sealingId, movedId] = [
    await readMasterKey(options),
    await readKeyFile(newMasterKeyFile(options.dataDir)),
    await readSealingId(db),
    await readMovedId(db),
  ];
  const keys = { main: main && toMasterKey(main), next: next && toMasterKey(next) };
  const sealing =
    sealingId === undefined
      ? keys.main
      : [keys.main, keys.next].find((key) => key?.id === sealingId);
  const isMoved = sealingId !== undefined && sealingId === movedId;
  return { ...keys, sealing, sealingId, isMoved };
}

const notHere = (id: string | undefined, dataDir: string): string =>
  `Everything in the database is sealed with the master key ${id}, which is not here. ` +
  `Give it as FORMSTEAD_MASTER_KEY, or put it into ${newMasterKeyFile(dataDir)}.`;
