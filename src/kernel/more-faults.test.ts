import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moreFaults } from './more-faults.ts';

test('one more fault is told in the singular, and none is not told', () => {
  assert.deepEqual([0, 1, 2].map(moreFaults), [
    '',
    ' There is 1 more fault.',
    ' There are 2 more faults.',
  ]);
});
