// Every error of the service has a text in each language of the pages.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CATALOGUE } from '#kernel/error-catalogue.ts';
import { PROBLEM_MEMBERS, REASONS } from '#kernel/error-reasons.ts';
import { NOTES } from '#template-files/notes.ts';
import { builder as germanBuilder } from '#web/locales/de/builder.ts';
import { errors as german } from '#web/locales/de/errors.ts';
import { imports as germanImports } from '#web/locales/de/imports.ts';
import { builder as englishBuilder } from '#web/locales/en/builder.ts';
import { errors as english } from '#web/locales/en/errors.ts';
import { imports as englishImports } from '#web/locales/en/imports.ts';

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

test('every note of an import has a sentence in each language that shows the same values', () => {
  const kinds = Object.keys(NOTES).filter((kind) => kind !== 'part');
  for (const [language, { imports }] of Object.entries({ englishImports, germanImports })) {
    const words = new Map<string, string>(Object.entries(imports.notes));
    assert.deepEqual([...words.keys()].toSorted(), kinds.toSorted(), language);
    for (const kind of kinds) {
      const [, text = ''] = Object.entries(NOTES).find(([name]) => name === kind)?.[1] ?? [];
      assert.deepEqual(filledIn(words.get(kind) ?? ''), filledIn(text), `${language} ${kind}`);
    }
  }
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
      // Pages show a number of bytes as a size, such as {{limitSize}} for `limit`.
      const shown = filledIn(text).map((name) => name.replace(/Size$/, ''));
      assert.deepEqual(shown.toSorted(), [...members].toSorted(), `${language} ${reason}`);
    }
  }
});

test('no reason of an error fills in a member that every problem document has', () => {
  const reserved = new Set<string>(PROBLEM_MEMBERS);
  const clashes = Object.entries(REASONS).filter(([, members]) =>
    members.some((member) => reserved.has(member)),
  );
  assert.deepEqual(clashes, []);
});

test('both languages fill the same numbers and names into the sentence of a code', () => {
  const inGerman = new Map<string, string>(Object.entries(german.errors));
  for (const [code, text] of Object.entries(english.errors)) {
    assert.deepEqual(filledIn(inGerman.get(code) ?? ''), filledIn(text), code);
  }
});

test('every kind of fault of a template that the service reports has a sentence on the page', () => {
  const kinds = new Set<string>();
  for (const file of globSync('src/questionnaires/**/*.ts')) {
    if (file.endsWith('.test.ts') || !file.includes('/definition/')) continue;
    const source = readFileSync(file, 'utf8');
    for (const [, kind = ''] of source.matchAll(/\bkind: '(\w+)'/g)) kinds.add(kind);
    for (const [, kind = ''] of source.matchAll(/'(needs\w+)'/g)) kinds.add(kind);
  }
  // Kinds of tokens, of properties and of blocks of text, which are no faults.
  const others = ['text', 'name', 'number', 'word', 'sign', 'paragraph', 'list'];
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
