import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import type { JsonObject } from '#kernel/json.ts';

const FLUSH_EVERY_MS = 5000;
const MINUTE_MS = 60_000;
/** So many kinds of refusal are told apart at once; the others of an account are counted together. */
const MAX_KINDS = 10_000;

export interface RefusalsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
  /** Hears of refusals that could not be stored; they are tried again. */
  readonly onError: (error: unknown) => void;
}

/** Somebody who was refused. What is equal is one kind. */
export interface Refusal {
  /** What was wanted. */
  readonly action: string;
  readonly via: Actor['via'];
  /** Undefined when it is nobody's: noted all the same, so that it takes as long, and then dropped. */
  readonly accountId: string | undefined;
  /** Who acted, as far as that was proven. */
  readonly userId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly ip: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly detail: JsonObject;
}

/**
 * Refusals on record: each kind is one line a minute, with a `count`, and of what goes on a second one
 * when the minute is over. Not stored at once: the time of an answer would tell who exists, and a
 * flood of wrong secrets become a flood of commits.
 */
export interface Refusals extends Flusher {
  note(refusal: Refusal): void;
}

interface Tally {
  readonly refusal: Refusal;
  readonly beganAt: number;
  /** Not on record yet. */
  count: number;
  wasWritten: boolean;
}

export function createRefusals({ db, clock, audit, onError }: RefusalsDeps): Refusals {
  const tallies = new Map<string, Tally>();
  let isClosing = false;

  const isOver = ({ beganAt }: Tally): boolean => {
    const age = clock.now() - beganAt;
    // Younger than nothing: the clock was put back, and the minute would not end for as long.
    return isClosing || age >= MINUTE_MS || age < 0;
  };
  const write = async (): Promise<void> => {
    const due = [...tallies].flatMap(([key, tally]) =>
      !tally.wasWritten || isOver(tally) ? [{ key, tally, count: tally.count }] : [],
    );
    const lines = due.filter(({ count, tally }) => count > 0 && tally.refusal.accountId);
    if (lines.length > 0) {
      await db.transaction(async (tx) => {
        for (const { tally, count } of lines) await append(tx, audit, tally.refusal, count);
      });
    }
    // What came while it was written stays.
    for (const { key, tally, count } of due) {
      tally.count -= count;
      tally.wasWritten = true;
      if (tally.count === 0 && isOver(tally)) tallies.delete(key);
    }
  };
  const flusher = createFlusher(write, FLUSH_EVERY_MS, onError);
  return {
    note(refusal) {
      const own = JSON.stringify(refusal);
      const crowded = tallies.size >= MAX_KINDS && !tallies.has(own);
      const noted = crowded ? amongOthers(refusal) : refusal;
      const key = crowded ? JSON.stringify(noted) : own;
      const tally = tallies.get(key) ?? {
        refusal: noted,
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
