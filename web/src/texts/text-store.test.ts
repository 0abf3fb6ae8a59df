// The texts of the web app in the words of the language that is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTexts, showLanguage, texts, textsIn } from './text-store.ts';

addTexts('en', {
  plain: {
    greeting: 'Hello {{name}}, {{name}}!',
    rows_one: '{{count}} row',
    rows_other: '{{count}} rows',
  },
  errors: { late: 'Too late', 'late/limit': 'At most {{limit}}' },
});
addTexts('de', { plain: { rows_one: '{{count}} Zeile', rows_other: '{{count}} Zeilen' } });

const say = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
  texts.t(key, { defaultValue: 'none', ...values });

test('a value stands wherever the text names it, and is not read as a text itself', () => {
  showLanguage('en');
  assert.equal(
    say('plain.greeting', { name: '{{count}} $& <b>' }),
    'Hello {{count}} $& <b>, {{count}} $& <b>!',
  );
});

test('a number chooses the form of the text and is written as in its language', () => {
  showLanguage('en');
  assert.deepEqual(
    [0, 1, 1234, 12_345].map((count) => say('plain.rows', { count })),
    ['0 rows', '1 row', '1234 rows', '12,345 rows'],
  );
  showLanguage('de');
  assert.equal(say('plain.rows', { count: 12_345 }), '12.345 Zeilen');
});

test('where there is no text the default is shown', () => {
  showLanguage('en');
  assert.equal(say('plain.missing'), 'none');
  assert.equal(say('missing.greeting'), 'none');
});

test('a later language gives a new function, so that what was computed with the earlier one is computed again', () => {
  showLanguage('en');
  const before = texts.t;
  showLanguage('de');
  assert.notEqual(texts.t, before);
});

test('all texts of a group are given by name', () => {
  showLanguage('en');
  assert.deepEqual(
    [...textsIn('errors', { limit: 3 })],
    [
      ['late', 'Too late'],
      ['late/limit', 'At most 3'],
    ],
  );
});
