import { fail } from './errors.ts';

export interface Gate {
  /** @throws AppError `busy` at once when `queue` callers are already waiting */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a gate that runs `atOnce` pieces of work and lets `queue` more wait, so that they can't starve other work;
 * the rest are refused with `busy`.
 */
export function createGate(atOnce: number, queue: number, busy: string): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= queue) {
      throw fail('busy', busy, { headers: { 'Retry-After': '1' } });
    }
    // A caller that leaves passes its slot on, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
