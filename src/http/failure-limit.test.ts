import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#kernel/clock.ts';
import { createFailureLimit } from './failure-limit.ts';

const SETTINGS = { clientsPerAddress: 1, minutes: 10 };

test('of more addresses than a node remembers, the oldest is forgotten, and none that failed lately', async () => {
  const limit = createFailureLimit(SETTINGS, { clock: systemClock, client: undefined });
  const address = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
  const many = Array.from({ length: 10_001 }, (_, i) => address(i));
  for (const each of many) await limit.failed(each);
  const forgotten = many.filter((each) => !limit.isOver(each));
  assert.deepEqual(forgotten, many.slice(0, 1));
});
