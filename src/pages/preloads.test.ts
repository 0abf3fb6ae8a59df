// What the head of a page names for the browser to ask for at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Preload, preloadsFor } from './preloads.ts';

const KNOWN: readonly Preload[] = [
  {
    path: '^/forms/([0-9a-f-]{36})/fill$',
    calls: ['/app/v1/forms/$1'],
    en: ['/assets/fill.js', '/assets/fill.css'],
    de: ['/assets/fill.js', '/assets/de.js'],
  },
  { path: '^/', calls: ['/app/v1/session'], en: ['/assets/app.js'], de: ['/assets/app.js'] },
];
const ID = '01890000-0000-7000-8000-000000000001';
const visit = { path: `/forms/${ID}/fill`, languages: 'en-GB,en;q=0.9', hasSession: true };

test('a page names its scripts, its styles and what it asks for first', () => {
  assert.equal(
    preloadsFor(KNOWN, visit),
    `<link rel="preload" as="fetch" crossorigin href="/app/v1/forms/${ID}">` +
      '<link rel="modulepreload" crossorigin href="/assets/fill.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/fill.css">',
  );
});

test('nobody without a session has anything asked for that would be refused', () => {
  assert.doesNotMatch(preloadsFor(KNOWN, { ...visit, hasSession: false }), /as="fetch"/);
});

test('the texts are those of the first language of the reader that there is', () => {
  const german = (languages: string) =>
    preloadsFor(KNOWN, { ...visit, languages }).includes('/assets/de.js');
  assert.deepEqual(
    ['de', 'de-AT,de;q=0.9,en;q=0.8', 'fr-CH,de;q=0.9,en;q=0.8', 'en,de;q=0.9', 'fr', ''].map(
      german,
    ),
    [true, true, true, false, false, false],
  );
});

test('nothing of an address gets into the page', () => {
  const path = '/forms/"><script>alert(1)</script>/fill';
  assert.doesNotMatch(preloadsFor(KNOWN, { ...visit, path }), /alert/);
});
