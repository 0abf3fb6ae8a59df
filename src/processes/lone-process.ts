import { type ChildProcess, fork } from 'node:child_process';
import { type AppError, fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import type { Shares } from '#kernel/fair-queue.ts';
import { behalfIn } from '#kernel/on-behalf.ts';

export interface LoneProcessSettings<Answer> {
  /** The program; it begins with `listen` of lone-program.ts, which limits its memory. */
  readonly program: URL;
  /** A process from which an answer is awaited for longer than this is killed. */
  readonly timeoutMs: number;
  /**
   * Parses a message, which is only as trustworthy as the input of the process.
   * @throws for an impossible message
   */
  readonly parse: (message: unknown) => Answer;
  /** How many processes run at once, of all accounts, of one, and of one person in it. */
  readonly shares: Shares;
  /** A process that is idle for longer than this is ended. */
  readonly idleMs?: number;
}

/** A program in a process of its own, which may crash without affecting this one. It starts when it is first needed. */
export interface LoneProcess<Order extends object, Answer> {
  /**
   * Waits for a turn (decision 90).
   * @throws AppError `busy`, `draining`
   */
  begin(accountId: string): Promise<Channel<Order, Answer>>;
  /** Kills all processes. */
  close(): Promise<void>;
}

export interface Channel<Order extends object, Answer> {
  send(order: Order): void;
  /** @throws ProcessEnded, AppError `busy`, `draining`, or the reason of the aborted signal */
  receive(signal?: AbortSignal): Promise<Answer>;
  /** Passes the turn on. With `done` false, the process was interrupted in its work and is killed. */
  end(done: boolean): void;
}

/** The process needed too much memory or time, or crashed: its input is too much for it. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

const IDLE_MS = 10_000;
const BUSY = 'Too many requests are waiting for this work. Try again shortly.';

export function createLoneProcess<Order extends object, Answer>(
  settings: LoneProcessSettings<Answer>,
): LoneProcess<Order, Answer> {
  const gate = createFairGate(settings.shares, BUSY, { retryAfterS: 5 });
  const idle: ManagedProcess[] = [];
  const all: ManagedProcess[] = [];
  let isClosed = false;
  const start = (): ManagedProcess => {
    const managed = createManagedProcess(settings);
    all.push(managed);
    return managed;
  };
  return {
    async begin(accountId) {
      const leave = await gate.enter(behalfIn(accountId));
      // The service may have stopped meanwhile. A process started now would be waited for until its time is over.
      if (isClosed) {
        leave();
        throw draining();
      }
      // The process that was used last, which is most likely still running. The gate lets in no more than may run.
      const managed = idle.pop() ?? start();
      const end = (done: boolean) => {
        managed.release(done);
        idle.push(managed);
        leave();
      };
      try {
        return openChannel(managed.take(), settings, { end, isClosed: () => isClosed });
      } catch (cause) {
        // Where memory is short, a process can't be started. The turn must not be lost with it.
        end(false);
        throw busy(cause);
      }
    },
    async close() {
      isClosed = true;
      gate.close(draining());
      await Promise.all(all.map((managed) => managed.close()));
    },
  };
}

/** A process that runs while it is in use, and for a short time after. */
interface ManagedProcess {
  take(): ChildProcess;
  /** With `done` false, the process was interrupted in its work and is killed. */
  release(done: boolean): void;
  close(): Promise<void>;
}

function createManagedProcess({
  program,
  idleMs = IDLE_MS,
}: LoneProcessSettings<unknown>): ManagedProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  // Forgets the process at once: the next caller must not get one that is about to end.
  const kill = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const start = (): ChildProcess => {
    // The process gets no arguments, settings or secrets of this one.
    const started = fork(program, [], {
      env: libraryPath(),
      // V8 would let the young generation grow to tens of megabytes before it collects it; several processes may run.
      execArgv: ['--max-semi-space-size=4'],
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

/** Where the portable archive has a library without which its Node does not start. */
function libraryPath(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH } = process.env;
  return LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };
}

function openChannel<Order extends object, Answer>(
  child: ChildProcess,
  { parse, timeoutMs }: LoneProcessSettings<Answer>,
  around: { readonly isClosed: () => boolean; readonly end: (done: boolean) => void },
): Channel<Order, Answer> {
  const received: unknown[] = [];
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const onMessage = (message: unknown): void => {
    received.push(message);
    wake?.();
  };
  const end = (why: Error): void => {
    failure ??= around.isClosed() ? draining() : why;
    wake?.();
  };
  const onExit = (): void => end(new ProcessEnded('the process ended'));
  // The process could not start, which is not caused by its input.
  const onError = (cause: Error): void => end(busy(cause));
  child.on('message', onMessage);
  child.on('exit', onExit);
  child.on('error', onError);
  return {
    send(order) {
      // A failure to send is reported by the `exit` event.
      child.send(order, () => undefined);
    },
    async receive(signal) {
      while (received.length === 0) {
        signal?.throwIfAborted();
        if (failure) throw failure;
        const woken = Promise.withResolvers<void>();
        wake = woken.resolve;
        const stalled = new ProcessEnded('the process stands still');
        const timer = setTimeout(() => end(stalled), timeoutMs);
        signal?.addEventListener('abort', wake, { once: true });
        await woken.promise;
        signal?.removeEventListener('abort', wake);
        clearTimeout(timer);
      }
      signal?.throwIfAborted();
      return parse(received.shift());
    },
    end(done) {
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.off('error', onError);
      around.end(done && failure === undefined);
    },
  };
}

const draining = (): AppError => fail('draining', 'The server is stopping. Try again shortly.');

const busy = (cause: unknown): AppError =>
  fail('busy', 'The server cannot start another process. Try again shortly.', { cause });
