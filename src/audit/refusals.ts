import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import type { JsonObject } from '#kernel/json.ts';

const FLUSH_EVERY_MS = 5000;
const MINUTE_MS = 60_000;
/** Most kinds of refusal that are counted apart at once; further ones of an account are counted together. */
const MAX_KINDS = 10_000;

export interface RefusalsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
  /** Called when refusals could not be stored; they are tried again. */
  readonly onError: (error: unknown) => void;
}

/** A refused request. Equal refusals are one kind. */
export interface Refusal {
  /** The refused action. */
  readonly action: string;
  readonly via: Actor['via'];
  /** Undefined when it belongs to no account: it is counted, so that it takes equally long, and then dropped. */
  readonly accountId: string | undefined;
  /** The user, when the request proved it. */
  readonly userId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly ip: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly detail: JsonObject;
}

/**
 * Records refusals in the audit log. Each kind is one event a minute, with a `count`; refusals that follow in the same
 * minute become a second event when it ends. They are not stored at once: the time of a response would tell whether a
 * user exists, and a flood of wrong secrets would become a flood of commits. A node that only reads stores none: they
 * are in its log.
 */
export interface Refusals extends Flusher {
  record(refusal: Refusal): void;
}

interface Tally {
  readonly refusal: Refusal;
  readonly beganAt: number;
  /** Refusals that are not stored yet. */
  count: number;
  wasWritten: boolean;
}

export function createRefusals({ db, clock, audit, onError }: RefusalsDeps): Refusals {
  const tallies = new Map<string, Tally>();
  let isClosing = false;

  const isOver = ({ beganAt }: Tally): boolean => {
    const age = clock.now() - beganAt;
    // A negative age means that the clock was set back. Without this, the minute would last that much longer.
    return isClosing || age >= MINUTE_MS || age < 0;
  };
  const write = async (): Promise<void> => {
    const due = [...tallies].flatMap(([key, tally]) =>
      !tally.wasWritten || isOver(tally) ? [{ key, tally, count: tally.count }] : [],
    );
    const events = due.filter(({ count, tally }) => count > 0 && tally.refusal.accountId);
    if (events.length > 0) {
      await db.transaction(async (tx) => {
        for (const { tally, count } of events) await append(tx, audit, tally.refusal, count);
      });
    }
    // Refusals that were counted during the write stay.
    for (const { key, tally, count } of due) {
      tally.count -= count;
      tally.wasWritten = true;
      if (tally.count === 0 && isOver(tally)) tallies.delete(key);
    }
  };
  const flusher = createFlusher(write, FLUSH_EVERY_MS, onError);
  return {
    record(refusal) {
      if (db.isReadOnly) return;
      const own = JSON.stringify(refusal);
      const crowded = tallies.size >= MAX_KINDS && !tallies.has(own);
      const counted = crowded ? amongOthers(refusal) : refusal;
      const key = crowded ? JSON.stringify(counted) : own;
      const tally = tallies.get(key) ?? {
        refusal: counted,
        beganAt: clock.now(),
        count: 0,
        wasWritten: false,
      };
      tally.count += 1;
      tallies.set(key, tally);
    },
    flush: flusher.flush,
    async close() {
      isClosing = true;
      await flusher.close();
    },
  };
}

const amongOthers = ({ action, via, accountId }: Refusal): Refusal => ({
  action,
  via,
  accountId,
  ip: undefined,
  detail: { reason: 'others' },
});

async function append(
  tx: Tx,
  audit: RefusalsDeps['audit'],
  refusal: Refusal,
  count: number,
): Promise<void> {
  const { action, via, accountId, userId, credentialId, ip, targetType, targetId, detail } =
    refusal;
  if (accountId === undefined) return;
  const actor = {
    accountId,
    via,
    ...(userId !== undefined && { userId }),
    ...(credentialId !== undefined && { credentialId }),
    ...(ip !== undefined && { ip }),
  };
  const target = {
    ...(targetType !== undefined && { targetType }),
    ...(targetId !== undefined && { targetId }),
  };
  await audit.append(tx, actor, {
    action,
    result: 'refused',
    ...target,
    detail: { ...detail, count },
  });
}
