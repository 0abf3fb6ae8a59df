import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#kernel/errors.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import { checkPattern } from './check-name-pattern.ts';
import { answersForName, nameFields } from './name-fields.ts';
import { fieldsIn, fillPattern, MAX_FORM_NAME_LENGTH, placeholderFor } from './name-pattern.ts';

const values = {
  template: 'Site inspection',
  number: 42,
  day: '2026-11-20',
  user: 'Ada Lovelace',
  answerTo: (field: string) => `the ${field}`,
};

test('every placeholder is filled in', () => {
  const pattern = checkPattern('{template} #{number}, {date} ({user})');
  assert.equal(fillPattern(pattern, values), 'Site inspection #42, 2026-11-20 (Ada Lovelace)');
});

test('answers are filled in, and one to a field named like a placeholder has a name of its own', () => {
  const pattern = checkPattern('{site} on {answer.date}, {answer.site}', ['site', 'date']);
  assert.equal(fillPattern(pattern, values), 'the site on the date, the site');
  assert.deepEqual(fieldsIn(pattern), ['site', 'date', 'site']);
  assert.equal(placeholderFor('site') + placeholderFor('date'), '{site}{answer.date}');
});

test('a value that looks like a placeholder stays as it is', () => {
  assert.equal(
    fillPattern('{template}', { ...values, template: '{number} $& $1' }),
    '{number} $& $1',
  );
});

for (const pattern of [
  '{constructor}',
  '{}',
  '{field}',
  '{answer.site}',
  '{answer.}',
  'a {',
  'a } b',
  '{{number}}',
  ' ',
  '',
]) {
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

test('a row that was chosen from a list is in a name as people read it', () => {
  const definition = { elements: [{ type: 'sharedlist', name: 'site', list: 'sites' }] };
  const write = (site?: object) =>
    answersForName(definition, site === undefined ? {} : { site: { ...site } })('site');
  assert.equal(write({ key: 'D7', label: 'Dam 7', seq: 1 }), 'Dam 7');
  assert.equal(write(), '…');
  assert.deepEqual(
    nameFields(definition).map(({ name }) => name),
    ['site'],
  );
});
