import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextPause } from './retry.ts';

const NOW = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('seven retries come over some 41 hours, each later than the one before', () => {
  const pauses = Array.from({ length: 8 }, (_, i) => nextPause(i + 1, undefined, NOW));
  assert.equal(pauses.at(-1), undefined);
  const known = pauses.flatMap((pause) => pause ?? []);
  assert.equal(known.length, 7);
  assert.deepEqual(
    known,
    known.toSorted((a, b) => a - b),
  );
  const hours = known.reduce((sum, pause) => sum + pause, 0) / HOUR_MS;
  assert.ok(hours > 41 && hours < 42, String(hours));
});

test('Retry-After makes a pause longer, in seconds or as a date, up to a day, and never shorter', () => {
  assert.equal(nextPause(1, '3600', NOW), HOUR_MS);
  assert.equal(nextPause(1, new Date(NOW + HOUR_MS).toUTCString(), NOW), HOUR_MS);
  assert.equal(nextPause(1, '99999999', NOW), DAY_MS);
  assert.equal(nextPause(2, '1', NOW), nextPause(2, undefined, NOW));
  assert.equal(nextPause(8, '3600', NOW), undefined);
});

test('whatever a receiver writes into Retry-After, the pause is between ours and a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.string(), (attempts, text) => {
      const pause = nextPause(attempts, text, NOW) ?? 0;
      assert.ok(pause >= (nextPause(attempts, undefined, NOW) ?? 0) && pause <= DAY_MS);
    }),
  );
});
