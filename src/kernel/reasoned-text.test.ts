import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinReason, splitReason } from './reasoned-text.ts';

const isReason = (word: string): word is 'timeout' => word === 'timeout';

test('a stored text gives back its reason and its sentence', () => {
  const stored = joinReason('timeout', 'no answer: none within 10 seconds');
  assert.deepEqual(splitReason(stored, isReason), {
    reason: 'timeout',
    text: 'no answer: none within 10 seconds',
  });
});

test('a text of an older version is kept whole', () => {
  for (const text of ['no answer within 10 seconds', 'connect: refused', '', ': ']) {
    assert.deepEqual(splitReason(text, isReason), { text });
  }
});
