// The certificates of a user: exactly one in a value, as base64. What can't be read never costs the user.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyPatch, canonicalise, parsePatch, ScimError } from './index.ts';
import { userType } from './registry.ts';

const sample: { readonly x509Certificates: readonly unknown[] } = JSON.parse(
  readFileSync(new URL('./samples/rfc7643-8.3-enterprise-user.json', import.meta.url), 'utf8'),
);
const user = (more: object) => canonicalise(userType, { userName: 'ann', ...more });

const refused = (read: () => unknown, at: string) =>
  assert.throws(read, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.deepEqual([error.status, error.scimType, error.at], [400, 'invalidValue', at]);
    return true;
  });

/** Returns a user after the operations, without its userName. */
const patched = (stored: object, ...Operations: readonly unknown[]) => {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const patch = parsePatch(userType, { schemas, Operations });
  const { userName: _, ...rest } = applyPatch(userType, user(stored).attributes, patch).attributes;
  return rest;
};

test('a certificate value holds exactly one certificate', () => {
  const { x509Certificates } = sample;
  const [certificate] = x509Certificates as [{ value: string }];
  const bytes = Buffer.from(certificate.value, 'base64');
  const one = (buffer: Buffer) => ({ x509Certificates: [{ value: buffer.toString('base64') }] });
  assert.ok(user(one(bytes)));
  assert.ok(user({ x509Certificates: [bytes.toString('base64url')] }));
  const bad = ['%%%', 'A', '====', 'AAAA', 5, {}, 'x'.repeat(20_000)];
  const values = [Buffer.concat([bytes, bytes]), bytes.subarray(0, -1)].map(
    (each) => each.toString('base64') as unknown,
  );
  for (const value of [...values, ...bad]) {
    const body = { x509Certificates: [{ value, type: 'work' }, certificate] };
    const strict = () => canonicalise(userType, { userName: 'ann', ...body }, 'strict');
    refused(strict, 'x509Certificates[0].value');
    assert.deepEqual(user(body).attributes['x509Certificates'], [certificate], String(value));
  }
});

test('a certificate in base64url, in lines, without padding or as PEM is stored as base64', () => {
  const { x509Certificates } = sample;
  const [certificate] = x509Certificates as [{ value: string }];
  const { value } = certificate;
  const lines = value.replaceAll(/.{64}/g, '$&\r\n');
  for (const spelled of [
    Buffer.from(value, 'base64').toString('base64url'),
    value.replace(/=+$/, ''),
    `${lines}\n`,
    `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  ]) {
    const { attributes, droppedCertificates } = user({ x509Certificates: [{ value: spelled }] });
    assert.deepEqual([attributes['x509Certificates'], droppedCertificates], [[certificate], 0]);
  }
});

test('a certificate that can not be read changes nothing, and the operations beside it hold', () => {
  const der = Buffer.from([0x30, 0x02, 0xfb, 0xff]);
  const stored = { value: der.toString('base64'), type: 'work' };
  const title = { op: 'replace', path: 'title', value: 'Chief' };
  const before = { x509Certificates: [stored] };
  for (const operation of [
    { op: 'add', path: 'x509Certificates', value: [{ value: 'no certificate', type: 'home' }] },
    { op: 'replace', path: 'x509Certificates[type eq "work"].value', value: 'no certificate' },
    { op: 'replace', path: 'x509Certificates[type eq "work"]', value: { value: '%%%' } },
    { op: 'add', path: 'x509Certificates[type eq "home"].value', value: '%%%' },
    { op: 'remove', path: 'x509Certificates', value: [{ value: '%%%' }] },
  ]) {
    assert.deepEqual(
      patched(before, operation, title),
      { ...before, title: 'Chief' },
      operation.path,
    );
  }
  const path = `x509Certificates[value eq "${der.toString('base64url')}"]`;
  assert.deepEqual(patched(before, { op: 'remove', path }), {});
});
