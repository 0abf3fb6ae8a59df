import type { AfterCommit } from '#db/after-commit.ts';
import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Tell } from '#kernel/notice.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { insertCause } from './causes.store.ts';

/** The one way in: everything that people are told about comes through `tell`. */
export interface Teller {
  /**
   * Stores what happened, in its transaction: one row, however many people it concerns. They get their notices once it
   * is committed (`spread-notices.ts`).
   */
  readonly tell: Tell<Tx>;
  /** Registers the function that is called, after the commit, for whoever caused something. */
  listen(onDue: (owner: Owner) => void): void;
}

export interface TellerDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly afterCommit: AfterCommit;
}

export function createTeller({ clock, ids, afterCommit }: TellerDeps): Teller {
  let listener: ((owner: Owner) => void) | undefined;
  return {
    async tell(tx, { accountId, kind, about, key, to, by, outcome }) {
      const told = to.filter(({ id }) => id !== by);
      if (told.length === 0) return;
      const owner = behalfIn(accountId);
      const now = clock.now();
      await insertCause(tx, {
        account_id: accountId,
        id: ids.next(),
        kind,
        subject_type: about.type,
        subject_id: about.id,
        key: `${kind} ${key}`,
        recipients: JSON.stringify(told.map(({ type, id }) => ({ type, id }))),
        by_user: by ?? null,
        outcome: outcome ?? null,
        at: now,
        next_at: now,
        attempts: 0,
        caused_by: owner.person || null,
      });
      afterCommit.add(tx, () => listener?.(owner));
    },
    listen(onDue) {
      listener = onDue;
    },
  };
}
