// "Email" is written in one way, so that a reader who searches a page for it finds it: "email" in English, "E-Mail" in
// German.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AREAS } from '#web/locales/areas.ts';
import { de } from '#web/locales/de/index.ts';
import { en } from '#web/locales/en/index.ts';

/** Names of things that are not messages: the server that sends them, and words that field types are found by. */
const ALLOWED = /\bmail servers?\b|mailto:|\bMail-?[Ss]erver\w*/g;
const NOT_ENGLISH = /\be-mails?\b|\bmails?\b/i;
const NOT_GERMAN = /\bemails?\b|(?<!E-)\bmails?\b/i;

function textsIn(texts: object, path: string): readonly (readonly [path: string, text: string])[] {
  return Object.entries(texts).flatMap(([name, value]: readonly [string, unknown]) => {
    const at = `${path}.${name}`;
    if (typeof value === 'string') return [[at, value] as const];
    return typeof value === 'object' && value !== null ? textsIn(value, at) : [];
  });
}

const odd = (texts: object, pattern: RegExp): readonly string[] =>
  textsIn(texts, '')
    .filter(([path]) => !path.includes('.keywords.'))
    .map(([path, text]) => [path, text.replaceAll(ALLOWED, '')] as const)
    // A placeholder may be called as it likes.
    .filter(([, text]) => pattern.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
    .map(([path, text]) => `${path}: ${text}`);

test('pages write email in one way in each language', async () => {
  const areas = Object.values(AREAS);
  const english = [en, ...(await Promise.all(areas.map(async (area) => await area.en())))];
  const german = [de, ...(await Promise.all(areas.map(async (area) => await area.de())))];
  assert.deepEqual(
    english.flatMap((texts) => odd(texts, NOT_ENGLISH)),
    [],
  );
  assert.deepEqual(
    german.flatMap((texts) => odd(texts, NOT_GERMAN)),
    [],
  );
});

test('the server and the documents for operators write email in one way', () => {
  const found = globSync(['src/**/*.ts', 'docs/{operations,security,cli,settings}.md', 'README.md'])
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        // Only who reads the code reads its comments.
        .filter((line) => /\be-mails?\b/.test(line) && !/^\s*(?:\*|\/\*|\/\/)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  assert.deepEqual(found, []);
});
