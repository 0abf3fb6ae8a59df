import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ownPath } from './own-path.ts';

const BASE = 'https://forms.example:8443';

test('a path of this service is kept, with its query and fragment', () => {
  for (const path of ['/', '/forms', '/settings/users?q=a%20b&active=true#top', '/forms/ü']) {
    assert.equal(ownPath(BASE, path), new URL(path, BASE).href.slice(BASE.length));
  }
});

test('what leads anywhere else is refused', () => {
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'forms',
    '',
  ]) {
    assert.equal(ownPath(BASE, path), undefined, JSON.stringify(path));
  }
});

test('whatever is wanted, a browser that follows it stays here', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    '%2f',
    '%5c',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const to = ownPath(BASE, `/${pieces.join('')}`);
      if (to !== undefined) assert.equal(new URL(to, BASE).origin, BASE);
    }),
    { numRuns: 2000 },
  );
});
