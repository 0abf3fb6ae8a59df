import { fail } from './errors.ts';

export interface FairGate {
  /**
   * @throws AppError `busy` at once when as many wait as may of the same one. When as many wait as may altogether, the
   *   last of whoever has most of them waiting is refused, who may be this one.
   */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
  /** Whether work of this one waits. */
  isAwaited(whose: string): boolean;
}

export interface FairGateOptions {
  /** Pieces of work that run together. */
  readonly atOnce: number;
  /** Of these, those of one: the others stay for whoever comes next. */
  readonly share: number;
  /** How many more may wait, and of these those of one. */
  readonly queue: number;
  readonly queueShare: number;
  /** What the others are told. */
  readonly busy: string;
}

interface Waiter {
  enter(): void;
  refuse(error: Error): void;
}

/** Lets so many pieces of work run and serves those who wait in turn, so that who brings much waits for their own. */
export function createFairGate(options: FairGateOptions): FairGate {
  const { atOnce, share, queue, queueShare, busy } = options;
  const running = new Map<string, number>();
  // A map keeps the order in which its keys came: whoever was served goes to its end.
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
  /** @param count how many would wait of the one who comes. @throws AppError `busy` when nobody has more */
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
