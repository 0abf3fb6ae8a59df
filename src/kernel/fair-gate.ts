import { fail } from './errors.ts';

export interface FairGate {
  /**
   * Runs work when its turn comes.
   * @throws AppError `busy` at once when `whose` already has `queueShare` waiting. When `queue` are waiting in total,
   * the last waiter of the one with the most is refused, which may be this one.
   */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
  /** Returns whether work of `whose` is waiting. */
  isAwaited(whose: string): boolean;
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

  const runningOf = (whose: string): number => running.get(whose) ?? 0;
  const begin = (whose: string): void => {
    runs += 1;
    running.set(whose, runningOf(whose) + 1);
  };
  const end = (whose: string): void => {
    runs -= 1;
    const left = runningOf(whose) - 1;
    if (left === 0) running.delete(whose);
    else running.set(whose, left);
  };
  const letIn = (): void => {
    for (const [whose, own] of waiting) {
      if (runs >= atOnce) return;
      if (runningOf(whose) >= share) continue;
      const next = own.shift();
      waiting.delete(whose);
      if (own.length > 0) waiting.set(whose, own);
      if (!next) continue;
      waits -= 1;
      begin(whose);
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
  const enter = async (whose: string): Promise<void> => {
    if (runs < atOnce && runningOf(whose) < share) {
      begin(whose);
      return;
    }
    const own = waiting.get(whose) ?? [];
    if (own.length >= queueShare) throw tooMany();
    if (waits >= queue) makeRoomFor(own.length + 1);
    waits += 1;
    waiting.set(whose, own);
    await new Promise<void>((enter, refuse) => own.push({ enter, refuse }));
  };
  return {
    async run(whose, work) {
      await enter(whose);
      try {
        return await work();
      } finally {
        end(whose);
        letIn();
      }
    },
    isAwaited: (whose) => (waiting.get(whose)?.length ?? 0) > 0,
  };
}
