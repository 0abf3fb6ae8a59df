import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPath, toRefuse } from './wrong-method.ts';

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
    '/%75sers/7/keys',
    '/users/a%2Fb/keys',
    'http://forms.example/users/7/keys',
  ];
  assert.deepEqual(
    found.map((url) => find(url)?.path),
    [
      '/',
      '/users/:id',
      '/users/:id',
      '/users/:id',
      '/users/.search',
      ...Array<string>(4).fill('/users/:id/keys'),
    ],
  );
  for (const url of [
    '/users',
    '/users/',
    '/users//keys',
    '/Users/7',
    '/users/7/keys/8',
    '*',
    '',
    '/users/%',
  ]) {
    assert.equal(find(url), undefined, url);
  }
});

test('a router is told of each wrong method that it would take to another path, and of no other', () => {
  const pathOf = (path: string, ...methods: readonly string[]) => ({
    path,
    allowed: new Set(methods),
    isPublic: false,
  });
  const refused = toRefuse([
    pathOf('/users', 'GET', 'HEAD', 'POST'),
    pathOf('/users/:id', 'GET', 'HEAD', 'PATCH'),
    pathOf('/users/.search', 'POST'),
    pathOf('/users/:id/keys', 'DELETE'),
    pathOf('/:kind/.search/keys', 'PUT'),
    pathOf('/pages', 'POST'),
    pathOf('/pages/*', 'GET', 'HEAD'),
    pathOf('/pages/list', 'POST'),
  ]);
  assert.deepEqual(Object.fromEntries(refused.map((each) => [each.path.path, each.methods])), {
    '/users/.search': ['GET', 'HEAD', 'PATCH'],
    '/users/:id/keys': ['PUT'],
    '/:kind/.search/keys': ['GET', 'HEAD', 'DELETE'],
    '/pages': ['GET', 'HEAD'],
    '/pages/*': ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    '/pages/list': ['GET', 'HEAD'],
  });
});
