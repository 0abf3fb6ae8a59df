import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeIn } from './active-in.ts';

const patch = (...operations: object[]) => JSON.stringify({ Operations: operations });

test('active is found as Okta, Entra and a PUT write it', () => {
  assert.equal(activeIn(patch({ op: 'replace', value: { active: false } })), false);
  assert.equal(activeIn(patch({ op: 'Replace', path: 'active', value: 'False' })), false);
  assert.equal(activeIn(patch({ op: 'add', path: 'Active', value: true })), true);
  assert.equal(activeIn(JSON.stringify({ userName: 'ada', active: true })), true);
});

test('the last operation counts, and what is not about active says nothing', () => {
  const on = { op: 'replace', path: 'active', value: true };
  assert.equal(activeIn(patch(on, { op: 'replace', path: 'active', value: false })), false);
  assert.equal(activeIn(patch({ op: 'replace', path: 'title', value: 'active' })), undefined);
  assert.equal(activeIn(JSON.stringify({ active: 'perhaps' })), undefined);
  assert.equal(activeIn('{"active":fal'), undefined);
  assert.equal(activeIn('["active"]'), undefined);
  assert.equal(activeIn(null), undefined);
});
