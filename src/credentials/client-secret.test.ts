import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { checksum, hashSecret, makeSecret } from './client-secret.ts';

const random = { bytes: randomBytes };

test('a secret has the published shape, so that scanners recognise it', () => {
  const { text, hint } = makeSecret(random);
  const [, core = '', sum] = /^fsk_([\w-]{43})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  assert.equal(sum, checksum(core));
  assert.equal(hint, core.slice(-4));
  assert.equal(Buffer.from(core, 'base64url').length, 32);
});

test('the checksum is CRC-32 in base 62, as the published test values say', () => {
  // CRC-32 of "123456789" is 0xCBF43926 = 3421780262; of the empty text it is 0.
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const value = [...checksum('123456789')].reduce((n, c) => n * 62 + digits.indexOf(c), 0);
  assert.equal(value, 0xcbf43926);
  assert.equal(checksum(''), '000000');
  fc.assert(fc.property(fc.string(), (text) => /^[0-9A-Za-z]{6}$/.test(checksum(text))));
});

test('what is stored is the SHA-256 of the whole secret', () => {
  const { text, hash } = makeSecret(random);
  assert.equal(hash, createHash('sha256').update(text).digest('base64url'));
  assert.equal(hash, hashSecret(text));
});

test('secrets do not repeat', () => {
  const made = Array.from({ length: 1000 }, () => makeSecret(random).text);
  assert.equal(new Set(made).size, 1000);
});
