import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import {
  CLOCK_SKEW_S,
  type KeyRing,
  type KeyUse,
  type PublicJwk,
  TOKEN_LIFETIME_S,
} from '#tokens/tokens.ts';
import { listKeys } from './inspect-keys.ts';
import { lockKeys, selectKeys } from './key.store.ts';
import {
  announceDue,
  fillUp,
  type KeyChange,
  purgeKeys,
  revoke,
  rotateNow,
} from './key-changes.ts';
import { type KeyInfo, toKeyInfo } from './key-info.ts';
import { createKeyLoader } from './key-loader.ts';
import { newKeyRow } from './key-row.ts';
import { endedBefore, KEY_USES, reasonForChange } from './key-schedule.ts';
import type { MasterKeys } from './master-keys.ts';
import { createUseCounter } from './use-counter.ts';
import { createWrapperOf } from './wrapping.ts';

/** A key that has ended is kept this long, until no node accepts its last token any more. */
const KEEP_MS = (TOKEN_LIFETIME_S + CLOCK_SKEW_S) * 1000;

/**
 * The key ring. Changes of keys go into every account's audit log; `via` is the actor's channel, `system` by default.
 */
export interface StoredKeyRing extends KeyRing {
  /** Newest first. */
  list(): Promise<readonly KeyInfo[]>;
  /** Returns the public keys for verifying tokens of Formstead: announced, active and verify-only ones. */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /**
   * Makes new keys, which sign and encrypt at once on this node and within a second on others. The old keys verify
   * until their tokens have expired.
   * @returns the new keys
   */
  rotate(use: KeyUse | 'both', via?: Actor['via']): Promise<readonly KeyInfo[]>;
  /**
   * Invalidates every token made with the key, at once and on every node; an active key gets a successor.
   * @throws AppError `not-found`
   */
  revoke(kid: string, via?: Actor['via']): Promise<void>;
  /** Deletes the keys whose last token has expired. @returns their kids, sorted */
  purge(): Promise<readonly string[]>;
  /** Announces successors of keys that are due, and purges. Must be called regularly. */
  maintain(): Promise<void>;
}

export interface KeyRingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly masterKeys: MasterKeys;
}

/**
 * Opens the deployment's key ring; the first start makes a key for each use.
 * @throws MasterKeyError when the stored keys are wrapped by another master key
 */
export async function openKeyRing(deps: KeyRingDeps): Promise<StoredKeyRing> {
  const { db, clock, random, audit, masterKeys } = deps;
  const wrapper = createWrapperOf(masterKeys, random);
  // Keys are made before the transaction, which may contain only SQL.
  const change = <T>(via: Actor['via'], work: (change: KeyChange) => Promise<T>): Promise<T> => {
    const now = clock.now();
    const candidates = KEY_USES.map((use) => newKeyRow(use, now, random, wrapper));
    return db.transaction(async (tx) => {
      await lockKeys(tx);
      return work({ tx, now, audit, via, candidates });
    });
  };
  const loader = createKeyLoader({
    db,
    clock,
    wrapper,
    masterKeys,
    createMissing: () => change('system', (each) => fillUp(each, 'missing')),
  });
  await loader.current();

  const ring: StoredKeyRing = {
    current: loader.current,
    refresh: loader.refresh,
    publicKeys: loader.publicKeys,
    countUse: createUseCounter(db),
    async list() {
      return listKeys(db.reader, clock.now());
    },
    async rotate(use, via = 'system') {
      const uses = use === 'both' ? KEY_USES : [use];
      const made = await change(via, (each) => rotateNow(each, uses));
      await loader.reload();
      return made.map((row) => toKeyInfo(row, clock.now()));
    },
    async revoke(kid, via = 'system') {
      await change(via, (each) => revoke(each, kid));
      await loader.reload();
    },
    async purge() {
      return change('system', (each) => purgeKeys(each, each.now - KEEP_MS));
    },
    async maintain() {
      const stored = await selectKeys(db.reader);
      const now = clock.now();
      // This look takes no lock; each change looks again under the lock of the keys.
      if (KEY_USES.some((use) => reasonForChange(stored, use, now)))
        await change('system', announceDue);
      if (stored.some((row) => endedBefore(row, now - KEEP_MS))) await ring.purge();
    },
  };
  return ring;
}
