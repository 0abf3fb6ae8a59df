import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { ALGORITHMS, keySetOf, makeSigner } from '../../test/support/assertions.ts';
import { withCode } from '../../test/support/directory.ts';
import { keySetText, parseKeySet, readKeySet } from './client-key-set.ts';

const ec = makeSigner('ES256', 'first');
const set = (...keys: readonly unknown[]): string => JSON.stringify({ keys });

test('a set with a key of every accepted kind is taken, and stored with public members only', () => {
  const signers = ALGORITHMS.map((alg) => makeSigner(alg, alg));
  const keys = parseKeySet(keySetOf(...signers));
  assert.deepEqual(
    keys.map(({ kid }) => kid),
    ALGORITHMS,
  );
  const stored = JSON.parse(keySetText(keys)).keys;
  for (const [i, jwk] of stored.entries()) {
    const { use: _use, ...published } = Object(signers[i]?.jwk);
    assert.deepEqual(jwk, published);
  }
  assert.deepEqual(
    parseKeySet(keySetText(keys)).map(({ jwk }) => jwk),
    keys.map(({ jwk }) => jwk),
  );
});

test('a private or a shared key is refused with what to do: it would be in our storage', () => {
  for (const alg of ALGORITHMS) {
    assert.throws(() => parseKeySet(set(makeSigner(alg).privateJwk)), {
      message: /holds a private key. Register the public half, and replace the key pair/,
    });
  }
  assert.throws(() => parseKeySet(set({ kty: 'oct', k: 'c2VjcmV0' })), /private key/);
});

const rsa1024 = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const secp = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey;
const x25519 = generateKeyPairSync('x25519').publicKey;
const REFUSED: readonly (readonly [string, string])[] = [
  ['not JSON', '{'],
  ['a key and no set', JSON.stringify(ec.jwk)],
  ['an empty set', set()],
  ['21 keys', set(...Array.from({ length: 21 }, () => ec.jwk))],
  ['no object', set('x')],
  ['keys that are null', set(null)],
  ['a set of 100 kB', set({ ...ec.jwk, x5c: 'x'.repeat(100_000) })],
  ['a short RSA key', set(rsa1024.export({ format: 'jwk' }))],
  ['a curve that is not accepted', set(secp.export({ format: 'jwk' }))],
  ['a key for agreement', set(x25519.export({ format: 'jwk' }))],
  ['a key for encryption', set({ ...ec.jwk, use: 'enc' })],
  ['alg none', set({ ...ec.jwk, alg: 'none' })],
  ['a symmetric alg', set({ ...ec.jwk, alg: 'HS256' })],
  ['an alg of another curve', set({ ...ec.jwk, alg: 'ES384' })],
  ['a point that is not on the curve', set({ ...ec.jwk, x: ec.jwk['y'], y: ec.jwk['x'] })],
  ['numbers for coordinates', set({ ...ec.jwk, x: 1 })],
  ['a kid that no store keeps', set({ ...ec.jwk, kid: 'a\0b' })],
  ['a kid that is no text', set({ ...ec.jwk, kid: { toString: 'x' } })],
  ['__proto__ as kind', '{"keys":[{"kty":"__proto__","crv":"constructor"}]}'],
];

for (const [what, text] of REFUSED) {
  test(`${what} is refused, and the error says where`, () => {
    assert.throws(() => parseKeySet(text), withCode('invalid-value', 'jwks'));
  });
}

test('of a set that an issuer publishes, what can not be used is passed over', () => {
  const keys = readKeySet(
    set({ kty: 'oct', k: 'AAAA' }, { ...ec.jwk, use: 'enc' }, rsa1024.export({ format: 'jwk' }), {
      ...ec.jwk,
      x5c: ['MIIB'],
      'x5t#S256': 'x',
    }),
  );
  assert.deepEqual(
    keys.map(({ kid }) => kid),
    ['first'],
  );
  for (const text of ['[]', '{}', '{"keys":{}}', '{', set({ kty: 'oct', k: 'AAAA' })]) {
    assert.throws(() => readKeySet(text));
  }
});

test('a key without alg can be used with each algorithm of its kind, one with it with that alone', () => {
  const rsa = makeSigner('RS256').jwk;
  const { alg: _alg, ...open } = rsa;
  const algorithms = (jwk: unknown) => parseKeySet(set(jwk))[0]?.algorithms;
  assert.deepEqual(algorithms(open), ['RS256', 'PS256']);
  assert.deepEqual(algorithms(rsa), ['RS256']);
  assert.deepEqual(algorithms(makeSigner('EdDSA').jwk), ['EdDSA', 'Ed25519']);
  const key = createPublicKey({ key: Object(open), format: 'jwk' });
  assert.ok(parseKeySet(set(open))[0]?.key.equals(key));
});
