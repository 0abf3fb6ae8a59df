import type { Reader } from '#db/database.ts';
import type { Seal } from '#kernel/seal.ts';
import {
  nextUnlinkedAccount,
  readLeaseEnd,
  readUnlinked,
  selectHeads,
  type Unlinked,
} from './chain.store.ts';
import { isSealed } from './chain-head.ts';
import { LINK_JOB } from './chains.ts';

/** The state of the chains of all accounts, read without checking their events. */
export interface RecordState {
  readonly chains: number;
  /** Linked events in all chains. */
  readonly linked: number;
  readonly unlinked: Unlinked;
  /** Ids of accounts whose stored end is not what Formstead sealed. */
  readonly broken: readonly string[];
  /** Whether a node holds the lease of the job that links events. */
  readonly isChained: boolean;
}

export async function readRecordState(db: Reader, seal: Seal, now: number): Promise<RecordState> {
  const heads = await selectHeads(db);
  const leaseEnd = await readLeaseEnd(db, LINK_JOB);
  return {
    chains: heads.length,
    linked: heads.reduce((sum, { head }) => sum + head.seq, 0),
    unlinked: await readAllUnlinked(db),
    broken: heads.flatMap(({ accountId, head }) =>
      isSealed(seal, accountId, head) ? [] : [accountId],
    ),
    isChained: leaseEnd !== undefined && leaseEnd > now,
  };
}

async function readAllUnlinked(db: Reader): Promise<Unlinked> {
  let all: Unlinked = { count: 0, oldestAt: undefined };
  let accountId = await nextUnlinkedAccount(db, '');
  while (accountId !== undefined) {
    const { count, oldestAt } = await readUnlinked(db, accountId);
    const times = [all.oldestAt, oldestAt].filter((at) => at !== undefined);
    all = { count: all.count + count, oldestAt: times.length > 0 ? Math.min(...times) : undefined };
    accountId = await nextUnlinkedAccount(db, accountId);
  }
  return all;
}
