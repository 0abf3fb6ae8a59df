import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedAt } from './checked-at.ts';

const NOW = 1_800_000_000_000;

test('a sign-in counts as a check from when the provider says that it asked, and never from later than now', () => {
  assert.equal(checkedAt({ auth_time: NOW / 1000 - 600 }, NOW), NOW - 600_000);
  assert.equal(checkedAt({ auth_time: NOW / 1000 + 600 }, NOW), NOW);
  assert.equal(checkedAt({ auth_time: -5 }, NOW), 0);
  assert.equal(checkedAt({ auth_time: NOW / 1000 - 0.9995 }, NOW), NOW - 1000);
});

test('a sign-in by a provider that does not say when it asked is no check', () => {
  for (const claims of [{}, { auth_time: 'yesterday' }, { auth_time: null }]) {
    assert.equal(checkedAt(claims, NOW), 0);
  }
});
