// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { casesOf } from '../../test/support/timing.ts';
import { rangeOf, termsOf, wordsOf } from './words.ts';

/** Bytes compare as the storage does: in code-point order. */
const bytes = (text: string) => Buffer.from(text);
const isIn = (word: string, [from, to]: readonly [string, string]): boolean =>
  Buffer.compare(bytes(word), bytes(from)) >= 0 && Buffer.compare(bytes(word), bytes(to)) < 0;

const finds = (search: string, ...texts: readonly string[]): boolean => {
  const words = wordsOf(texts, 17);
  const terms = termsOf(search);
  return (
    terms.length > 0 &&
    terms.every((term) => term.some((one) => words.some((word) => isIn(word, rangeOf(one)))))
  );
};

const ADA = ['Ada Lindqvist', 'ada.lindqvist+forms@mail.example.org'];

test('what people type finds what it means', () => {
  const pairs: readonly (readonly [search: string, ...texts: string[]])[] = [
    ['lind', ...ADA],
    ['LIND', ...ADA],
    ['lindqvist, ada', ...ADA],
    ['ad li', ...ADA],
    ['ada.lindqvist@mail.ex', ...ADA],
    ['@mail.exa', ...ADA],
    ['mail.example.org', ...ADA],
    ['mail', ...ADA],
    ['forms', ...ADA],
    ['muller', 'Jörg Müller'],
    ['mueller', 'Jörg Müller'],
    ['MÜLLER', 'Jörg Müller'],
    ['mu\u0308ll', 'Jörg Müller'],
    ['joe', 'Jörg Müller'],
    ['müller', 'mueller@example.org'],
    ['müller', 'Muller'],
    ['HAUPTSTRASS', 'Hauptstraße 7'],
    ['hauptstrasse', 'HAUPTSTRAẞE 7'],
    ['straß', 'HAUPT STRASSE'],
    ['lena', 'Anna-Lena Groß-Lüders'],
    ['lüders', 'Anna-Lena Groß-Lüders'],
    ['anna-lena', 'Anna-Lena Groß-Lüders'],
    ["o'brien", 'Conan O’Brien'],
    ['obrien', 'Conan O’Brien'],
    ['brien', 'Conan O’Brien'],
    ['soren', 'Søren Åberg'],
    ['aaberg', 'Søren Åberg'],
    ['istanbul', 'İSTANBUL'],
    ['太郎', '田中太郎'],
    ['田中', '田中太郎'],
    ['철수', '김철수'],
    ['ア', 'ｱﾍﾞ'],
    ['東京 20', '東京2026'],
    ['οδυσσευσ', 'ΟΔΥΣΣΕΥΣ'],
    ['иван', 'ИВАН Петров'],
    ['हिन्दी', 'हिन्दी'],
    ['😀', 'Site 😀'],
    ['2026-11', 'Inspection 2026-11-22'],
    ['#17', 'Inspection'],
    ['＃17', 'Inspection'],
    ['17', 'Inspection'],
    ['#4', 'Case (#4)'],
    ['4', 'Case #4'],
    ['inspection #17', 'Inspection'],
  ];
  const missed = pairs.filter(([search, ...texts]) => !finds(search, ...texts));
  assert.deepEqual(missed, []);
});

test('what people type finds nothing else', () => {
  const pairs: readonly (readonly [search: string, ...texts: string[]])[] = [
    ['qvist', ...ADA],
    ['ada berg', ...ADA],
    // "ex" and "or" search for a name, not for everybody in a domain.
    ['ex', 'Bo', 'bo@example.org'],
    ['or', 'Bo', 'bo@example.org'],
    ['#1', 'Inspection'],
    ['#170', 'Inspection'],
    ['#4', 'Case 4'],
    ['-', ...ADA],
    ['@', ...ADA],
    ['%', 'Site 100%'],
    ['कि', 'क'],
    ['か', 'が'],
  ];
  const found = pairs.filter(([search, ...texts]) => finds(search, ...texts));
  assert.deepEqual(found, []);
});

const letters = fc.constantFrom(
  ...[
    'a',
    'B',
    'ß',
    'ü',
    'u\u0308',
    'Ø',
    'æ',
    'İ',
    'ı',
    'ﬁ',
    'Σ',
    'ς',
    'é',
    'Ж',
    'й',
    '田',
    '郎',
    'が',
    '김',
    'ก',
    '7',
    'ك',
    '\u{1d4d0}',
  ],
);
const word = fc.array(letters, { minLength: 1, maxLength: 45 }).map((parts) => parts.join(''));
const separator = fc.constantFrom(' ', ', ', '-', '.', '_', '/', ' · ', '\u3000', '\n');
const text = fc
  .array(fc.tuple(word, separator), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.map(([each, gap]) => each + gap).join(''));

test('the start of any word finds a text, in any letter case and way of writing it', () => {
  const styles = [
    (part: string) => part,
    (part: string) => part.toUpperCase(),
    (part: string) => part.toLowerCase(),
    (part: string) => part.normalize('NFD'),
    (part: string) => part.normalize('NFC'),
  ];
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), fc.constantFrom(...styles), (all, pick, cut, style) => {
      const words = all
        .normalize('NFC')
        .split(/[\s,\-._/·]+/u)
        .filter((each) => each !== '');
      const chosen = [...(words[pick % words.length] ?? '')];
      const part = chosen.slice(0, 1 + (cut % chosen.length)).join('');
      assert.ok(finds(style(part), all), JSON.stringify([style(part), all]));
    }),
    { numRuns: casesOf({ daily: 250, nightly: 1000 }) },
  );
});

test('no word is made after the last one that is kept', () => {
  const letters = [...'abcdefghijklmnop'];
  const many = letters.flatMap((a) => letters.map((b) => a + b)).join(' ');
  const texts = [many, 'never read'];
  Object.defineProperty(texts, 1, {
    get: () => assert.fail('The text after the last word was read.'),
  });
  assert.deepEqual(wordsOf(texts), many.split(' ').slice(0, 200));
});

test('any text at all makes words that storage keeps: bounded, each once, without spaces', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    text,
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), (texts) => {
      const words = wordsOf(texts, 5);
      assert.ok(words.length <= 100);
      assert.equal(new Set(words).size, words.length);
      for (const each of words) {
        assert.ok(each !== '' && [...each].length <= 32 && each.isWellFormed());
        assert.doesNotMatch(each, /[\s\0]/u);
      }
      for (const [from, to] of texts.flatMap(termsOf).flat().map(rangeOf)) {
        assert.ok(from !== '' && Buffer.compare(bytes(from), bytes(to)) < 0);
      }
    }),
    { numRuns: 200 },
  );
});
