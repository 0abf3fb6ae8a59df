import { fail } from './errors.ts';

export interface FairGate {
  /** @throws AppError `busy` at once when as many wait as may, altogether or of the same one */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
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

/** Lets so many pieces of work run and serves those who wait in turn, so that who brings much waits for their own. */
export function createFairGate(options: FairGateOptions): FairGate {
  const { atOnce, share, queue, queueShare, busy } = options;
  const running = new Map<string, number>();
  // A map keeps the order in which its keys came: whoever was served goes to its end.
  const waiting = new Map<string, (() => void)[]>();
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
      next();
      return;
    }
  };
  const enter = async (whose: string): Promise<void> => {
    if (runs < atOnce && runningOf(whose) < share) {
      begin(whose);
      return;
    }
    const own = waiting.get(whose) ?? [];
    if (waits >= queue || own.length >= queueShare) {
      throw fail('busy', busy, { headers: { 'Retry-After': '1' } });
    }
    waits += 1;
    waiting.set(whose, own);
    await new Promise<void>((resolve) => own.push(resolve));
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
  };
}
