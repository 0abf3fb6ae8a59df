import assert from 'node:assert/strict';
import type { Answer } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';

type Ask = () => Promise<Answer>;

/** How often each of the others asks. */
const TIMES = 3;

/**
 * Has one side send `width` requests at once, and the next one as soon as one is answered, while each of the others asks a
 * few times. In a queue without owners, each of these would wait for all `width` of the hog, or be refused; in shares
 * it waits for a few of them.
 * @param most fewer than these of the hog are answered before one of the others; half of all, if omitted
 */
export async function besideHammer(
  width: number,
  hammer: Ask,
  others: readonly Ask[],
  most = width / 2,
) {
  let isOver = false;
  let served = 0;
  const swing = async (): Promise<void> => {
    while (!isOver) {
      const { status, text } = await hammer();
      // Refusals cost the others nothing: they don't pass before them.
      if (status < 300) served += 1;
      else assert.equal(status, 503, text);
    }
  };
  const hammering = Promise.all(Array.from({ length: width }, swing));
  try {
    await waitUntil(() => served > 2);
    // The first request may start a process. That takes its time whoever asks, so here nobody is counted.
    for (const ask of others) {
      const { status, text } = await ask();
      assert.ok(status < 300, text);
    }
    for (let time = 0; time < TIMES; time += 1) {
      for (const [who, ask] of others.entries()) {
        const before = served;
        const { status, text } = await ask();
        assert.ok(status < 300, `other ${who} was refused: ${status} ${text}`);
        const passed = served - before;
        assert.ok(passed < most, `${passed} of the hog came before other ${who}`);
      }
    }
  } finally {
    isOver = true;
    await hammering;
  }
}
