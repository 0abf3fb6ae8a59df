import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { createFairQueue, type FairQueue, type Owner } from '#kernel/fair-queue.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import type {
  EngineAnswer,
  EngineJob,
  EngineOptions,
  EngineOutcome,
  FormEngine,
  FormEngines,
} from './engine-types.ts';
import { limitOf } from './time-limit.ts';

export interface EngineSettings {
  /** The most threads that one account keeps busy. An idle account gets one more. A thread takes about 60 MB. */
  readonly threads?: number;
  /** The limit for one call with a small form, in milliseconds of CPU time of its thread. */
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

const { shares } = SHARES.engine;

interface Waiting {
  readonly owner: Owner;
  readonly job: EngineJob;
  /** In milliseconds of CPU time. */
  readonly limitMs: number;
  readonly settle: PromiseWithResolvers<EngineOutcome>;
}

interface Slot {
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
    async defaults(definition, answers, options) {
      const outcome = await pool.run(accountId, {
        task: 'defaults',
        definition,
        answers,
        ...settingOf(options),
      });
      if (outcome.task === 'defaults') return outcome.value;
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
  readonly #limitMs: number;
  readonly #idleMs: number;
  readonly #slots = new Set<Slot>();
  readonly #queue: FairQueue<Waiting>;
  #closed = false;

  constructor(settings: EngineSettings) {
    const { threads = shares.ofAccount, limitMs = 2000, idleMs = 60_000 } = settings;
    const { waiting = shares.waitingOfAccount } = settings;
    this.#limitMs = limitMs;
    this.#idleMs = idleMs;
    this.#queue = createFairQueue({
      atOnce: threads + 1,
      ofAccount: threads,
      ...(waiting !== undefined && {
        waiting: waiting * MOST_ACCOUNTS,
        waitingOfAccount: waiting,
      }),
    });
  }

  run(accountId: string, job: EngineJob): Promise<EngineOutcome> {
    if (this.#closed) return Promise.reject(busy('The service is shutting down.'));
    const settle = Promise.withResolvers<EngineOutcome>();
    const owner = behalfIn(accountId);
    const limitMs = limitOf(job, this.#limitMs);
    const refused = this.#queue.push(owner, { owner, job, limitMs, settle });
    refused?.settle.reject(busy('Too many forms are being checked. Try again in a moment.'));
    this.#dispatch();
    return settle.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const slots = [...this.#slots];
    for (const each of this.#queue.clear()) each.settle.reject(busy('Shutting down.'));
    for (const slot of slots) this.#end(slot, busy('Shutting down.'));
    const ended = slots.map(({ worker }) => {
      // A process with nothing else to wait for would end first, and not as it should.
      worker.ref();
      return worker.terminate();
    });
    await Promise.all(ended);
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (slot.isReady && !slot.running) this.#give(slot, this.#queue.begin()?.item);
    }
    const starting = [...this.#slots].filter(({ isReady }) => !isReady).length;
    if (this.#queue.ready() > starting) this.#start();
  }

  /** Records that the job of a thread has ended, whatever its result. */
  #finish(slot: Slot): Waiting | undefined {
    const { running } = slot;
    if (!running) return undefined;
    slot.running = undefined;
    this.#queue.end(running.owner);
    return running;
  }

  #give(slot: Slot, next: Waiting | undefined): void {
    clearTimeout(slot.timer);
    if (!next) {
      slot.timer = setTimeout(() => this.#end(slot), this.#idleMs);
      slot.timer.unref();
      return;
    }
    slot.running = next;
    void this.#watch(slot, next);
    slot.worker.postMessage(next.job);
  }

  /** Ends the thread when it computes for too long. */
  async #watch(slot: Slot, running: Waiting): Promise<void> {
    const before = await computedBy(slot.worker);
    const isRunning = () => slot.running === running;
    for (let round = 1; isRunning(); round += 1) {
      await new Promise((resolve) => {
        slot.timer = setTimeout(resolve, running.limitMs);
      });
      const computed = (await computedBy(slot.worker)) - before;
      if (!isRunning() || (computed < running.limitMs * 0.9 && round < PATIENCE)) continue;
      this.#end(slot, tooSlow(running.limitMs));
    }
  }

  #start(): void {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      // The engine gets no environment variables of the process.
      env: {},
    });
    worker.unref();
    const slot: Slot = { worker, isReady: false, running: undefined, timer: undefined };
    slot.timer = setTimeout(() => this.#fail(slot, undefined), START_MS);
    this.#slots.add(slot);
    worker.on('message', (answer: EngineAnswer) => this.#receive(slot, answer));
    worker.on('error', (error) => this.#fail(slot, error));
    worker.on('exit', () => this.#fail(slot, undefined));
    this.#dispatch();
  }

  #receive(slot: Slot, answer: EngineAnswer): void {
    if (!this.#slots.has(slot)) return;
    slot.isReady = true;
    const running = this.#finish(slot);
    if (running && 'outcome' in answer) running.settle.resolve(answer.outcome);
    if (running && 'error' in answer) running.settle.reject(failed(answer.error));
    clearTimeout(slot.timer);
    this.#give(slot, this.#queue.begin()?.item);
  }

  /** Handles a thread that failed: its call fails. When it failed before it was ready, a waiting call fails too. */
  #fail(slot: Slot, cause: unknown): void {
    if (!this.#slots.has(slot)) return;
    const next = slot.isReady ? undefined : this.#queue.begin();
    if (next) {
      this.#queue.end(next.owner);
      next.item.settle.reject(failed(cause));
    }
    this.#end(slot, failed(cause));
  }

  /** Ends a thread. Waiting calls get another one. */
  #end(slot: Slot, why: AppError = busy('Try again in a moment.')): void {
    if (!this.#slots.delete(slot)) return;
    clearTimeout(slot.timer);
    this.#finish(slot)?.settle.reject(why);
    void slot.worker.terminate();
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
    `Checking the form took longer than ${counted(limitMs / 1000, 'second')} and was stopped. An expression or a table of its template is too complex.`,
    { extra: { limit: limitMs / 1000 } },
  );

const failed = (cause: unknown): AppError =>
  fail(
    'form-check-failed',
    'The form could not be checked, because its template contains something that the forms engine cannot process.',
    { cause },
  );
