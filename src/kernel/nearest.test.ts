import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

test('a slip of the finger is recognised, something else is not', () => {
  const names = ['backup', 'restore', 'doctor', 'user'];
  assert.equal(nearest('bakcup', names), 'backup');
  assert.equal(nearest('docter', names), 'doctor');
  assert.equal(nearest('users', names), 'user');
  assert.equal(nearest('telephone', names), undefined);
  assert.equal(nearest('xy', names), undefined);
  assert.equal(nearest('', names), undefined);
  assert.equal(nearest('b'.repeat(10_000), names), undefined);
});
