import { fail } from './errors.ts';

export interface FairGate {
  /**
   * Runs work when its turn comes.
   * @throws AppError `busy` at once when `owner` already has `queueShare` waiting. When `queue` are waiting in total,
   * the last waiter of the one with the most is refused, which may be this one.
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
  /** Returns how much work is waiting. */
  waiting(): number;
  /** Returns whether work of `owner` is waiting. */
  isAwaited(owner: string): boolean;
}

export interface FairGateOptions {
  /** How many pieces of work run at once. */
  readonly atOnce: number;
  /** How many of these may belong to one; the rest stay free for others. */
  readonly share: number;
  /** How many more may wait, and how many of these may belong to one. */
  readonly queue: number;
  readonly queueShare: number;
  /** The message for refused callers. */
  readonly busy: string;
}

interface Waiter {
  enter(): void;
  refuse(error: Error): void;
}

/** Limits how much work runs at once and serves waiters in turn, so that a caller with much work waits for its own. */
export function createFairGate(options: FairGateOptions): FairGate {
  const { atOnce, share, queue, queueShare, busy } = options;
  const running = new Map<string, number>();
  // A map keeps the order of insertion: after being served, a caller goes to the end.
  const waiting = new Map<string, Waiter[]>();
  let runs = 0;
  let waits = 0;

  const runningOf = (owner: string): number => running.get(owner) ?? 0;
  const begin = (owner: string): void => {
    runs += 1;
    running.set(owner, runningOf(owner) + 1);
  };
  const end = (owner: string): void => {
    runs -= 1;
    const left = runningOf(owner) - 1;
    if (left === 0) running.delete(owner);
    else running.set(owner, left);
  };
  const letIn = (): void => {
    for (const [owner, own] of waiting) {
      if (runs >= atOnce) return;
      if (runningOf(owner) >= share) continue;
      const next = own.shift();
      waiting.delete(owner);
      if (own.length > 0) waiting.set(owner, own);
      if (!next) continue;
      waits -= 1;
      begin(owner);
      next.enter();
      return;
    }
  };
  const tooMany = () => fail('busy', busy, { headers: { 'Retry-After': '1' } });
  /**
   * Refuses the last waiter of the one with the most.
   * @param count how many would wait for the new caller
   * @throws AppError `busy` when nobody has more
   */
  const makeRoomFor = (count: number): void => {
    const [most, ...others] = waiting.values();
    const longest = others.reduce((a, b) => (b.length > (a?.length ?? 0) ? b : a), most);
    if (!longest || longest.length <= count) throw tooMany();
    longest.pop()?.refuse(tooMany());
    waits -= 1;
  };
  const enter = async (owner: string): Promise<void> => {
    if (runs < atOnce && runningOf(owner) < share) {
      begin(owner);
      return;
    }
    const own = waiting.get(owner) ?? [];
    if (own.length >= queueShare) throw tooMany();
    if (waits >= queue) makeRoomFor(own.length + 1);
    waits += 1;
    waiting.set(owner, own);
    await new Promise<void>((enter, refuse) => own.push({ enter, refuse }));
  };
  return {
    async run(owner, work) {
      await enter(owner);
      try {
        return await work();
      } finally {
        end(owner);
        letIn();
      }
    },
    waiting: () => waits,
    isAwaited: (owner) => (waiting.get(owner)?.length ?? 0) > 0,
  };
}

/** Makes a gate at which nobody waits for another owner: only `share` and `queueShare` of each are limited. */
export const createOwnGate = (
  limits: Pick<FairGateOptions, 'share' | 'queueShare' | 'busy'>,
): FairGate =>
  createFairGate({ atOnce: Number.POSITIVE_INFINITY, queue: Number.POSITIVE_INFINITY, ...limits });
