import type { Tx } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import { insertHead, lockHead, moveHead, readChainState, selectLinked } from './chain.store.ts';
import { sealHead } from './chain-head.ts';

/**
 * Seals the last linked event as the end of the chain.
 * @returns the detail for the audit event; undefined when no event was ever linked.
 */
export async function resealChain(
  tx: Tx,
  seal: Seal,
  accountId: string,
): Promise<JsonObject | undefined> {
  const old = await lockHead(tx, accountId);
  const { last } = await readChainState(tx, accountId);
  if (last === undefined) return undefined;
  const [row] = await selectLinked(tx, accountId, { from: last, to: last });
  if (!row) return undefined;
  const head = sealHead(seal, accountId, { seq: last, hash: row.chain_hash });
  if (old) await moveHead(tx, accountId, old.seq, head);
  else await insertHead(tx, accountId, head);
  return { seq: last, hash: row.chain_hash, ...(old && { seqBefore: old.seq }) };
}
