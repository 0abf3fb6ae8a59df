import type { Reader, Tx } from '#db/database.ts';
import { bringBack, lockKeys, retireOthers, selectKeys } from './key.store.ts';
import { ANNOUNCE_MS, KEY_USES } from './key-schedule.ts';

/** No key is announced for longer. */
const MOST_AHEAD_MS = 2 * ANNOUNCE_MS;

/** Returns the times of keys that only a clock that ran ahead can have written. */
export async function selectFutureKeys(db: Reader, now: number): Promise<readonly number[]> {
  const keys = await selectKeys(db);
  return keys
    .map((row) => Math.max(row.created_at, row.active_at, row.retired_at ?? 0, row.revoked_at ?? 0))
    .filter((at) => at > now + MOST_AHEAD_MS);
}

/**
 * Lets keys that a clock that ran ahead has dated become active after the usual announcement, since other nodes and
 * clients may not know them yet. Without it, the key before them would be used until their time comes.
 */
export async function repairKeyTimes(tx: Tx, now: number): Promise<void> {
  await lockKeys(tx);
  const limit = now + MOST_AHEAD_MS;
  const activeAt = now + ANNOUNCE_MS;
  const future = (await selectKeys(tx)).filter(({ active_at }) => active_at > limit);
  await bringBack(tx, limit, { now, activeAt });
  for (const use of KEY_USES) {
    const newest = future.find((row) => row.use === use && row.revoked_at === null);
    if (newest) await retireOthers(tx, newest, activeAt);
  }
}
