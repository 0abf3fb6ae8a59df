import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePair } from '../../test/support/certificates.ts';
import { isFresh, requireBetter } from './renew-certificate.ts';

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

test('what the authority sends takes the place of a certificate only if it can be served for all hosts, and as long', async () => {
  const now = Date.now();
  const pair = await makePair(now, HOSTS);
  const later = await makePair(now + DAY_MS, HOSTS);
  requireBetter(pair, undefined, HOSTS);
  requireBetter(later, pair, HOSTS);
  requireBetter(pair, { ...later, cert: 'Try again later' }, HOSTS);
  const refused = (given: typeof pair, words: RegExp) =>
    assert.throws(() => requireBetter(given, pair, HOSTS), words);
  refused({ ...pair, cert: 'Try again later' }, /holds no PEM certificate/);
  refused({ ...pair, cert: later.cert }, /The key does not belong to the certificate/);
  refused(await makePair(now, ['auth.example.org']), /a certificate for DNS:auth\.example\.org/);
  refused(await makePair(now - DAY_MS, HOSTS), /before the present one/);
  // One that was stored all the same is ordered anew.
  assert.equal(isFresh({ ...pair, cert: 'Try again later' }, HOSTS, now), false);
});
