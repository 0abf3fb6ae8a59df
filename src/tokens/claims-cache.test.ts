import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SUBJECT } from '../../test/support/tokens.ts';
import { createClaimsCache } from './claims-cache.ts';
import type { TokenClaims } from './token-format.ts';

const MINUTE = 60_000;

function claimsUntil(expiresAt: number): TokenClaims {
  return {
    ...SUBJECT,
    tokenId: 'token-1',
    issuedAt: expiresAt - 3600,
    expiresAt,
    signingKid: 's',
    encryptionKid: 'e',
  };
}

test('an entry never outlives its token', () => {
  let now = 0;
  const cache = createClaimsCache({ now: () => now });
  cache.set('a', claimsUntil(60));
  now = MINUTE - 1;
  assert.equal(cache.get('a')?.tokenId, 'token-1');
  now = MINUTE;
  assert.equal(cache.get('a'), undefined);
});

test('an entry lives five minutes at most, however often it is used', () => {
  let now = 0;
  const cache = createClaimsCache({ now: () => now });
  cache.set('a', claimsUntil(3600));
  for (now = 0; now < 5 * MINUTE; now += MINUTE) assert.ok(cache.get('a'));
  assert.equal(cache.get('a'), undefined);
});

test('the least recently used entry makes room', () => {
  const cache = createClaimsCache({ now: () => 0 }, 2);
  cache.set('a', claimsUntil(60));
  cache.set('b', claimsUntil(60));
  cache.get('a');
  cache.set('c', claimsUntil(60));
  assert.deepEqual(
    ['a', 'b', 'c'].map((digest) => cache.get(digest) !== undefined),
    [true, false, true],
  );
});
