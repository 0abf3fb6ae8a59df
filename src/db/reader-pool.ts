import { Worker } from 'node:worker_threads';
import { fail } from '#kernel/errors.ts';
import type { ScanJob, ScanResult } from './reader-worker.ts';

/** How many scans may wait for their turn; further ones are refused, so that a flood does not fill the memory. */
export const MAX_WAITING = 64;
export const BUSY = 'Too many searches are waiting. Try again in a moment.';
/** A worker that has not answered this long after its deadline is replaced. */
const GRACE_MS = 2000;

interface Waiting {
  readonly job: ScanJob;
  readonly settle: PromiseWithResolvers<readonly unknown[]>;
}

interface Slot {
  worker: Worker;
  busy: Waiting | undefined;
  watchdog: NodeJS.Timeout | undefined;
}

/** Worker threads, each with a read-only connection, started when first needed. */
export class ReaderPool {
  readonly #file: string;
  readonly #size: number;
  readonly #slots: Slot[] = [];
  readonly #queue: Waiting[] = [];
  #nextId = 1;
  #closed = false;

  constructor(file: string, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /**
   * Runs a query off the main thread.
   * @throws AppError `query-too-slow` past the budget; `busy` when too many scans are waiting
   */
  run(sql: string, parameters: readonly unknown[], budgetMs: number): Promise<readonly unknown[]> {
    if (this.#closed || this.#queue.length >= MAX_WAITING) {
      return Promise.reject(fail('busy', BUSY, { headers: { 'retry-after': '1' } }));
    }
    const settle = Promise.withResolvers<readonly unknown[]>();
    this.#queue.push({ job: { id: this.#nextId++, sql, parameters, budgetMs }, settle });
    this.#dispatch();
    return settle.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0))
      waiting.settle.reject(fail('busy', 'Shutting down.'));
    const ended = this.#slots.map(({ worker }) => {
      // A process with nothing else to wait for would end first, and not as it should.
      worker.ref();
      return worker.terminate();
    });
    await Promise.all(ended);
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const slot = this.#slots.find((each) => !each.busy) ?? this.#addSlot();
      if (!slot) return;
      const next = this.#queue.shift();
      if (!next) return;
      slot.busy = next;
      slot.watchdog = setTimeout(() => this.#replace(slot), next.job.budgetMs + GRACE_MS);
      slot.worker.postMessage(next.job);
    }
  }

  #addSlot(): Slot | undefined {
    if (this.#slots.length >= this.#size) return undefined;
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
      const waiting = this.#release(slot);
      waiting?.settle.reject(error);
      this.#slots.splice(this.#slots.indexOf(slot), 1);
      this.#dispatch();
    });
  }

  #release(slot: Slot): Waiting | undefined {
    clearTimeout(slot.watchdog);
    const waiting = slot.busy;
    slot.busy = undefined;
    return waiting;
  }

  #finish(slot: Slot, result: ScanResult): void {
    const waiting = this.#release(slot);
    if ('rows' in result) waiting?.settle.resolve(result.rows);
    else if ('late' in result) waiting?.settle.reject(tooSlow());
    else waiting?.settle.reject(Object.assign(new Error(result.error), { code: result.code }));
    this.#dispatch();
  }

  // A sort that does not call the deadline function in its inner loop can overrun; the seat gets a new worker.
  #replace(slot: Slot): void {
    const stuck = slot.worker;
    const waiting = this.#release(slot);
    waiting?.settle.reject(tooSlow());
    slot.worker = this.#spawn();
    this.#listen(slot);
    // Terminating a busy worker takes seconds; nothing waits for it.
    stuck.terminate().catch(() => undefined);
    this.#dispatch();
  }
}

export function tooSlow() {
  return fail(
    'query-too-slow',
    'The query would read too many rows. Narrow it down: in SCIM with eq on userName, externalId or emails.value, in /v2 with a status, the start of a name or a shorter period.',
  );
}
