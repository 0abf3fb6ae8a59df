import { Worker } from 'node:worker_threads';
import { fail } from '#kernel/errors.ts';
import { createFairGate, type FairGate } from '#kernel/fair-gate.ts';
import type { Shares } from '#kernel/fair-queue.ts';
import { behalf } from '#kernel/on-behalf.ts';
import type { ScanJob, ScanResult } from './reader-worker.ts';

/** How long a scan waits for its turn. */
export const PATIENCE_MS = 10_000;
export const BUSY = 'Too many searches are waiting. Try again in a moment.';
/** A worker that has not answered this long after its deadline is replaced. */
const GRACE_MS = 2000;

type Settle = PromiseWithResolvers<readonly unknown[]>;

interface Slot {
  worker: Worker;
  busy: Settle | undefined;
  watchdog: NodeJS.Timeout | undefined;
}

/** Worker threads, each with a read-only connection, started when first needed. They are shared by accounts and people. */
export class ReaderPool {
  readonly #file: string;
  readonly #gate: FairGate;
  readonly #slots: Slot[] = [];
  #nextId = 1;

  constructor(file: string, shares: Shares) {
    this.#file = file;
    this.#gate = createFairGate(shares, BUSY, { patienceMs: PATIENCE_MS });
  }

  /**
   * Runs a query off the main thread.
   * @throws AppError `query-too-slow` past the budget; `busy` when too many scans are waiting
   */
  run(
    sql: string,
    parameters: readonly unknown[],
    budgetMs: number,
    onRan?: (ms: number) => void,
  ): Promise<readonly unknown[]> {
    return this.#gate.run(behalf(), () =>
      measured(() => this.#scan(sql, parameters, budgetMs), onRan),
    );
  }

  async close(): Promise<void> {
    this.#gate.close(fail('busy', 'Shutting down.'));
    const ended = this.#slots.map(({ worker }) => {
      // A process with nothing else to wait for would end first, and not as it should.
      worker.ref();
      return worker.terminate();
    });
    await Promise.all(ended);
  }

  /** The gate lets in no more scans than there are slots. */
  #scan(sql: string, parameters: readonly unknown[], budgetMs: number): Settle['promise'] {
    const slot = this.#slots.find((each) => !each.busy) ?? this.#addSlot();
    const settle = Promise.withResolvers<readonly unknown[]>();
    slot.busy = settle;
    slot.watchdog = setTimeout(() => this.#replace(slot), budgetMs + GRACE_MS);
    const job: ScanJob = { id: this.#nextId++, sql, parameters, budgetMs };
    slot.worker.postMessage(job);
    return settle.promise;
  }

  #addSlot(): Slot {
    const slot: Slot = { worker: this.#spawn(), busy: undefined, watchdog: undefined };
    this.#slots.push(slot);
    this.#listen(slot);
    return slot;
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: this.#file,
    });
    worker.unref();
    return worker;
  }

  #listen(slot: Slot): void {
    const { worker } = slot;
    worker.on('message', (result: ScanResult) => {
      if (slot.worker === worker) this.#finish(slot, result);
    });
    worker.on('error', (error) => {
      if (slot.worker !== worker) return;
      this.#slots.splice(this.#slots.indexOf(slot), 1);
      this.#release(slot)?.reject(error);
    });
  }

  #release(slot: Slot): Settle | undefined {
    clearTimeout(slot.watchdog);
    const settle = slot.busy;
    slot.busy = undefined;
    return settle;
  }

  #finish(slot: Slot, result: ScanResult): void {
    const settle = this.#release(slot);
    if ('rows' in result) settle?.resolve(result.rows);
    else if ('late' in result) settle?.reject(tooSlow());
    else settle?.reject(Object.assign(new Error(result.error), { code: result.code }));
  }

  // A sort that does not call the deadline function in its inner loop can overrun; the seat gets a new worker.
  #replace(slot: Slot): void {
    const stuck = slot.worker;
    const settle = this.#release(slot);
    slot.worker = this.#spawn();
    this.#listen(slot);
    settle?.reject(tooSlow());
    // Terminating a busy worker takes seconds; nothing waits for it.
    stuck.terminate().catch(() => undefined);
  }
}

/** Runs a scan whose turn has come, and tells how long it ran. */
export async function measured<T>(
  scan: () => Promise<T>,
  onRan: ((ms: number) => void) | undefined,
): Promise<T> {
  const from = performance.now();
  try {
    return await scan();
  } finally {
    onRan?.(performance.now() - from);
  }
}

export function tooSlow() {
  return fail(
    'query-too-slow',
    'The query would read too many rows. Narrow it down: in SCIM with eq on userName, externalId or emails.value, in /v2 with a status, the start of a name or a shorter period.',
  );
}
