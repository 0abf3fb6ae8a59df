// Every error of the service has a text in each language of the pages.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CATALOGUE, REASONS } from '#kernel/error-catalogue.ts';
import { builder as germanBuilder } from '../web/src/locales/de/builder.ts';
import { errors as german } from '../web/src/locales/de/errors.ts';
import { builder as englishBuilder } from '../web/src/locales/en/builder.ts';
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

/** The parts of a sentence that are filled in. */
const filledIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted();

test('every reason has a sentence in each language that shows all of its numbers and names', () => {
  for (const [language, { errorReasons }] of Object.entries({ english, german })) {
    const words = new Map<string, string>(Object.entries(errorReasons));
    assert.deepEqual([...words.keys()].toSorted(), Object.keys(REASONS).toSorted(), language);
    for (const [reason, members] of Object.entries(REASONS)) {
      const text = words.get(reason) ?? '';
      assert.match(text, /^(?:\p{Lu}|\{\{).*[.]$/su, `${language} ${reason}`);
      const shown = filledIn(text);
      assert.deepEqual(shown, [...members].toSorted(), `${language} ${reason}`);
    }
  }
});

test('both languages fill the same numbers and names into the sentence of a code', () => {
  const inGerman = new Map<string, string>(Object.entries(german.errors));
  for (const [code, text] of Object.entries(english.errors)) {
    assert.deepEqual(filledIn(inGerman.get(code) ?? ''), filledIn(text), code);
  }
});

test('every kind of fault of a template that the service reports has a sentence on the page', () => {
  const kinds = new Set<string>();
  for (const file of globSync('src/forms/**/*.ts')) {
    if (file.endsWith('.test.ts') || !file.includes('/definition/')) continue;
    const source = readFileSync(file, 'utf8');
    for (const [, kind = ''] of source.matchAll(/\bkind: '(\w+)'/g)) kinds.add(kind);
    for (const [, kind = ''] of source.matchAll(/'(needs\w+)'/g)) kinds.add(kind);
  }
  // Kinds of tokens and of properties, which are no faults.
  const others = ['text', 'name', 'number', 'word', 'sign'];
  const faults = [...kinds].filter((kind) => !others.includes(kind)).toSorted();
  assert.ok(faults.length > 40);
  for (const words of [germanBuilder.builder.faults, englishBuilder.builder.faults]) {
    const known = new Set(Object.keys(words));
    assert.deepEqual(
      faults.filter((kind) => !known.has(kind)),
      [],
    );
  }
});
