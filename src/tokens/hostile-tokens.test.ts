// Texts that must never be accepted as a token of Formstead.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { AppError } from '#kernel/errors.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { casesOf } from '../../test/support/timing.ts';
import {
  encode,
  encryptRaw,
  makeTestKeys,
  openRaw,
  publicKeyOf,
  SUBJECT,
  signRaw,
} from '../../test/support/tokens.ts';
import { createTokens } from './tokens.ts';

const ISSUER = 'https://forms.example.com';
const NOW_S = Date.UTC(2026, 10, 20, 12) / 1000;
const clock = { now: () => NOW_S * 1000 };
const keys = makeTestKeys();
const ids = createIds(clock, systemRandom);
const tokens = createTokens({ clock, ids, issuer: ISSUER, ring: keys.ring });

/** 100,000 with `npm run test:deep`. */
const MUTATIONS = casesOf({ daily: 500, nightly: 2000, deep: 100_000 });

const JWE = { alg: 'dir', enc: 'A256GCM', kid: keys.encryptionKid, typ: 'at+jwt', cty: 'JWT' };
const JWS = { alg: 'ES256', typ: 'at+jwt', kid: keys.signingKid };
const { token: genuine } = await tokens.issue(SUBJECT);
const { payload: PAYLOAD } = openRaw(keys, genuine);

const seal = (jws: string, header: object = JWE) => encryptRaw(keys, header, jws);
const sealed = (payload: object, header: object = JWS) => seal(signRaw(keys, header, payload));
const without = (name: string) =>
  Object.fromEntries(Object.entries(PAYLOAD).filter(([key]) => key !== name));

async function refused(token: string, note?: string): Promise<void> {
  const isInvalid = (error: unknown) =>
    error instanceof AppError && error.code === 'token-invalid' && error.status === 401;
  await assert.rejects(tokens.verify(token), isInvalid, note);
}

test('a hand-made token of the right shape passes, so that the refusals below mean something', async () => {
  assert.equal((await tokens.verify(sealed(PAYLOAD))).userId, SUBJECT.userId);
});

test('check 14: every single-bit flip in each of the five parts is refused', async () => {
  const bytes = Buffer.from(genuine, 'latin1');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    await refused(flipped.toString('latin1'), `bit ${bit}`);
  }
});

test('check 14: random mutations: none accepted, no crash', async () => {
  const offset = fc.nat({ max: genuine.length });
  const text = fc.oneof(
    fc.string({ maxLength: 8, unit: 'binary' }),
    fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(...'Aa0-_.=+/ ') }),
  );
  const splice = fc.tuple(offset, fc.nat({ max: 40 }), text).map(([at, cut, put]) => {
    return genuine.slice(0, at) + put + genuine.slice(at + cut);
  });
  const swapped = fc
    .shuffledSubarray(genuine.split('.'), { minLength: 1 })
    .map((parts) => parts.join('.'));
  const repeated = fc.tuple(offset, offset).map(([a, b]) => genuine.slice(0, a) + genuine.slice(b));
  await fc.assert(
    fc.asyncProperty(fc.oneof(splice, swapped, repeated), async (mutated) => {
      fc.pre(mutated !== genuine);
      await refused(mutated, mutated);
    }),
    { numRuns: MUTATIONS },
  );
});

test('whatever a client may write after Bearer is refused and nothing else happens', async () => {
  const parts = fc.array(fc.string({ unit: 'binary' }), { minLength: 5, maxLength: 5 });
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    parts.map((five) => five.join('.')),
  );
  await fc.assert(fc.asyncProperty(anything, (text) => refused(text)));
  for (const text of ['', '.', '....', '.....', 'null', '__proto__', 'constructor']) {
    await refused(text);
  }
  await refused(`${genuine}${'A'.repeat(10_000)}`);
  await refused('.'.repeat(100_000));
});

test('another spelling of the same bytes is not the same token', async () => {
  await refused(`${genuine}=`);
  await refused(` ${genuine}`);
  await refused(`${genuine}\n`);
  await refused(genuine.replaceAll('-', '+').replaceAll('_', '/').concat('='));
});

test('check 13: an unsecured or symmetric signature is refused', async () => {
  const none = `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(PAYLOAD)}.`;
  await refused(none, 'bare');
  await refused(seal(none), 'inside');
  await refused(seal(`${encode(JWS)}.${encode(PAYLOAD)}.`), 'no signature');
  const pem = publicKeyOf(keys).export({ type: 'spki', format: 'pem' });
  const raw = publicKeyOf(keys).export({ type: 'spki', format: 'der' });
  for (const secret of [pem, raw]) {
    for (const header of [{ ...JWS, alg: 'HS256' }, JWS]) {
      const input = `${encode(header)}.${encode(PAYLOAD)}`;
      const signature = createHmac('sha256', secret).update(input).digest('base64url');
      await refused(seal(`${input}.${signature}`), `signed with the public key, ${header.alg}`);
    }
  }
});

test('check 13: one layer alone is refused', async () => {
  const jws = signRaw(keys, JWS, PAYLOAD);
  await refused(jws, 'a bare JWS');
  await refused(seal(JSON.stringify(PAYLOAD)), 'a JWE of plain JSON');
  await refused(seal(seal(jws)), 'a JWE in a JWE');
  await refused(seal(''), 'a JWE of nothing');
  await refused(encryptRaw(keys, JWE, deflateRawSync(jws)), 'compressed');
});

const HEADERS: readonly (readonly [string, object])[] = [
  ['another algorithm', { ...JWE, alg: 'A256GCMKW' }],
  ['another encryption', { ...JWE, enc: 'A128GCM' }],
  ['zip', { ...JWE, zip: 'DEF' }],
  ['crit', { ...JWE, crit: ['exp'], exp: 1 }],
  ['jku', { ...JWE, jku: 'https://evil.example/jwks' }],
  ['x5u', { ...JWE, x5u: 'https://evil.example/cert' }],
  ['jwk', { ...JWE, jwk: { kty: 'oct', k: 'AAAA' } }],
  ['p2c', { ...JWE, p2c: 2_000_000_000 }],
  ['a foreign kid', { ...JWE, kid: 'e-2026-11-zzzz' }],
  ['the signing kid', { ...JWE, kid: keys.signingKid }],
  ['no kid', { alg: 'dir', enc: 'A256GCM', typ: 'at+jwt', cty: 'JWT' }],
  ['another typ', { ...JWE, typ: 'JWT' }],
  ['no cty', { alg: 'dir', enc: 'A256GCM', kid: keys.encryptionKid, typ: 'at+jwt' }],
  ['another order', { enc: JWE.enc, alg: JWE.alg, kid: JWE.kid, typ: JWE.typ, cty: JWE.cty }],
];

for (const [what, header] of HEADERS) {
  test(`check 13: an outer header with ${what} is refused, though tag and signature are good`, async () => {
    await refused(seal(signRaw(keys, JWS, PAYLOAD), header));
  });
}

const INNER_HEADERS: readonly (readonly [string, object])[] = [
  ['another algorithm', { ...JWS, alg: 'ES384' }],
  ['typ JWT', { ...JWS, typ: 'JWT' }],
  ['crit', { ...JWS, crit: ['b64'], b64: true }],
  ['jwk', { ...JWS, jwk: publicKeyOf(keys).export({ format: 'jwk' }) }],
  ['a foreign kid', { ...JWS, kid: 's-2026-11-zzzz' }],
  ['no kid', { alg: 'ES256', typ: 'at+jwt' }],
];

for (const [what, header] of INNER_HEADERS) {
  test(`check 13: an inner header with ${what} is refused, though the signature is good`, async () => {
    await refused(sealed(PAYLOAD, header));
  });
}

test('check 13: a signature by another key under our kid is refused', async () => {
  const forger = makeTestKeys();
  await refused(seal(signRaw(forger, JWS, PAYLOAD)));
  await refused(encryptRaw(forger, JWE, signRaw(keys, JWS, PAYLOAD)));
});

const PAYLOADS: readonly (readonly [string, object])[] = [
  ['another issuer', { ...PAYLOAD, iss: 'https://evil.example' }],
  ['another audience', { ...PAYLOAD, aud: 'urn:other' }],
  ['several audiences', { ...PAYLOAD, aud: [PAYLOAD['aud'], 'urn:other'] }],
  ['another scope', { ...PAYLOAD, scope: 'public_api admin' }],
  ['a longer life', { ...PAYLOAD, exp: NOW_S + 3601 }],
  ['a time to come, 121 s ahead', { ...PAYLOAD, iat: NOW_S + 121, exp: NOW_S + 3721 }],
  ['nbf to come', { ...PAYLOAD, nbf: NOW_S + 200 }],
  ['an unknown claim', { ...PAYLOAD, role: 'admin' }],
  ['times as text', { ...PAYLOAD, iat: String(NOW_S) }],
  ['versions as text', { ...PAYLOAD, cv: '3' }],
  ['an actor who is not the client', { ...PAYLOAD, act: { sub: 'somebody' } }],
  ['a chain of actors', { ...PAYLOAD, act: { sub: PAYLOAD['client_id'], act: { sub: 'x' } } }],
  ['an object for sub', { ...PAYLOAD, sub: { toString: 'user-1' } }],
  ['an empty account', { ...PAYLOAD, account: '' }],
  // A token without sid belongs to a client without a secret, which the check of the live state verifies.
  ...Object.keys(PAYLOAD)
    .filter((name) => name !== 'sid')
    .map((name) => [`no ${name}`, without(name)] as const),
];

for (const [what, payload] of PAYLOADS) {
  test(`check 15: a payload with ${what} is refused, though properly signed and encrypted`, async () => {
    await refused(sealed(payload));
  });
}

test('a payload that is not an object is refused', async () => {
  for (const payload of ['null', '[]', '1', '"x"', '{', '']) {
    await refused(seal(signRaw(keys, JWS, payload)), payload);
  }
});
