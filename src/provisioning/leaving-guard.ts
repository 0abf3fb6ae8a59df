import type { Audit } from '#audit/index.ts';
import { readCounter } from '#db/counters.ts';
import type { Database, Transaction, Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';
import { countLeaving, readGuardRule, saveState } from './provisioning-state.store.ts';

const MINUTE_MS = 60_000;

export interface LeavingGuardDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** Called when provisioning could not be paused. The change that was refused is not made in any case. */
  readonly onError: (error: unknown) => void;
}

export interface LeavingGuard {
  /**
   * Counts an active user who is deactivated or deleted over SCIM. Call it in that transaction. Users created within
   * the window don't count, because identity providers and their validators create users for tests.
   * @throws AppError `provisioning-paused` when too many users leave at once: the change is not made, and provisioning
   * pauses until an admin resumes it.
   */
  leaving(tx: Tx, actor: Actor, createdAt: number): Promise<void>;
  /**
   * Wraps the storage so that a refused transaction rejects only after the pause is stored: a client that receives the
   * error finds provisioning paused.
   */
  watch(db: Database): Database;
  /** Waits until every pause in progress is stored. */
  close(): Promise<void>;
}

/** Creates the guard, which pauses provisioning when a wrong assignment or filter would remove many users. */
export function createLeavingGuard({ db, clock, audit, onError }: LeavingGuardDeps): LeavingGuard {
  const pausing = new Map<string, Promise<void>>();

  const pause = async (accountId: string, most: number): Promise<void> => {
    try {
      await db.transaction(async (tx) => {
        const change = { from: 'on', to: 'paused', reason: 'guard', by: undefined } as const;
        if (!(await saveState(tx, accountId, { ...change, now: clock.now() }))) return;
        const actor: Actor = { accountId, via: 'system' };
        await audit.append(tx, actor, {
          action: 'provisioning.set-state',
          targetType: 'Account',
          targetId: accountId,
          detail: { from: 'on', to: 'paused', reason: 'guard', most },
        });
      });
    } catch (error) {
      onError(error);
    } finally {
      pausing.delete(accountId);
    }
  };
  const paused =
    (transaction: Transaction): Transaction =>
    async (work) => {
      try {
        return await transaction(work);
      } catch (error) {
        await Promise.all(pausing.values());
        throw error;
      }
    };
  return {
    async leaving(tx, { accountId }, createdAt) {
      const rule = await readGuardRule(tx, accountId);
      const now = clock.now();
      if (!rule.enabled || (rule.offUntil !== undefined && now < rule.offUntil)) return;
      const windowMs = rule.windowMinutes * MINUTE_MS;
      if (createdAt > now - windowMs) return;
      const count = await countLeaving(tx, accountId, now, windowMs);
      if (count <= rule.minimum) return;
      const people = await readCounter(tx, accountId, 'users');
      const most = Math.max(rule.minimum, Math.floor((people * rule.sharePercent) / 100));
      if (count <= most) return;
      // In a transaction of its own, because this one is about to be rolled back.
      if (!pausing.has(accountId)) pausing.set(accountId, pause(accountId, most));
      throw fail(
        'provisioning-paused',
        `This request would deactivate or delete more than ${counted(most, 'user')} within ${counted(rule.windowMinutes, 'minute')}. ` +
          'Provisioning is paused until an admin has checked it in Formstead.',
        { headers: { 'retry-after': '3600' } },
      );
    },
    watch: (watched) => ({
      ...watched,
      transaction: paused(watched.transaction),
      batch: (work) => watched.batch((transaction) => work(paused(transaction))),
    }),
    async close() {
      await Promise.all(pausing.values());
    },
  };
}
