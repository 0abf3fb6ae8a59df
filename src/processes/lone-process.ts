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
  /** How many run at once, each for another account. 1 when left out. */
  readonly processes?: number;
  /** A process that nobody needs for so long is ended. */
  readonly idleMs?: number;
}

/** A program in a process of its own, which may die without taking this one along. Nothing runs before it is needed. */
export interface LoneProcess<Order extends object, Said> {
  /** Waits for its turn: one of each account talks at a time, and accounts take turns. @throws AppError `busy`, `draining`. */
  begin(whose: string): Promise<Line<Order, Said>>;
  /** Kills what runs. */
  close(): Promise<void>;
}

export interface Line<Order extends object, Said> {
  say(order: Order): void;
  /** @throws ProcessEnded, AppError `busy`, `draining`; what the signal was aborted with. */
  hear(signal?: AbortSignal): Promise<Said>;
  /** The next one has its turn. A process that was left in the middle of something (`done` is false) is killed. */
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

interface Waiting<Order extends object, Said> extends PromiseWithResolvers<Line<Order, Said>> {
  readonly whose: string;
}

export function createLoneProcess<Order extends object, Said>(
  settings: LoneProcessSettings<Said>,
): LoneProcess<Order, Said> {
  const { processes = 1 } = settings;
  const queue = createFairQueue<Waiting<Order, Said>>();
  const served = new Set<string>();
  const idle = Array.from({ length: processes }, () => createKept(settings));
  const all = [...idle];
  let isClosed = false;

  const next = (): void => {
    // The one that was used last, which is likely to run still.
    const kept = idle.pop();
    if (!kept) return;
    const waiting = queue.shift((whose) => !served.has(whose));
    if (!waiting) {
      idle.push(kept);
      return;
    }
    const { whose } = waiting;
    served.add(whose);
    const end = (done: boolean) => {
      kept.release(done);
      served.delete(whose);
      idle.push(kept);
      next();
    };
    waiting.resolve(openLine(kept.take(), settings, { end, isClosed: () => isClosed }));
  };
  return {
    begin(whose) {
      const turn = { ...Promise.withResolvers<Line<Order, Said>>(), whose };
      if (isClosed) turn.reject(draining());
      else if (queue.size >= MAX_WAITING || queue.sizeOf(whose) >= MAX_WAITING_EACH) {
        turn.reject(crowded());
      } else {
        queue.push(whose, turn);
        next();
      }
      return turn.promise;
    },
    async close() {
      isClosed = true;
      for (let each = queue.shift(); each; each = queue.shift()) {
        each.reject(draining());
      }
      await Promise.all(all.map((kept) => kept.close()));
    },
  };
}

/** A process that runs while it is taken, and a little longer. */
interface Kept {
  take(): ChildProcess;
  /** One that was left in the middle of something is killed. */
  release(done: boolean): void;
  close(): Promise<void>;
}

function createKept({ program, idleMs = IDLE_MS }: LoneProcessSettings<unknown>): Kept {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  // Whoever comes next must not talk to one that is dying.
  const kill = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
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
  return {
    take() {
      clearTimeout(idle);
      child ??= start();
      return child;
    },
    release(done) {
      if (done) idle = setTimeout(kill, idleMs).unref();
      else kill();
    },
    async close() {
      clearTimeout(idle);
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
