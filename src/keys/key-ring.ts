import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import type { Random } from '#kernel/ids.ts';
import { CLOCK_SKEW_S, type KeyRing, type KeyUse, TOKEN_LIFETIME_S } from '#tokens/tokens.ts';
import { listKeys } from './inspect-keys.ts';
import {
  deleteKeys,
  insertIfNoneActive,
  insertKey,
  type KeyRow,
  lockKeys,
  markRevoked,
  retireKeys,
} from './key.store.ts';
import { type KeyInfo, toKeyInfo } from './key-info.ts';
import { createKeyLoader } from './key-loader.ts';
import { newKeyRow } from './key-row.ts';
import { createWrapper } from './wrapping.ts';

/** How long after its retirement a key's last token is over on every node. */
const KEEP_MS = (TOKEN_LIFETIME_S + CLOCK_SKEW_S) * 1000;
const USES: readonly KeyUse[] = ['sig', 'enc'];

export interface StoredKeyRing extends KeyRing {
  /** Newest first. */
  list(): Promise<readonly KeyInfo[]>;
  /**
   * New keys sign and encrypt at once, here and within a minute on other nodes; the old ones still
   * verify until their tokens are over. @returns the new keys.
   */
  rotate(use: KeyUse | 'both'): Promise<readonly KeyInfo[]>;
  /**
   * Ends every token made with the key now, on every node; an active key gets a successor.
   * @throws AppError `not-found`.
   */
  revoke(kid: string): Promise<void>;
  /** Deletes keys whose last token is over. @returns their kids. */
  purge(): Promise<readonly string[]>;
}

export interface KeyRingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** 32 bytes, of loadMasterKey. */
  readonly masterKey: Uint8Array;
}

/**
 * The deployment's key ring; the first start makes a key of each use.
 * @throws MasterKeyError when the stored keys are wrapped by another master key.
 */
export async function openKeyRing(deps: KeyRingDeps): Promise<StoredKeyRing> {
  const { db, clock, random, masterKey } = deps;
  const wrapper = createWrapper(masterKey, random);
  const newKeys = (uses: readonly KeyUse[]) =>
    uses.map((use) => newKeyRow(use, clock.now(), random, wrapper));
  // Keys are made before the transaction, which holds only SQL.
  const change = <T>(work: (tx: Tx, candidates: readonly KeyRow[]) => Promise<T>): Promise<T> => {
    const candidates = newKeys(USES);
    return db.transaction(async (tx) => {
      await lockKeys(tx);
      return work(tx, candidates);
    });
  };
  const fillUp = async (tx: Tx, candidates: readonly KeyRow[]) => {
    for (const row of candidates) await insertIfNoneActive(tx, row);
  };
  const loader = createKeyLoader({ db, clock, wrapper, createMissing: () => change(fillUp) });
  await loader.current();

  return {
    current: loader.current,
    refresh: loader.refresh,
    async list() {
      return listKeys(db.reader);
    },
    async rotate(use) {
      const made = await change(async (tx, candidates) => {
        const rows = candidates.filter((row) => use === 'both' || row.use === use);
        for (const row of rows) {
          await retireKeys(tx, row.use, row.active_at);
          await insertKey(tx, row);
        }
        return rows;
      });
      await loader.reload();
      return made.map(toKeyInfo);
    },
    async revoke(kid) {
      const now = clock.now();
      await change(async (tx, candidates) => {
        if (!(await markRevoked(tx, kid, now))) {
          throw fail('not-found', 'There is no key with this kid.', { at: 'kid' });
        }
        await fillUp(tx, candidates);
      });
      await loader.reload();
    },
    async purge() {
      return db.transaction((tx) => deleteKeys(tx, clock.now() - KEEP_MS));
    },
  };
}
