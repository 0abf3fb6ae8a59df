import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wholeWord } from './whole-word.ts';

test('a name is found as a word in any case, and in no longer word', () => {
  for (const [text, isThere] of [
    ['Ann', true],
    ['by ANN, today', true],
    ['"ann"', true],
    ['Annual', false],
    ['Joann', false],
    ['Änn', false],
  ] as const) {
    assert.equal(wholeWord(' Ann ').test(text), isThere, text);
  }
  assert.ok(wholeWord('a.b+c@x.example').test('to <A.B+C@x.example>'));
  assert.ok(!wholeWord('a.b').test('a-b'));
});

test('whatever a name is made of, it finds itself and takes no pattern for one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      fc.pre(name.trim() !== '');
      assert.ok(wholeWord(name).test(`(${name.trim()})`));
    }),
  );
});
