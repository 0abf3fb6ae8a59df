import type { Tx } from '#db/database.ts';
import type { Seal } from '#kernel/seal.ts';
import {
  insertHead,
  linkRows,
  lockHead,
  moveHead,
  readChainState,
  selectUnlinked,
} from './chain.store.ts';
import { chainHash } from './chain-hash.ts';
import { isSealed, type StoredHead, sealHead } from './chain-head.ts';
import { countBegun } from './count-begun.ts';

/** Thrown when the stored end of an account's chain was changed, so that the chain can't continue. */
export class BrokenChainError extends Error {
  readonly accountId: string;

  constructor(accountId: string) {
    super(
      `The audit record of account ${accountId} was tampered with: what is stored of its end was not written by this deployment. New lines are kept, and linked again once this is settled. Look at it with: formstead audit verify`,
    );
    this.accountId = accountId;
  }
}

/**
 * Links up to `limit` events of an account, in the order of their time among those that are visible by now. An event
 * that was written earlier but committed later therefore follows events with a later time. No event is ever skipped,
 * because the query asks for events without a position, not for events after some time. The lock on the head, and
 * the unique index on the position, keep two nodes from forking the chain.
 * @returns how many were linked.
 * @throws BrokenChainError when the stored end is not what was sealed; continuing would hide that.
 */
export async function linkEvents(
  tx: Tx,
  seal: Seal,
  accountId: string,
  limit: number,
): Promise<number> {
  const head = await lockOrBegin(tx, seal, accountId);
  if (!isSealed(seal, accountId, head)) throw new BrokenChainError(accountId);
  const rows = await selectUnlinked(tx, accountId, limit);
  if (rows.length === 0) return 0;
  let { seq, hash } = head;
  const links = rows.map((row) => {
    seq += 1;
    hash = chainHash(hash, seq, row);
    return { id: row.id, seq, hash };
  });
  const linked = await linkRows(tx, accountId, links);
  const moved = await moveHead(tx, accountId, head.seq, sealHead(seal, accountId, { seq, hash }));
  // The lock excludes other writers, so this is a bug, and the chain would be forked.
  if (linked !== rows.length || !moved) throw new Error('the audit chain moved under its lock');
  return linked;
}

async function lockOrBegin(tx: Tx, seal: Seal, accountId: string): Promise<StoredHead> {
  const known = await lockHead(tx, accountId);
  if (known) return known;
  const first = sealHead(seal, accountId, { seq: 0, hash: null });
  if (!(await insertHead(tx, accountId, first))) {
    return (await lockHead(tx, accountId)) ?? first;
  }
  // Linked events exist, so the stored end was deleted.
  if ((await readChainState(tx, accountId)).last !== undefined) {
    throw new BrokenChainError(accountId);
  }
  await countBegun(tx, seal, 1);
  return first;
}
