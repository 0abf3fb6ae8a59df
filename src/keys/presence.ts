import { hostname } from 'node:os';
import type { Database, Reader } from '#db/database.ts';
import { leasesIn } from '#db/leases.ts';
import { type Job, SHORTEST_LEASE_MS } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { lockKeys } from './key.store.ts';
import { forgetHolders, recordHeldKey, selectHeldKeys } from './master-key.store.ts';
import type { MasterKeys } from './master-keys.ts';

/** A node begins to use a new master key within this time. */
const LOOK_EVERY_MS = 5000;

export interface HolderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly masterKeys: MasterKeys;
}

/** Announces which master keys a node holds, for commands that move to another one. */
export interface KeyHolder {
  /**
   * Registers the node, so that a move to another master key waits for it. A move that is under way has either finished
   * by then or sees the node.
   * @throws MasterKeyError when everything is sealed with a master key that is not on this machine; the node must not
   * serve then
   */
  join(): Promise<void>;
  /** Looks for a new master key and renews the announcement, even if the new key can't be read. */
  readonly job: Job;
}

/**
 * Announces which master keys this node holds and which one it seals with: a key must not seal before every node can
 * open what it sealed (decision 54).
 * @param holder the owner of the leases that announce it
 */
export function createHolder({ db, clock, masterKeys }: HolderDeps, holder: string): KeyHolder {
  const node = `${hostname()} (${holder.slice(0, 6)})`;
  const recordHeldKeys = async (to: Reader): Promise<void> => {
    const heldBy = { holder, now: clock.now(), lifeMs: SHORTEST_LEASE_MS };
    for (const [index, { id }] of masterKeys.inHand().entries()) {
      await recordHeldKey(to, { use: index === 0 ? 'seals' : 'opens', id, node }, heldBy);
    }
  };
  return {
    async join() {
      await db.transaction(async (tx) => {
        // A move takes this lock and lists the nodes before it changes the key that seals.
        await lockKeys(tx);
        await forgetHolders(tx, clock.now());
        await recordHeldKeys(tx);
      });
      try {
        await masterKeys.refresh();
      } catch (error) {
        await leasesIn(db).releaseAll(holder);
        throw error;
      }
    },
    job: {
      name: `master-keys-of/${holder}`,
      everyMs: LOOK_EVERY_MS,
      async run() {
        try {
          await masterKeys.refresh();
        } finally {
          // A node that can't read the new key continues with the old one. If it were not listed, the move would leave
          // it behind.
          await recordHeldKeys(db.reader);
        }
      },
    },
  };
}

/** Returns the live nodes that do not hold a master key or, with `seals`, do not seal with it yet. */
export async function nodesWithout(
  db: Reader,
  now: number,
  { id, seals }: { readonly id: string; readonly seals: boolean },
): Promise<readonly string[]> {
  const held = await selectHeldKeys(db, now);
  const ready = held.filter((each) => each.id === id && (each.use === 'seals' || !seals));
  const isReady = new Set(ready.map(({ node }) => node));
  return [...new Set(held.map(({ node }) => node))].filter((node) => !isReady.has(node));
}
