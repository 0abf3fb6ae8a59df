import type { Tx } from '#db/database.ts';
import type { Seal } from '#kernel/seal.ts';
import { lockBegun, updateBegun } from './chain.store.ts';
import { openBegun, sealBegun } from './chain-head.ts';

/**
 * Counts a chain that begins or arrives (1), or one that is deleted with its account (-1). A stored number that was not
 * sealed here stays as it is, so that verification reports it.
 */
export async function countBegun(tx: Tx, seal: Seal, change: 1 | -1): Promise<void> {
  const begun = openBegun(seal, await lockBegun(tx, sealBegun(seal, 0)));
  if (begun !== undefined) await updateBegun(tx, sealBegun(seal, begun + change));
}
