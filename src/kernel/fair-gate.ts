import { fail } from './errors.ts';
import { createFairQueue, type Owner, type Shares } from './fair-queue.ts';

/** Lets work run in its turn, as a {@link createFairQueue} decides. */
export interface FairGate {
  /**
   * Waits until work of `owner` may run. @returns a function to call once, when the work has ended
   * @throws AppError `busy` when too much waits, at once or when somebody with less waiting needs the room
   */
  enter(owner: Owner): Promise<() => void>;
  /** Runs work when its turn comes. @throws as `enter` */
  run<T>(owner: Owner, work: () => Promise<T>): Promise<T>;
  /** Returns how much work is waiting. */
  waiting(): number;
  /** Returns whether work of an account is waiting. */
  isAwaited(account: string): boolean;
  /** Refuses all waiting work, and what comes later, with `error`. */
  close(error: Error): void;
}

interface Turn extends PromiseWithResolvers<() => void> {
  timer: NodeJS.Timeout | undefined;
  /** It was refused, and takes its turn no more. */
  isGone: boolean;
}

interface Options {
  /** Seconds after which refused callers should try again; by default 1. */
  readonly retryAfterS?: number;
  /** How long work waits before it is refused, in milliseconds; by default as long as it takes. */
  readonly patienceMs?: number;
}

/** @param busy the message for refused callers */
export function createFairGate(shares: Shares, busy: string, options: Options = {}): FairGate {
  const { retryAfterS = 1, patienceMs } = options;
  const queue = createFairQueue<Turn>(shares);
  let closed: Error | undefined;

  const letIn = (): void => {
    for (let next = queue.begin(); next; next = queue.begin()) {
      const { owner, item } = next;
      clearTimeout(item.timer);
      if (item.isGone) queue.end(owner);
      else
        item.resolve(() => {
          queue.end(owner);
          letIn();
        });
    }
  };
  const refuse = (turn: Turn | undefined): void => {
    clearTimeout(turn?.timer);
    turn?.reject(fail('busy', busy, { headers: { 'retry-after': String(retryAfterS) } }));
  };
  const enter = (owner: Owner): Promise<() => void> => {
    if (closed) return Promise.reject(closed);
    const turn: Turn = { ...Promise.withResolvers(), timer: undefined, isGone: false };
    refuse(queue.push(owner, turn));
    if (patienceMs !== undefined) {
      turn.timer = setTimeout(() => {
        turn.isGone = true;
        refuse(turn);
      }, patienceMs);
    }
    letIn();
    return turn.promise;
  };
  return {
    enter,
    async run(owner, work) {
      const leave = await enter(owner);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    waiting: () => queue.size,
    isAwaited: (account) => queue.sizeOf(account) > 0,
    close(error) {
      closed = error;
      for (const turn of queue.clear()) {
        clearTimeout(turn.timer);
        turn.reject(error);
      }
    },
  };
}
