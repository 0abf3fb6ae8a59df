import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import type {
  EngineAnswer,
  EngineJob,
  EngineOptions,
  EngineOutcome,
  FormEngine,
  FormEngines,
} from './engine-types.ts';

export interface EngineSettings {
  /** The most threads that one account keeps busy. An idle account gets one more. A thread takes about 60 MB. */
  readonly threads?: number;
  /** The limit for one call, in milliseconds of CPU time of its thread. */
  readonly limitMs?: number;
  /** The most calls of one account that may wait; a further call is refused. */
  readonly waiting?: number;
  /** Milliseconds after which an idle thread is ended: most of the time nobody completes a form. */
  readonly idleMs?: number;
  /** The clock for `today()` and similar functions. */
  readonly clock?: Clock;
}

/** The memory limit of one thread. A definition that needs more ends the thread, but not the server. */
const MEMORY_MB = 256;
/** The time limit for loading the engine on a busy machine, in milliseconds. */
const START_MS = 20_000;

/** A thread on a busy machine gets less CPU time than passes: its call ends after this many times the limit. */
const PATIENCE = 5;

/** The most waiting calls of all accounts, as a multiple of those of one account. */
const MOST_ACCOUNTS = 3;

interface Waiting {
  readonly whose: string;
  readonly job: EngineJob;
  readonly settle: PromiseWithResolvers<EngineOutcome>;
}

interface Seat {
  readonly worker: Worker;
  isReady: boolean;
  running: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Creates the engines. No thread starts before the first call. */
export function createFormEngines(settings: EngineSettings = {}): FormEngines {
  const pool = new EnginePool(settings);
  const { clock = systemClock } = settings;
  const settingOf = ({ locale, timeZone = 'UTC' }: EngineOptions = {}) => {
    return { locale, timeZone, now: clock.now() };
  };
  const engineOf = (accountId: string): FormEngine => ({
    async check(definition, answers, options) {
      const outcome = await pool.run(accountId, {
        task: 'check',
        definition,
        answers,
        ...settingOf(options),
      });
      if (outcome.task === 'check') return outcome.value;
      throw failed(outcome.task);
    },
    async facts(definition, answers, options) {
      const outcome = await pool.run(accountId, {
        task: 'facts',
        definition,
        answers,
        ...settingOf(options),
      });
      if (outcome.task === 'facts') return outcome.value;
      throw failed(outcome.task);
    },
    async inspect(expressions) {
      const outcome = await pool.run(accountId, { task: 'inspect', expressions });
      if (outcome.task === 'inspect') return outcome.value;
      throw failed(outcome.task);
    },
  });
  return { of: engineOf, close: () => pool.close() };
}

class EnginePool {
  readonly #threads: number;
  readonly #limitMs: number;
  readonly #waiting: number;
  readonly #idleMs: number;
  readonly #seats = new Set<Seat>();
  readonly #queue = createFairQueue<Waiting>();
  /** The number of running calls by account. */
  readonly #running = new Map<string, number>();
  #closed = false;

  constructor({ threads = 2, limitMs = 2000, waiting = 100, idleMs = 60_000 }: EngineSettings) {
    this.#threads = threads;
    this.#limitMs = limitMs;
    this.#waiting = waiting;
    this.#idleMs = idleMs;
  }

  run(whose: string, job: EngineJob): Promise<EngineOutcome> {
    if (this.#closed) return Promise.reject(busy('The service is shutting down.'));
    if (
      this.#queue.sizeOf(whose) >= this.#waiting ||
      this.#queue.size >= this.#waiting * MOST_ACCOUNTS
    ) {
      return Promise.reject(busy('Too many forms are being checked. Try again in a moment.'));
    }
    const settle = Promise.withResolvers<EngineOutcome>();
    this.#queue.push(whose, { whose, job, settle });
    this.#dispatch();
    return settle.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const seats = [...this.#seats];
    for (let each = this.#queue.shift(); each; each = this.#queue.shift()) {
      each.settle.reject(busy('Shutting down.'));
    }
    for (const seat of seats) this.#end(seat, busy('Shutting down.'));
    await Promise.all(seats.map(({ worker }) => worker.terminate()));
  }

  #dispatch(): void {
    for (const seat of this.#seats) {
      if (seat.isReady && !seat.running) this.#give(seat, this.#next());
    }
    const starting = [...this.#seats].filter(({ isReady }) => !isReady).length;
    const isFree = (whose: string) => !this.#running.has(whose);
    const most = this.#queue.has(isFree) ? this.#threads + 1 : this.#threads;
    if (this.#queue.size > starting && this.#seats.size < most) this.#start();
  }

  /** Returns the next call. Accounts without a running call come first, and no account keeps all threads busy. */
  #next(): Waiting | undefined {
    const has = (whose: string, most: number) => (this.#running.get(whose) ?? 0) < most;
    return (
      this.#queue.shift((whose) => has(whose, 1)) ??
      this.#queue.shift((whose) => has(whose, this.#threads))
    );
  }

  /** Records that the job of a thread has ended, whatever its result. */
  #finish(seat: Seat): Waiting | undefined {
    const { running } = seat;
    if (!running) return undefined;
    seat.running = undefined;
    const left = (this.#running.get(running.whose) ?? 0) - 1;
    if (left > 0) this.#running.set(running.whose, left);
    else this.#running.delete(running.whose);
    return running;
  }

  #give(seat: Seat, next: Waiting | undefined): void {
    clearTimeout(seat.timer);
    if (!next) {
      seat.timer = setTimeout(() => this.#end(seat), this.#idleMs);
      seat.timer.unref();
      return;
    }
    seat.running = next;
    this.#running.set(next.whose, (this.#running.get(next.whose) ?? 0) + 1);
    void this.#watch(seat, next);
    seat.worker.postMessage(next.job);
  }

  /** Ends the thread when it computes for too long. */
  async #watch(seat: Seat, running: Waiting): Promise<void> {
    const before = await computedBy(seat.worker);
    const isRunning = () => seat.running === running;
    for (let round = 1; isRunning(); round += 1) {
      await new Promise((resolve) => {
        seat.timer = setTimeout(resolve, this.#limitMs);
      });
      const computed = (await computedBy(seat.worker)) - before;
      if (!isRunning() || (computed < this.#limitMs * 0.9 && round < PATIENCE)) continue;
      this.#end(seat, tooSlow(this.#limitMs));
    }
  }

  #start(): void {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      // The engine gets no environment variables of the process.
      env: {},
    });
    worker.unref();
    const seat: Seat = { worker, isReady: false, running: undefined, timer: undefined };
    seat.timer = setTimeout(() => this.#fail(seat, undefined), START_MS);
    this.#seats.add(seat);
    worker.on('message', (answer: EngineAnswer) => this.#hear(seat, answer));
    worker.on('error', (error) => this.#fail(seat, error));
    worker.on('exit', () => this.#fail(seat, undefined));
    this.#dispatch();
  }

  #hear(seat: Seat, answer: EngineAnswer): void {
    if (!this.#seats.has(seat)) return;
    seat.isReady = true;
    const running = this.#finish(seat);
    if (running && 'outcome' in answer) running.settle.resolve(answer.outcome);
    if (running && 'error' in answer) running.settle.reject(failed(answer.error));
    clearTimeout(seat.timer);
    this.#give(seat, this.#next());
  }

  /** Handles a thread that failed: its call fails. When it failed before it was ready, a waiting call fails too. */
  #fail(seat: Seat, cause: unknown): void {
    if (!this.#seats.has(seat)) return;
    if (!seat.isReady) this.#next()?.settle.reject(failed(cause));
    this.#end(seat, failed(cause));
  }

  /** Ends a thread. Waiting calls get another one. */
  #end(seat: Seat, why: AppError = busy('Try again in a moment.')): void {
    if (!this.#seats.delete(seat)) return;
    clearTimeout(seat.timer);
    this.#finish(seat)?.settle.reject(why);
    void seat.worker.terminate();
    if (!this.#closed) this.#dispatch();
  }
}

/** Returns the CPU time of the thread in milliseconds; 0 when it has ended. */
async function computedBy(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0;
  }
}

const busy = (detail: string): AppError =>
  fail('busy', detail, { headers: { 'retry-after': '1' } });

const tooSlow = (limitMs: number): AppError =>
  fail(
    'form-check-timeout',
    `Checking the form took longer than ${limitMs / 1000} seconds and was stopped. Its template has an expression or a table that is too costly.`,
  );

const failed = (cause: unknown): AppError =>
  fail(
    'form-check-failed',
    'The form could not be checked: its template has something that the forms engine stumbles over.',
    { cause },
  );
