// Every error of the service has a text in each language of the pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from '#kernel/error-catalogue.ts';
import { errors as german } from '../web/src/locales/de/errors.ts';
import { errors as english } from '../web/src/locales/en/errors.ts';

test('every code of an error has a sentence in each language of the pages', () => {
  const codes = Object.keys(CATALOGUE).toSorted();
  assert.ok(codes.length > 80);
  for (const [language, { errors }] of Object.entries({ english, german })) {
    const words = new Map<string, string>(Object.entries(errors));
    const without = codes.filter((code) => !/^\p{Lu}.*[.]$/su.test(words.get(code) ?? ''));
    assert.deepEqual(without, [], language);
    const known = new Set(codes);
    const useless = [...words.keys()].filter((each) => !known.has(each.replace(/\/limit$/, '')));
    assert.deepEqual(useless, [], language);
  }
  const same = codes.filter(
    (code) => Reflect.get(german.errors, code) === Reflect.get(english.errors, code),
  );
  assert.deepEqual(same, []);
});
