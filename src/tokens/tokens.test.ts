import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { makeTestKeys, openRaw, SUBJECT } from '../../test/support/tokens.ts';
import { createKeySet } from './key-set.ts';
import { createTokens } from './tokens.ts';

const ISSUER = 'https://forms.example.com';
const START = Date.UTC(2026, 10, 20, 12);

function setUp() {
  let now = START;
  const clock = { now: () => now };
  const keys = makeTestKeys();
  const ids = createIds(clock, systemRandom);
  const tokens = createTokens({ clock, ids, issuer: ISSUER, ring: keys.ring });
  const setNow = (ms: number) => {
    now = ms;
  };
  return { clock, ids, keys, tokens, setNow };
}

const withCode = (code: string) => ({ code });

test('check 2: an independent implementation opens both layers and finds the documented headers and claims', async () => {
  const { tokens, keys } = setUp();
  const { token, tokenId, expiresIn } = await tokens.issue(SUBJECT);
  const { jweHeader, jwsHeader, payload } = openRaw(keys, token);
  assert.deepEqual(jweHeader, {
    alg: 'dir',
    enc: 'A256GCM',
    kid: 'e-2026-11-a1b2',
    typ: 'at+jwt',
    cty: 'JWT',
  });
  assert.deepEqual(jwsHeader, { alg: 'ES256', typ: 'at+jwt', kid: 's-2026-11-a1b2' });
  assert.deepEqual(payload, {
    iss: ISSUER,
    aud: 'urn:formstead:public_api',
    sub: 'user-1',
    client_id: 'acme-credential-1',
    scope: 'public_api',
    iat: START / 1000,
    exp: START / 1000 + 3600,
    jti: tokenId,
    account: 'account-1',
    act: { sub: 'acme-credential-1' },
    sid: 'secret-1',
    cv: 3,
    sv: 7,
  });
  assert.equal(expiresIn, 3600);
});

test('an issued token verifies to what it was issued for', async () => {
  const { tokens } = setUp();
  const { token, tokenId } = await tokens.issue(SUBJECT);
  assert.deepEqual(await tokens.verify(token), {
    ...SUBJECT,
    tokenId,
    issuedAt: START / 1000,
    expiresAt: START / 1000 + 3600,
    signingKid: 's-2026-11-a1b2',
    encryptionKid: 'e-2026-11-a1b2',
  });
});

test('no two tokens are alike', async () => {
  const { tokens } = setUp();
  const issued = await Promise.all(Array.from({ length: 50 }, () => tokens.issue(SUBJECT)));
  assert.equal(new Set(issued.map(({ token }) => token)).size, 50);
  assert.equal(new Set(issued.map(({ tokenId }) => tokenId)).size, 50);
});

for (const seen of [true, false]) {
  const which = seen ? 'already in the cache' : 'seen for the first time';
  test(`check 15: a token ${which} is good for 3600 seconds and expired at the next`, async () => {
    const { tokens, setNow } = setUp();
    const { token } = await tokens.issue(SUBJECT);
    setNow(START + 3_599_999);
    if (seen) await tokens.verify(token);
    await tokens.verify(token);
    for (const late of [0, 1, 119_000, 120_000, 121_000, 86_400_000]) {
      setNow(START + 3_600_000 + late);
      await assert.rejects(tokens.verify(token), withCode('token-expired'), `${late} ms late`);
    }
  });
}

test('check 15: a token of a node whose clock is up to 120 seconds ahead is accepted, of one further ahead not', async () => {
  const { tokens, setNow } = setUp();
  const { token } = await tokens.issue(SUBJECT);
  setNow(START - 121_000);
  await assert.rejects(tokens.verify(token), withCode('token-invalid'));
  setNow(START - 120_000);
  await tokens.verify(token);
});

test('check 15: a token of another issuer is invalid, even with our keys', async () => {
  const { clock, ids, keys, tokens } = setUp();
  const other = createTokens({ clock, ids, issuer: 'https://other.example', ring: keys.ring });
  const { token } = await other.issue(SUBJECT);
  await assert.rejects(tokens.verify(token), withCode('token-invalid'));
});

test('a cached token is refused as soon as the ring no longer has its key', async () => {
  const { clock, ids, keys } = setUp();
  const old = await keys.ring.current();
  const next = await makeTestKeys('c3d4').ring.current();
  let set = old;
  const ring = { ...keys.ring, current: async () => set, refresh: async () => set };
  const tokens = createTokens({ clock, ids, issuer: ISSUER, ring });
  const { token } = await tokens.issue(SUBJECT);
  await tokens.verify(token);
  set = next;
  await assert.rejects(tokens.verify(token), withCode('token-invalid'));
});

test('a token made with keys that this node has not read yet makes it read them', async () => {
  const { clock, ids, keys } = setUp();
  const old = await keys.ring.current();
  const other = await makeTestKeys('c3d4').ring.current();
  const both = createKeySet({
    signing: [other.signing, old.signing],
    encryption: [other.encryption, old.encryption],
  });
  const onlySigningIsNew = createKeySet({
    signing: [other.signing],
    encryption: [old.encryption],
  });
  for (const made of [both, onlySigningIsNew]) {
    const newer = { ...keys.ring, current: async () => made, refresh: async () => made };
    const { token } = await createTokens({ clock, ids, issuer: ISSUER, ring: newer }).issue(
      SUBJECT,
    );
    let set = old;
    let reads = 0;
    const ring = {
      ...keys.ring,
      current: async () => set,
      refresh: async () => {
        reads += 1;
        set = both;
        return set;
      },
    };
    const tokens = createTokens({ clock, ids, issuer: ISSUER, ring });
    await tokens.verify(token);
    await tokens.verify(token);
    assert.equal(reads, 1);
  }
});

test('many first requests with one token open it once', async () => {
  const { clock, ids, keys } = setUp();
  const set = await keys.ring.current();
  let lookUps = 0;
  const counted = {
    ...set,
    verifying: new Proxy(set.verifying, {
      get(target, name) {
        if (name !== 'get') return Reflect.get(target, name);
        return (header: string) => {
          lookUps += 1;
          return target.get(header);
        };
      },
    }),
  };
  const ring = { ...keys.ring, current: async () => counted, refresh: async () => counted };
  const tokens = createTokens({ clock, ids, issuer: ISSUER, ring });
  const { token } = await tokens.issue(SUBJECT);
  const claims = await Promise.all(Array.from({ length: 20 }, () => tokens.verify(token)));
  assert.equal(lookUps, 1);
  assert.equal(new Set(claims).size, 1);
});

test('storage that fails while keys are read is not taken for a bad token', async () => {
  const { clock, ids, keys } = setUp();
  const { token } = await createTokens({
    clock,
    ids,
    issuer: ISSUER,
    ring: makeTestKeys('c3d4').ring,
  }).issue(SUBJECT);
  const outage = new Error('the storage is gone');
  const ring = { ...keys.ring, refresh: () => Promise.reject(outage) };
  const tokens = createTokens({ clock, ids, issuer: ISSUER, ring });
  await assert.rejects(tokens.verify(token), outage);
});

test('an issuer that would make tokens too long is refused at start', () => {
  const { clock, ids, keys } = setUp();
  const issuer = `https://${'a'.repeat(300)}.example`;
  assert.throws(
    () => createTokens({ clock, ids, issuer, ring: keys.ring }),
    /issuer URL is longer/,
  );
});
