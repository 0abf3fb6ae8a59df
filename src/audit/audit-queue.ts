import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit, AuditEvent } from '#kernel/actor.ts';

/** So many lines share one transaction at most. */
const MAX_BATCH = 200;
/**
 * As many as the storage makes durable side by side. On SQLite, a second batch would only wait for the sync of the first
 * (decision 42), and the lines that come meanwhile would wait for both.
 */
const BATCHES_AT_ONCE = { sqlite: 1, postgres: 2 } as const;

interface AuditQueueDeps {
  readonly db: Database;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

/** Audit lines of deeds that write nothing else. */
export interface AuditQueue {
  /** Resolves when the line is stored, rejects when it could not be. */
  append(actor: Actor, event: AuditEvent): Promise<void>;
}

interface Line {
  readonly actor: Actor;
  readonly event: AuditEvent;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Lines that arrive together share one durable commit: on SQLite a commit of its own for each token
 * would be most of the token endpoint's cost.
 */
export function createAuditQueue({ db, audit }: AuditQueueDeps): AuditQueue {
  const waiting: Line[] = [];
  let underWay = 0;
  let isScheduled = false;

  const store = async (batch: readonly Line[]): Promise<void> => {
    underWay += 1;
    try {
      // At once: until its commit, reads of this process could not share the connection that writes (decision 33).
      await db.batch((transaction) =>
        transaction(async (tx) => {
          for (const { actor, event } of batch) await audit.append(tx, actor, event);
        }),
      );
      for (const line of batch) line.stored();
    } catch (error) {
      for (const line of batch) line.failed(error);
    }
    underWay -= 1;
    if (waiting.length > 0) schedule();
  };
  // Whatever else this turn of the event loop brings goes along.
  const schedule = (): void => {
    if (isScheduled || underWay >= BATCHES_AT_ONCE[db.engine]) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void store(waiting.splice(0, MAX_BATCH));
      if (waiting.length > 0) schedule();
    });
  };

  return {
    append: (actor, event) =>
      new Promise((stored, failed) => {
        waiting.push({ actor, event, stored, failed });
        schedule();
      }),
  };
}
