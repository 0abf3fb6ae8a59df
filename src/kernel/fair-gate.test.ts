// Several callers bring work, one of them much more than the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createFairGate } from './fair-gate.ts';

const OPTIONS = { atOnce: 4, share: 3, queue: 10, queueShare: 6, busy: 'Too much.' };

/** Returns pieces of work that the test ends. */
function pieces() {
  const running: { readonly whose: string; end: () => void }[] = [];
  const begin = (whose: string) => () =>
    new Promise<void>((resolve) => {
      const piece = { whose, end: resolve };
      running.push(piece);
    });
  return { running, begin };
}

test('whoever comes later runs at once beside somebody who fills the queue', async () => {
  const gate = createFairGate(OPTIONS);
  const { running, begin } = pieces();
  const flood = Array.from({ length: 9 }, () => gate.run('flood', begin('flood')));
  await assert.rejects(gate.run('flood', begin('flood')), { code: 'busy' });
  const quiet = gate.run('quiet', begin('quiet'));
  await setImmediate();
  assert.deepEqual(
    running.map(({ whose }) => whose),
    ['flood', 'flood', 'flood', 'quiet'],
  );
  while (running.length > 0) {
    running.shift()?.end();
    await setImmediate();
  }
  await Promise.all([...flood, quiet]);
});

test('a full queue has room for whoever has fewer waiting than somebody else, who loses their last', async () => {
  const gate = createFairGate(OPTIONS);
  const { running, begin } = pieces();
  const refused: string[] = [];
  const bring = (whose: string) =>
    gate.run(whose, begin(whose)).catch((error: unknown) => {
      assert.equal(Object(error).code, 'busy');
      refused.push(whose);
    });
  const all = [...'aaaaaaa', ...'bbbbbbb', 'c', 'c', 'd'].map(bring);
  await setImmediate();
  assert.deepEqual(refused, ['b', 'b', 'a']);
  const ran: string[] = [];
  while (running.length > 0) {
    const piece = running.shift();
    if (piece) ran.push(piece.whose);
    piece?.end();
    await setImmediate();
  }
  await Promise.all(all);
  assert.deepEqual(ran.toSorted(), [...'aaaaaa', ...'bbbbb', 'c', 'c', 'd']);
});

test('everything that was let in runs and ends, never more at once than may, whatever the order', async () => {
  const turns = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(turns, async (steps) => {
      const gate = createFairGate(OPTIONS);
      const { running, begin } = pieces();
      const all: Promise<unknown>[] = [];
      let ended = 0;
      for (const [whose, ends] of steps) {
        all.push(gate.run(whose, begin(whose)).catch((error: unknown) => error));
        if (ends) {
          running.shift()?.end();
          ended += 1;
        }
        await setImmediate();
        assert.ok(running.length <= OPTIONS.atOnce);
        for (const each of ['a', 'b', 'c']) {
          assert.ok(running.filter((piece) => piece.whose === each).length <= OPTIONS.share);
        }
      }
      while (running.length > 0) {
        running.shift()?.end();
        await setImmediate();
      }
      const results = await Promise.all(all);
      assert.equal(results.length, steps.length);
      assert.ok(ended <= steps.length);
    }),
    { numRuns: 60 },
  );
});
