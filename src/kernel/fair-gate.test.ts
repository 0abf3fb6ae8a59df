// Several callers bring work, one of them much more than the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createFairGate } from './fair-gate.ts';
import type { Owner } from './fair-queue.ts';

const SHARES = { atOnce: 4, ofAccount: 3, waiting: 10, waitingOfAccount: 6 };
const BUSY = 'Too much.';
const of = (account: string, person = ''): Owner => ({ account, person });

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
  const gate = createFairGate(SHARES, BUSY);
  const { running, begin } = pieces();
  const flood = Array.from({ length: 9 }, () => gate.run(of('flood'), begin('flood')));
  await assert.rejects(gate.run(of('flood'), begin('flood')), { code: 'busy' });
  const quiet = gate.run(of('quiet'), begin('quiet'));
  await setImmediate();
  assert.deepEqual(
    running.map(({ whose }) => whose),
    ['flood', 'flood', 'flood', 'quiet'],
  );
  assert.deepEqual(
    [gate.waiting(), gate.isAwaited('flood'), gate.isAwaited('quiet')],
    [6, true, false],
  );
  while (running.length > 0) {
    running.shift()?.end();
    await setImmediate();
  }
  await Promise.all([...flood, quiet]);
  assert.equal(gate.waiting(), 0);
});

test('a colleague has the next place, and room that somebody with more loses', async () => {
  const gate = createFairGate(SHARES, BUSY);
  const { running, begin } = pieces();
  const refused: string[] = [];
  const bring = (person: string) =>
    gate.run(of('acme', person), begin(person)).catch((error: unknown) => {
      assert.equal(Object(error).code, 'busy');
      assert.deepEqual(Object(error).headers, { 'retry-after': '1' });
      refused.push(person);
    });
  const all = [...Array.from({ length: 9 }, () => 'hog'), 'colleague'].map(bring);
  await setImmediate();
  assert.deepEqual(refused, ['hog']);
  running.shift()?.end();
  await setImmediate();
  assert.deepEqual(
    running.map(({ whose }) => whose),
    ['hog', 'hog', 'colleague'],
  );
  while (running.length > 0) {
    running.shift()?.end();
    await setImmediate();
  }
  await Promise.all(all);
});

test('whoever waits too long is refused, and holds no place later', async () => {
  const gate = createFairGate({ atOnce: 1, ofAccount: 1 }, BUSY, { patienceMs: 20 });
  const { running, begin } = pieces();
  const first = gate.run(of('a'), begin('a'));
  await assert.rejects(gate.run(of('b'), begin('b')), { code: 'busy' });
  running.shift()?.end();
  await first;
  const next = gate.run(of('c'), begin('c'));
  await setImmediate();
  assert.deepEqual(
    running.map(({ whose }) => whose),
    ['c'],
  );
  running.shift()?.end();
  await next;
});

test('a failure of work passes its place on, and a closed gate refuses those who wait and those who come', async () => {
  const gate = createFairGate({ atOnce: 1, ofAccount: 1 }, BUSY);
  await assert.rejects(
    gate.run(of('a'), () => Promise.reject(new Error('it failed'))),
    /it failed/,
  );
  const { running, begin } = pieces();
  const first = gate.run(of('a'), begin('a'));
  const second = gate.run(of('a'), begin('a'));
  gate.close(new Error('over'));
  await assert.rejects(second, /over/);
  await assert.rejects(gate.run(of('b'), begin('b')), /over/);
  await setImmediate();
  running.shift()?.end();
  await first;
});
