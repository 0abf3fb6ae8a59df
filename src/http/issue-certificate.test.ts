import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAddress } from '#kernel/addresses.ts';
import { systemRandom } from '#kernel/ids.ts';
import { bitString, derInteger, objectId, octetString } from './der.ts';
import { isForNames, issueAuthority, issueLeaf, mayVouchFor } from './issue-certificate.ts';

const DAY = 86_400_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('values are written as X.690 says', () => {
  assert.equal(hex(derInteger(Buffer.of())), '020100');
  assert.equal(hex(derInteger(Buffer.of(0, 0, 5))), '020105');
  assert.equal(hex(derInteger(Buffer.of(0, 0x80))), '02020080');
  assert.equal(hex(bitString(Buffer.of(6), 1)), '03020106');
  assert.equal(hex(objectId('1.2.840.10045.4.3.2')), '06082a8648ce3d040302');
  assert.equal(hex(octetString(Buffer.alloc(127))).slice(0, 4), '047f');
  assert.equal(hex(octetString(Buffer.alloc(128))).slice(0, 6), '048180');
  assert.equal(hex(octetString(Buffer.alloc(65_536))).slice(0, 10), '0483010000');
});

test('dates before and after 2050 are read back as they were meant', async () => {
  for (const text of [
    '2026-11-20T10:00:00.000Z',
    '2049-12-31T12:00:00.000Z',
    '2055-02-28T01:02:03.000Z',
  ]) {
    const now = Date.parse(text);
    const deps = { now, random: systemRandom };
    const authority = await issueAuthority(['localhost'], deps);
    const { certificate } = await issueLeaf(authority, ['localhost'], deps);
    assert.equal(authority.certificate.validFromDate.getTime(), now - DAY);
    assert.equal(authority.certificate.validToDate.getTime(), now + 3650 * DAY);
    assert.equal(certificate.validFromDate.getTime(), now - 3_600_000);
    assert.equal(certificate.validToDate.getTime(), now + 90 * DAY);
    assert.ok(certificate.checkIssued(authority.certificate));
    assert.ok(certificate.verify(authority.certificate.publicKey));
    assert.ok(authority.certificate.verify(authority.certificate.publicKey));
  }
});

test('a certificate is for exactly the names it was made for', async () => {
  const deps = { now: Date.parse('2026-11-20T10:00:00Z'), random: systemRandom };
  const name = fc.oneof(
    fc.domain().filter((domain) => domain.length < 64),
    fc.ipV4(),
    fc.ipV6().filter((address) => parseAddress(address)?.family === 'ipv6'),
  );
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(names, fc.domain(), async (made, other) => {
      const authority = await issueAuthority(made, deps);
      const { certificate } = await issueLeaf(authority, made, deps);
      assert.ok(isForNames(certificate, made));
      assert.ok(!isForNames(certificate, [...made, other]));
      assert.ok(made.every((one) => mayVouchFor(authority.certificate, one)));
      for (const one of made) {
        const isAddress = /^[\d.]+$|:/.test(one);
        assert.ok(isAddress ? certificate.checkIP(one) : certificate.checkHost(one), one);
      }
      fc.pre(!made.includes(other));
      assert.ok(!mayVouchFor(authority.certificate, other));
    }),
    { numRuns: 30 },
  );
});
