import type { Database } from '#db/database.ts';
import { addUses } from './key.store.ts';

/** How many uses one write adds to the stored count. A node that stops leaves at most this many unused. */
const BLOCK = 65_536;

/**
 * Returns a function to call before each encryption under the active key. It counts blocks of encryptions before they
 * are done, so that the stored count is never too low, even after a crash.
 */
export function createUseCounter(db: Pick<Database, 'reader'>): (kid: string) => Promise<void> {
  let current = '';
  let left = 0;
  let reserving: Promise<void> | undefined;

  const reserve = async (kid: string): Promise<void> => {
    await addUses(db.reader, kid, BLOCK);
    left = kid === current ? left + BLOCK : BLOCK;
    current = kid;
  };
  return async (kid) => {
    while (kid !== current || left === 0) {
      reserving ??= reserve(kid).finally(() => {
        reserving = undefined;
      });
      await reserving;
    }
    left -= 1;
  };
}
