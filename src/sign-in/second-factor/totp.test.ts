import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase32, toBase32 } from './base32.ts';
import { parseCode } from './recovery-codes.ts';
import { acceptedStep, hotp, stepAt } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('codes are those of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter));
  assert.deepEqual(codes, [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

test('codes of eight digits are those of RFC 6238, appendix B', () => {
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    assert.equal(hotp(SECRET, stepAt(seconds * 1000), 8), code);
  }
});

test('a code counts one step early or late, and not when it or a later one was used', () => {
  const now = 1_111_111_111_000;
  const at = stepAt(now);
  for (const drift of [-1, 0, 1]) {
    assert.equal(acceptedStep(SECRET, hotp(SECRET, at + drift), { now, last: 0 }), at + drift);
  }
  for (const drift of [-2, 2, 60]) {
    assert.equal(acceptedStep(SECRET, hotp(SECRET, at + drift), { now, last: 0 }), undefined);
  }
  assert.equal(acceptedStep(SECRET, hotp(SECRET, at), { now, last: at }), undefined);
  assert.equal(acceptedStep(SECRET, hotp(SECRET, at - 1), { now, last: at }), undefined);
  for (const wrong of ['', '12345', '1234567', hotp(SECRET, at, 7)]) {
    assert.equal(acceptedStep(SECRET, wrong, { now, last: 0 }), undefined);
  }
});

test('secrets are written as RFC 4648 writes them', () => {
  const vectors = [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const;
  for (const [text, encoded] of vectors) {
    assert.equal(toBase32(Buffer.from(text)), encoded);
    assert.equal(Buffer.from(fromBase32(encoded) ?? []).toString(), text);
  }
  assert.equal(fromBase32('MZXW1'), undefined);
  assert.equal(fromBase32(''), undefined);
});

test('codes are read with spaces, dashes and in any case', () => {
  assert.deepEqual(parseCode(' 123 456 '), { kind: 'app', code: '123456' });
  assert.deepEqual(parseCode('abcd-efgh ijkl-mnop qrst 2345'), {
    kind: 'recovery-code',
    code: 'ABCDEFGHIJKLMNOPQRST2345',
  });
  for (const text of ['', '12345', 'abcd-efgh-ijkl-mnop-qrst-1345', 'abcd']) {
    assert.equal(parseCode(text), undefined);
  }
});
