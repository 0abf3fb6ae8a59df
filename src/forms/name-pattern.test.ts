import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#kernel/errors.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import { checkPattern, fillPattern, MAX_FORM_NAME_LENGTH } from './name-pattern.ts';

const values = {
  template: 'Site inspection',
  number: 42,
  at: Date.UTC(2026, 10, 20, 23, 59),
  user: 'Ada Lovelace',
};

test('every placeholder is filled in', () => {
  const pattern = checkPattern('{template} #{number}, {date} ({user})');
  assert.equal(fillPattern(pattern, values), 'Site inspection #42, 2026-11-20 (Ada Lovelace)');
});

test('a value that looks like a placeholder stays as it is', () => {
  assert.equal(
    fillPattern('{template}', { ...values, template: '{number} $& $1' }),
    '{number} $& $1',
  );
});

for (const pattern of ['{constructor}', '{}', '{field}', 'a {', 'a } b', '{{number}}', ' ', '']) {
  test(`the pattern ${JSON.stringify(pattern)} is refused`, () => {
    assert.throws(
      () => checkPattern(pattern),
      (error) =>
        error instanceof AppError && error.code === 'invalid-value' && error.at === 'namePattern',
    );
  });
}

test('no name is longer than a name or its key may be, or ends in half a character', () => {
  const letters = fc.constantFrom('a', 'ﬃ', 'ß', '😀', 'é', ' ');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 400 }), (parts) => {
      const name = fillPattern('{template} {user}', { ...values, template: parts.join('') });
      assert.ok(name.length <= MAX_FORM_NAME_LENGTH && name.isWellFormed());
      assert.ok(fold(name).length <= MAX_KEY_LENGTH);
    }),
  );
});
