import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPath } from './wrong-method.ts';

test('a path is found as the router finds it: spelt out before a parameter, whatever follows it', () => {
  const pathOf = (path: string) => ({ path, allowed: new Set<string>(), isPublic: false });
  const find = findPath(
    ['/', '/:kind/list', '/users/:id', '/users/.search', '/users/:id/keys'].map(pathOf),
  );
  const found = [
    '/',
    '/users/list',
    '/users/7',
    '/users/7/?a=/b',
    '/users/.search?q',
    '/users/7/keys',
  ];
  assert.deepEqual(
    found.map((url) => find(url)?.path),
    ['/', '/users/:id', '/users/:id', '/users/:id', '/users/.search', '/users/:id/keys'],
  );
  for (const url of ['/users', '/users/', '/users//keys', '/Users/7', '/users/7/keys/8', '*', '']) {
    assert.equal(find(url), undefined, url);
  }
});
