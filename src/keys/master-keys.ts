import { createHmac } from 'node:crypto';
import type { Reader } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { newMasterKeyFile, readKeyFile } from './key-file.ts';
import { readMovedId, readSealingId } from './master-key.store.ts';
import { loadMasterKey, type MasterKeyOptions, readMasterKey } from './master-key.ts';
import { MasterKeyError } from './master-key-error.ts';

export interface MasterKey {
  /** Tells master keys from each other, and nothing about them. */
  readonly id: string;
  readonly key: Buffer;
}

/** The master keys of a process: one, and two while everything moves to a new one. */
export interface MasterKeys {
  /** First the one that seals and wraps, then those that only open. */
  inHand(): readonly [MasterKey, ...MasterKey[]];
  /**
   * Looks whether a new one was laid beside, and which one seals by now.
   * @throws MasterKeyError when the one that seals is not here, or a file is malformed.
   */
  refresh(): Promise<void>;
}

/** Places in lists and sign-ins under way that the former key sealed are over by then; nothing else is sealed with it. */
const FORMER_OPENS_MS = 3_600_000;

interface Former {
  readonly masterKey: MasterKey;
  /** When it was noticed that everything is moved; undefined: texts may still be sealed with it. */
  readonly since: number | undefined;
}

export const toMasterKey = (key: Buffer): MasterKey => ({ id: masterKeyId(key), key });

function masterKeyId(key: Uint8Array): string {
  const mac = createHmac('sha256', key).update('formstead master key id');
  return mac.digest('base64url').slice(0, 8);
}

/** A deployment that never had another one. */
export function oneMasterKey(key: Uint8Array): MasterKeys {
  const only = toMasterKey(Buffer.from(key));
  return { inHand: () => [only], refresh: async () => undefined };
}

/**
 * The storage says which key seals, so that all nodes change together. A new key is found in
 * `DATA_DIR/master.key.new`, which a running node looks for again and again.
 * @throws MasterKeyError as `loadMasterKey`, and as `refresh`.
 */
export async function openMasterKeys(
  options: MasterKeyOptions & { readonly clock: Clock },
): Promise<MasterKeys> {
  const { db, dataDir, clock } = options;
  let first = toMasterKey(await loadMasterKey(options));
  let others: readonly MasterKey[] = [];
  // Also those that no file holds any more.
  const former = new Map<string, Former>();
  const retire = (masterKeys: readonly MasterKey[], { isMoved }: FoundMasterKeys): void => {
    const now = isMoved ? clock.now() : undefined;
    for (const masterKey of masterKeys) {
      former.set(masterKey.id, { masterKey, since: former.get(masterKey.id)?.since ?? now });
    }
  };

  const refresh = async (): Promise<void> => {
    const found = await findMasterKeys(db.reader, options);
    // While the storage names none it is the one of the start, whatever becomes of its file.
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
  /** Of the settings, or `master.key`. */
  readonly main: MasterKey | undefined;
  /** Of `master.key.new`. */
  readonly next: MasterKey | undefined;
  /** Undefined: of those two none seals. */
  readonly sealing: MasterKey | undefined;
  /** What the storage says; undefined: that it was never another one than `main`. */
  readonly sealingId: string | undefined;
  /** Nothing is sealed any more with another one than `sealing`, which was not always the one. */
  readonly isMoved: boolean;
}

/** What there is on this machine, beside what the storage says. @throws MasterKeyError when a file is malformed. */
export async function findMasterKeys(
  db: Reader,
  place: Pick<MasterKeyOptions, 'dataDir' | 'masterKey'>,
): Promise<FoundMasterKeys> {
  const [main, next, sealingId, movedId] = [
    await readMasterKey(place),
    await readKeyFile(newMasterKeyFile(place.dataDir)),
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
