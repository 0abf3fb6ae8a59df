import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asksSomething, brokenPattern, exampleOf, PRESETS } from './text-pattern.ts';

const fits = (mask: string, text: string): boolean => brokenPattern({ mask }, text) === undefined;

test('a mask takes its digits and letters at their places, and everything else as it is', () => {
  assert.ok(fits('aa-999', 'AB-123'));
  assert.ok(fits('aa-999', 'e\u0301x-123'), 'a letter of two characters');
  assert.ok(fits('+\\9 (99) #', '+9 (01) b'));
  for (const wrong of ['AB-12', 'AB-1234', '1B-123', 'AB 123', 'AB-12٣']) {
    assert.ok(!fits('aa-999', wrong), wrong);
  }
});

test('each preset takes what it is named for', () => {
  const cases = {
    digits: ['0123', '12 3'],
    letters: ["Zoë O'Neil-Łuk", 'R2D2'],
    'letters-digits': ['Ab12ß', 'Ab-12'],
    iban: ['de89370400440532013000', 'DE89370400440532013001'],
  } as const;
  for (const preset of PRESETS) {
    const [right, wrong] = cases[preset];
    assert.equal(brokenPattern({ preset }, right), undefined);
    assert.equal(brokenPattern({ preset }, wrong), preset);
    assert.equal(brokenPattern({ preset }, ''), undefined);
  }
});

test('the example of a mask fits it, and no text takes long to check', () => {
  const part = fc.constantFrom('9', 'a', '#', '-', ' ', '\\9', '\\\\', 'Z', '😀');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.string({ maxLength: 60 }), (parts, text) => {
      const mask = parts.join('');
      assert.ok(fits(mask, exampleOf(mask)), mask);
      assert.equal(typeof fits(mask, text), 'boolean');
    }),
  );
  const started = performance.now();
  for (const preset of PRESETS) brokenPattern({ preset, mask: 'a'.repeat(40) }, 'a'.repeat(1e6));
  assert.ok(performance.now() - started < 2000);
});

test('a mask of literal characters alone asks nothing', () => {
  assert.deepEqual(['9', '\\9', 'X-Y', '-#'].map(asksSomething), [true, false, false, true]);
});
