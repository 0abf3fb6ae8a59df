import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedAt } from './checked-at.ts';

const NOW = 1_800_000_000_000;

test('a sign-in counts as a check from when the provider says that it asked, and never from later than now', () => {
  assert.equal(checkedAt({ auth_time: NOW / 1000 - 600 }, false, NOW), NOW - 600_000);
  assert.equal(checkedAt({ auth_time: NOW / 1000 - 600 }, true, NOW), NOW - 600_000);
  assert.equal(checkedAt({ auth_time: NOW / 1000 + 600 }, true, NOW), NOW);
  assert.equal(checkedAt({ auth_time: -5 }, true, NOW), 0);
});

test('a provider that does not say is believed only when it was told to ask', () => {
  for (const claims of [{}, { auth_time: 'yesterday' }, { auth_time: null }]) {
    assert.equal(checkedAt(claims, false, NOW), 0);
    assert.equal(checkedAt(claims, true, NOW), NOW);
  }
});
