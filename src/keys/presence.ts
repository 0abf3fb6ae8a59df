import { hostname } from 'node:os';
import type { Database, Reader } from '#db/database.ts';
import { type Job, SHORTEST_LEASE_MS } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { selectHeldKeys, tellHeldKey } from './master-key.store.ts';
import type { MasterKeys } from './master-keys.ts';

/** A node takes up a new master key within so long. */
const LOOK_EVERY_MS = 5000;

export interface PresenceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly masterKeys: MasterKeys;
}

/**
 * Looks for a new master key, and tells commands which ones this node holds and which one seals here: a key
 * must not seal before every node can open what it sealed.
 * @param holder gives back the leases that say so
 */
export function tellMasterKeys({ db, clock, masterKeys }: PresenceDeps, holder: string): Job {
  const node = `${hostname()} (${holder.slice(0, 6)})`;
  return {
    name: `master-keys-of/${holder}`,
    everyMs: LOOK_EVERY_MS,
    async run() {
      await masterKeys.refresh();
      const telling = { holder, now: clock.now(), lifeMs: SHORTEST_LEASE_MS };
      for (const [index, { id }] of masterKeys.inHand().entries()) {
        await tellHeldKey(db.reader, { use: index === 0 ? 'seals' : 'opens', id, node }, telling);
      }
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
