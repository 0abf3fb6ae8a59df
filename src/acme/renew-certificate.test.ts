import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePair } from '../../test/support/certificates.ts';
import { isFresh } from './renew-certificate.ts';

const DAY_MS = 86_400_000;
const HOSTS = ['forms.example.org'];

test('a certificate is renewed when a third of its time is left, and when a host is missing in it', async () => {
  const now = Date.now();
  const pair = await makePair(now, HOSTS);
  assert.equal(isFresh(undefined, HOSTS, now), false);
  for (const [days, fresh] of [
    [0, true],
    [59, true],
    [61, false],
    [91, false],
  ] as const) {
    assert.equal(isFresh(pair, HOSTS, now + days * DAY_MS), fresh, `after ${days} days`);
  }
  assert.equal(isFresh(pair, [...HOSTS, 'auth.example.org'], now), false);
});
