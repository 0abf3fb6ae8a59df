import { hostname } from 'node:os';
import type { Database, Reader } from '#db/database.ts';
import { leasesIn } from '#db/leases.ts';
import { type Job, SHORTEST_LEASE_MS } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { lockKeys } from './key.store.ts';
import { forgetHolders, selectHeldKeys, tellHeldKey } from './master-key.store.ts';
import type { MasterKeys } from './master-keys.ts';

/** A node takes up a new master key within so long. */
const LOOK_EVERY_MS = 5000;

export interface HolderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly masterKeys: MasterKeys;
}

/** A node, as far as commands have to know which master keys it holds. */
export interface Holder {
  /**
   * Makes the node one that a move to another master key waits for. A move under way is over by then, or sees the node.
   * @throws MasterKeyError when everything is sealed with a master key that is not here; the node must not serve then.
   */
  join(): Promise<void>;
  /** Looks for a new master key, and says again what is held. It says so too when the new one can't be read. */
  readonly job: Job;
}

/**
 * Tells commands which master keys this node holds and which one seals here: a key must not seal before every
 * node can open what it sealed.
 * @param holder gives back the leases that say so
 */
export function createHolder({ db, clock, masterKeys }: HolderDeps, holder: string): Holder {
  const node = `${hostname()} (${holder.slice(0, 6)})`;
  const tell = async (to: Reader): Promise<void> => {
    const telling = { holder, now: clock.now(), lifeMs: SHORTEST_LEASE_MS };
    for (const [index, { id }] of masterKeys.inHand().entries()) {
      await tellHeldKey(to, { use: index === 0 ? 'seals' : 'opens', id, node }, telling);
    }
  };
  return {
    async join() {
      await db.transaction(async (tx) => {
        // A move changes the key that seals under this lock, after it has asked which nodes there are.
        await lockKeys(tx);
        await forgetHolders(tx, clock.now());
        await tell(tx);
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
          // A node that can't read the new master key goes on with the old one: unseen it would be left behind.
          await tell(db.reader);
        }
      },
    },
  };
}

/** Nodes that are alive and do not hold a master key, or do not seal with it yet. */
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
