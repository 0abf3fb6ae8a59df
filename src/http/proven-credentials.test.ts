import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestClock } from '../../test/support/instance.ts';
import { createProvenCredentials } from './proven-credentials.ts';

const MINUTE_MS = 60_000;

test('a credential is remembered for ten minutes after its last use, and not for longer than twenty', () => {
  const clock = createTestClock();
  const proven = createProvenCredentials(clock);
  proven.add('first');
  clock.advance(9 * MINUTE_MS);
  proven.add('later');
  clock.advance(2 * MINUTE_MS);
  // This call begins a new set.
  proven.add('third');
  assert.ok(proven.has('first'));
  clock.advance(7 * MINUTE_MS);
  assert.ok(proven.has('later'));
  clock.advance(4 * MINUTE_MS);
  proven.add('last');
  assert.deepEqual(
    ['first', 'later', 'third', 'last'].map((each) => proven.has(each)),
    [false, false, true, true],
  );
});

test('of very many credentials the last ones are remembered, and no more than twice as many as asked for', () => {
  const proven = createProvenCredentials(createTestClock(), 100);
  const all = Array.from({ length: 1000 }, (_, at) => `credential ${at}`);
  for (const each of all) proven.add(each);
  const known = all.filter((each) => proven.has(each));
  assert.ok(known.length >= 100 && known.length <= 200, `${known.length}`);
  assert.deepEqual(known, all.slice(-known.length));
});

test('a credential that was deleted is not known, in whichever set it was', () => {
  const proven = createProvenCredentials(createTestClock(), 1);
  proven.add('older');
  proven.add('recent');
  assert.ok(proven.has('older') && proven.has('recent'));
  proven.delete('older');
  proven.delete('recent');
  assert.ok(!proven.has('older') && !proven.has('recent'));
});
