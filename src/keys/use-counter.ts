import type { Database } from '#db/database.ts';
import { addUses } from './key.store.ts';

/** So many uses are paid for with one write; a node that stops leaves at most so many unused. */
const BLOCK = 65_536;

/**
 * Counts encryptions under the active key, ahead of them: what the storage says is never less than
 * what was done, whatever crashes.
 */
export function createUseCounter(db: Pick<Database, 'reader'>): (kid: string) => Promise<void> {
  let current = '';
  let left = 0;
  let paying: Promise<void> | undefined;

  const pay = async (kid: string): Promise<void> => {
    await addUses(db.reader, kid, BLOCK);
    left = kid === current ? left + BLOCK : BLOCK;
    current = kid;
  };
  return async (kid) => {
    while (kid !== current || left === 0) {
      paying ??= pay(kid).finally(() => {
        paying = undefined;
      });
      await paying;
    }
    left -= 1;
  };
}
