import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit, AuditEvent } from '#kernel/actor.ts';

/** Most events that share one transaction. */
const MAX_BATCH = 200;
/**
 * Batches that the storage makes durable in parallel. On SQLite, a second batch would only wait for the sync of the
 * first (decision 42), and events that arrive meanwhile would wait for both.
 */
const BATCHES_AT_ONCE = { sqlite: 1, postgres: 2 } as const;

interface AuditQueueDeps {
  readonly db: Database;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

/** Appends audit events of actions that write nothing else. */
export interface AuditQueue {
  /** Resolves when the event is stored; rejects when it could not be stored. */
  append(actor: Actor, event: AuditEvent): Promise<void>;
}

interface QueuedEvent {
  readonly actor: Actor;
  readonly event: AuditEvent;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Creates a queue in which events that arrive together share one durable commit. On SQLite, a commit for each token
 * would be most of the cost of the token endpoint.
 */
export function createAuditQueue({ db, audit }: AuditQueueDeps): AuditQueue {
  const waiting: QueuedEvent[] = [];
  let underWay = 0;
  let isScheduled = false;

  const store = async (batch: readonly QueuedEvent[]): Promise<void> => {
    underWay += 1;
    try {
      // A batch commits at once: until then, reads of this process can't share the writing connection (decision 33).
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
  // Events that arrive in the same turn of the event loop join the batch.
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
