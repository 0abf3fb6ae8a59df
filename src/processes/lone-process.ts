import { type ChildProcess, fork } from 'node:child_process';
import { type AppError, fail } from '#kernel/errors.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';

export interface LoneProcessSettings<Said> {
  /** Begins with `listen` of lone-program.ts, which bounds its memory. */
  readonly program: URL;
  /** A process that is waited for and says nothing for so long is killed. */
  readonly patienceMs: number;
  /** What it says, which is as trustworthy as what it reads. @throws for what it can't have said. */
  readonly parse: (message: unknown) => Said;
  /** A process that nobody needs for so long is ended. */
  readonly idleMs?: number;
}

/** A program in a process of its own, which may die without taking this one along. Nothing runs before it is needed. */
export interface LoneProcess<Order extends object, Said> {
  /** Waits for its turn: one talks at a time, and accounts take turns. @throws AppError `busy`, `draining`. */
  begin(whose: string): Promise<Line<Order, Said>>;
  /** Kills what runs. */
  close(): Promise<void>;
}

export interface Line<Order extends object, Said> {
  say(order: Order): void;
  /** @throws ProcessEnded, AppError `busy`, `draining`; what the signal was aborted with. */
  hear(signal?: AbortSignal): Promise<Said>;
  /** The next has its turn. A process that was left in the middle of something (`done` is false) is killed. */
  end(done: boolean): void;
}

/** The process took too much memory or time, or failed: what it was given is too much for it. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

const IDLE_MS = 10_000;
const MAX_WAITING = 200;
/** Of one account: it does not take the places of others. */
const MAX_WAITING_EACH = 50;

export function createLoneProcess<Order extends object, Said>(
  settings: LoneProcessSettings<Said>,
): LoneProcess<Order, Said> {
  const { program, idleMs = IDLE_MS } = settings;
  const queue = createFairQueue<PromiseWithResolvers<Line<Order, Said>>>();
  let child: ChildProcess | undefined;
  let isBusy = false;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const start = (): ChildProcess => {
    // No argument, setting or secret of ours goes along.
    const started = fork(program, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  };
  // Whoever comes next must not talk to one that is dying.
  const kill = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const next = (): void => {
    clearTimeout(idle);
    const waiting = queue.shift();
    isBusy = waiting !== undefined;
    if (waiting === undefined) {
      idle = setTimeout(kill, idleMs).unref();
      return;
    }
    child ??= start();
    const own = child;
    const end = (done: boolean) => {
      if (!done && child === own) kill();
      next();
    };
    waiting.resolve(openLine(own, settings, { end, isClosed: () => isClosed }));
  };
  return {
    begin(whose) {
      const turn = Promise.withResolvers<Line<Order, Said>>();
      if (isClosed) turn.reject(draining());
      else if (queue.size >= MAX_WAITING || queue.sizeOf(whose) >= MAX_WAITING_EACH) {
        turn.reject(crowded());
      } else {
        queue.push(whose, turn);
        if (!isBusy) next();
      }
      return turn.promise;
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (let each = queue.shift(); each; each = queue.shift()) {
        each.reject(draining());
      }
      const last = child;
      if (last === undefined || last.exitCode !== null || last.signalCode !== null) return;
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGKILL');
      await gone;
    },
  };
}

function openLine<Order extends object, Said>(
  child: ChildProcess,
  { parse, patienceMs }: LoneProcessSettings<Said>,
  around: { readonly isClosed: () => boolean; readonly end: (done: boolean) => void },
): Line<Order, Said> {
  const heard: unknown[] = [];
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const onMessage = (message: unknown): void => {
    heard.push(message);
    wake?.();
  };
  const end = (why: Error): void => {
    failure ??= around.isClosed() ? draining() : why;
    wake?.();
  };
  const onExit = (): void => end(new ProcessEnded('the process ended'));
  // It could not be started, which is not the fault of who asked.
  const onError = (cause: Error): void => end(busy(cause));
  child.on('message', onMessage);
  child.on('exit', onExit);
  child.on('error', onError);
  return {
    say(order) {
      // What can't be said is heard of as its end.
      child.send(order, () => undefined);
    },
    async hear(signal) {
      while (heard.length === 0) {
        signal?.throwIfAborted();
        if (failure) throw failure;
        const woken = Promise.withResolvers<void>();
        wake = woken.resolve;
        const stalled = new ProcessEnded('the process stands still');
        const timer = setTimeout(() => end(stalled), patienceMs);
        signal?.addEventListener('abort', wake, { once: true });
        await woken.promise;
        signal?.removeEventListener('abort', wake);
        clearTimeout(timer);
      }
      signal?.throwIfAborted();
      return parse(heard.shift());
    },
    end(done) {
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.off('error', onError);
      around.end(done && failure === undefined);
    },
  };
}

const draining = (): AppError => fail('draining', 'The service is ending. Try again shortly.');

const crowded = (): AppError =>
  fail('busy', 'Too many others wait for the same work. Try again shortly.', {
    headers: { 'retry-after': '5' },
  });

const busy = (cause: Error): AppError =>
  fail('busy', 'The machine has no room for one more process. Try again shortly.', { cause });
