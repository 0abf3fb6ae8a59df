import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownName } from './shown-name.ts';

test('white space that tells two names apart is seen, and no other', () => {
  const names = [
    ['Ada King', 'Ada King'],
    ['Ada King ', 'Ada King␣'],
    [' Ada  King', '␣Ada␣␣King'],
    ['Ada\u00a0King', 'Ada[U+00A0]King'],
    ['A\u200bda', 'A[U+200B]da'],
  ];
  for (const [name = '', shown] of names) assert.equal(shownName(name), shown);
});
