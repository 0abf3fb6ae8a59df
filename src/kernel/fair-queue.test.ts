import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

test('who brings a thousand things waits for them, and others wait for one', () => {
  const queue = createFairQueue<string>();
  for (let i = 0; i < 1000; i += 1) queue.push('flood', `flood ${i}`);
  queue.push('a', 'a 0');
  queue.push('b', 'b 0');
  queue.push('a', 'a 1');
  assert.equal(queue.size, 1003);
  const first = Array.from({ length: 6 }, () => queue.shift());
  assert.deepEqual(first, ['flood 0', 'a 0', 'b 0', 'flood 1', 'a 1', 'flood 2']);
});

test('who may not go now keeps the turn, and the others do not wait for it', () => {
  const queue = createFairQueue<string>();
  for (const whose of ['a', 'a', 'b', 'c']) queue.push(whose, whose);
  const notA = (whose: string) => whose !== 'a';
  assert.ok(queue.has(notA));
  assert.deepEqual(
    [queue.shift(notA), queue.shift(notA), queue.shift(notA), queue.has(notA)],
    ['b', 'c', undefined, false],
  );
  assert.deepEqual([queue.shift(), queue.shift(), queue.size], ['a', 'a', 0]);
});

test('each gets what was brought, in order, once', () => {
  const queue = createFairQueue<number>();
  for (let i = 0; i < 300; i += 1) queue.push(`of ${i % 7}`, i);
  const got = Array.from({ length: 300 }, () => queue.shift() ?? Number.NaN);
  assert.equal(new Set(got).size, 300);
  for (let whose = 0; whose < 7; whose += 1) {
    const own = got.filter((item) => item % 7 === whose);
    assert.deepEqual(
      own,
      own.toSorted((a, b) => a - b),
    );
  }
  assert.deepEqual([queue.shift(), queue.size], [undefined, 0]);
});
