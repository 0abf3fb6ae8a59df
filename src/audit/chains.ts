import type { Database, Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { Seal } from '#kernel/seal.ts';
import {
  countChains,
  lockBegun,
  nextUnlinkedAccount,
  readBegun,
  updateBegun,
} from './chain.store.ts';
import { type ChainHead, openBegun, sealBegun } from './chain-head.ts';
import { BrokenChainError, linkEvents } from './link-events.ts';
import { resealChain } from './reseal-chain.ts';
import { type ChainReport, verifyChain } from './verify-chain.ts';

/** Events linked in one transaction. On SQLite, every other request waits for it, some milliseconds. */
const BATCH = 200;
/** Longest time of one run; it ends before its lease does. */
const RUN_MS = 5000;
/** Time until a chain that was tampered with is tried again. */
const REST_MS = 10 * 60_000;

export interface ChainsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

export interface Chains {
  /**
   * Links all unlinked events, account by account.
   * @throws BrokenChainError when a chain was tampered with; all other chains are linked first.
   */
  linkPending(): Promise<void>;
  /** Checks the chain of an account. @param earlier an end of the chain that was kept outside the deployment */
  verify(accountId: string, earlier?: ChainHead): Promise<ChainReport>;
  /** Counts the chains that were begun and are gone; undefined when their sealed number itself was changed. */
  countLost(): Promise<number | undefined>;
  /**
   * Accepts the audit log as it is and seals its end with the current master key: for a lost master key, or after
   * tampering was investigated. Appends an audit event that says so; earlier changes stay faults.
   * @throws AppError `not-found` when nothing was ever linked.
   */
  reseal(actor: Actor): Promise<void>;
}

export function createChains({ db, clock, seal, audit }: ChainsDeps): Chains {
  const resting = new Map<string, number>();

  const linkAccount = async (accountId: string, until: number): Promise<void> => {
    for (;;) {
      const linked = await db.transaction((tx) => linkEvents(tx, seal, accountId, BATCH));
      if (linked < BATCH || clock.now() > until) return;
      // Requests that arrived meanwhile go first.
      await letOthersIn();
    }
  };
  /** Returns the error of a broken chain instead of throwing it, so that the other accounts are still linked. */
  const linkUnlessBroken = async (
    accountId: string,
    until: number,
  ): Promise<BrokenChainError | undefined> => {
    if ((resting.get(accountId) ?? 0) > clock.now()) return undefined;
    try {
      await linkAccount(accountId, until);
      resting.delete(accountId);
      return undefined;
    } catch (error) {
      if (!(error instanceof BrokenChainError)) throw error;
      resting.set(accountId, clock.now() + REST_MS);
      return error;
    }
  };
  return {
    async linkPending() {
      const until = clock.now() + RUN_MS;
      let broken: BrokenChainError | undefined;
      let accountId = await nextUnlinkedAccount(db.reader, '');
      while (accountId !== undefined) {
        broken = (await linkUnlessBroken(accountId, until)) ?? broken;
        accountId = await nextUnlinkedAccount(db.reader, accountId);
      }
      if (broken) throw broken;
    },
    verify: (accountId, earlier) => verifyChain(db.reader, seal, accountId, earlier),
    async countLost() {
      const stored = await readBegun(db.reader);
      const begun = stored === undefined ? 0 : openBegun(seal, stored);
      const there = await countChains(db.reader);
      // Each chain is counted when it begins. A lower number means that it was deleted and then started again.
      return begun === undefined || begun < there ? undefined : begun - there;
    },
    async reseal(actor) {
      await db.transaction(async (tx) => {
        const detail = await resealChain(tx, seal, actor.accountId);
        if (!detail) {
          throw fail(
            'not-found',
            'The hash chain of this account is empty, so there is nothing to seal.',
          );
        }
        await lockBegun(tx, sealBegun(seal, 0));
        await updateBegun(tx, sealBegun(seal, await countChains(tx)));
        await audit.append(tx, actor, { action: 'audit.reseal', detail });
      });
      resting.delete(actor.accountId);
    },
  };
}

/** An event is linked about this long after it is written. */
const LINK_EVERY_MS = 3000;

/** Name of the job and of its lease. */
export const LINK_JOB = 'link-audit';

/** The job that links events. One node of the deployment runs it at a time. */
export const linkAudit = (chains: Pick<Chains, 'linkPending'>): Job => ({
  name: LINK_JOB,
  everyMs: LINK_EVERY_MS,
  run: chains.linkPending,
});
