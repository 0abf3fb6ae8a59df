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

/** Lines linked in one transaction: on SQLite every other request waits for it, some milliseconds. */
const BATCH = 200;
/** A run ends after so long, before its lease does. */
const RUN_MS = 5000;
/** A chain that somebody tampered with is looked at again after so long. */
const REST_MS = 10 * 60_000;

export interface ChainsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

export interface Chains {
  /**
   * Links what waits, account by account.
   * @throws BrokenChainError once everything else is linked, when a chain was tampered with.
   */
  linkPending(): Promise<void>;
  /** @param earlier an end of the chain that was kept outside the deployment */
  verify(accountId: string, earlier?: ChainHead): Promise<ChainReport>;
  /** Chains that were begun and are gone; undefined when their sealed number itself was changed. */
  countLost(): Promise<number | undefined>;
  /**
   * Takes the record as it stands for the truth and seals its end with the master key of today: for
   * a lost master key, and once tampering was looked into. Leaves a line that says so; what was changed
   * before it stays a fault.
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
      // Requests that came meanwhile go first.
      await letOthersIn();
    }
  };
  /** One account's trouble must not stop the others. */
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
      // Each was counted when it was begun: fewer means that the number was deleted, and counted anew.
      return begun === undefined || begun < there ? undefined : begun - there;
    },
    async reseal(actor) {
      await db.transaction(async (tx) => {
        const detail = await resealChain(tx, seal, actor.accountId);
        if (!detail) {
          throw fail(
            'not-found',
            'Nothing of this account was linked yet: there is no end to seal.',
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

/** A line waits about so long for its place in the chain. */
const LINK_EVERY_MS = 3000;

/** Its name; that of its lease too. */
export const LINK_JOB = 'link-audit';

/** The chainer: one node of the deployment at a time. */
export const linkAudit = (chains: Pick<Chains, 'linkPending'>): Job => ({
  name: LINK_JOB,
  everyMs: LINK_EVERY_MS,
  run: chains.linkPending,
});
