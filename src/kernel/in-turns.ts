import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextRound } from 'node:timers/promises';
import { createFairQueue } from './fair-queue.ts';
import { behalf } from './on-behalf.ts';

const holders = new AsyncLocalStorage<true>();
const waiting = createFairQueue<() => void>();

/** Does work that others wait for, such as a transaction: its steps continue in the next round of the event loop. */
export const whileOthersWait = <T>(work: () => T): T => holders.run(true, work);

/** Returns whether others wait for what is being done. It must not queue for a place that they may hold. */
export const isWaitedFor = (): boolean => holders.getStore() === true;

/**
 * Resolves when long work may continue: the event loop has gone round. In each round, only one step is taken of all the
 * work that nobody waits for, and accounts and their people take turns (decision 90). Otherwise forty long requests
 * would take forty steps per round.
 */
export function letOthersIn(): Promise<void> {
  if (isWaitedFor()) return nextRound();
  return new Promise((resolve) => {
    waiting.push(behalf(), resolve);
    if (waiting.size === 1) setImmediate(takeOne);
  });
}

function takeOne(): void {
  const next = waiting.begin();
  if (next) {
    waiting.end(next.owner);
    next.item();
  }
  if (waiting.size > 0) setImmediate(takeOne);
}

/** Does long work step by step, and lets other requests run between two steps. */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await letOthersIn();
  }
}
