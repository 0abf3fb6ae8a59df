import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextRound } from 'node:timers/promises';
import { createFairQueue } from './fair-queue.ts';
import { behalf } from './on-behalf.ts';

const holders = new AsyncLocalStorage<true>();
const waiting = createFairQueue<() => void>();

/** Does what others wait for, such as a transaction: whatever it does step by step goes on in the next round of the event loop. */
export const whileOthersWait = <T>(work: () => T): T => holders.run(true, work);

/**
 * Resolves when long work may go on: the event loop has gone round. Of all that is under way and holds nothing that others
 * wait for, one step is taken in a round, and accounts take turns. Else forty long requests took forty steps in each.
 */
export function letOthersIn(): Promise<void> {
  if (holders.getStore()) return nextRound();
  return new Promise((resolve) => {
    waiting.push(behalf() ?? '', resolve);
    if (waiting.size === 1) setImmediate(takeOne);
  });
}

function takeOne(): void {
  waiting.shift()?.();
  if (waiting.size > 0) setImmediate(takeOne);
}

/** Does long work step by step: whoever waits is let in between two of them. */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await letOthersIn();
  }
}
