import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { systemRandom } from '#kernel/ids.ts';
import { MasterKeyError } from './master-key-error.ts';
import { toMasterKey } from './master-keys.ts';
import { createWrapper } from './wrapping.ts';

const masterKey = randomBytes(32);
const wrapper = createWrapper(toMasterKey(masterKey), systemRandom);
const secret = randomBytes(48);
const refused = (error: unknown) => error instanceof MasterKeyError;

test('what is wrapped comes back, under the same master key and context only', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), fc.string(), (bytes, context, other) => {
      const wrapped = wrapper.wrap(Buffer.from(bytes), context);
      assert.deepEqual(wrapper.unwrap(wrapped, context), Buffer.from(bytes));
      if (other !== context) assert.throws(() => wrapper.unwrap(wrapped, other), refused);
    }),
  );
  const again = createWrapper(toMasterKey(masterKey), systemRandom);
  assert.deepEqual(again.unwrap(wrapper.wrap(secret, 'a sig'), 'a sig'), secret);
});

test('the same secret is never wrapped to the same text', () => {
  assert.notEqual(wrapper.wrap(secret, 'a sig'), wrapper.wrap(secret, 'a sig'));
});

test('the secret is not in the text', () => {
  const [, , , sealed = ''] = wrapper.wrap(secret, 'a sig').split('.');
  assert.ok(!Buffer.from(sealed, 'base64url').includes(secret.subarray(0, 8)));
});

test('another master key is told from a changed record', () => {
  const wrapped = wrapper.wrap(secret, 'a sig');
  const other = createWrapper(toMasterKey(randomBytes(32)), systemRandom);
  assert.throws(() => other.unwrap(wrapped, 'a sig'), /another master key/);
  const [version, id, iv, sealed = ''] = wrapped.split('.');
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 20, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    const text = [version, id, iv, changed.toString('base64url')].join('.');
    assert.throws(() => wrapper.unwrap(text, 'a sig'), /was changed/);
  }
});

test('damaged records are refused with an explanation, whatever they hold', () => {
  const wrapped = wrapper.wrap(secret, 'a sig');
  for (let length = 0; length < wrapped.length; length += 1) {
    assert.throws(() => wrapper.unwrap(wrapped.slice(0, length), 'a sig'), refused);
  }
  for (const text of ['', '...', 'v2.a.b.c', wrapped.replace('v1', 'v9')]) {
    assert.throws(() => wrapper.unwrap(text, 'a sig'), refused);
  }
});
