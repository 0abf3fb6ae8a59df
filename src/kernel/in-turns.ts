import { setImmediate } from 'node:timers/promises';

/** Does long work step by step: whoever waits is let in between two of them. */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await setImmediate();
  }
}
