import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSeal } from './seal.ts';

const seal = createSeal(Buffer.alloc(32, 7));
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((each) => each !== '');

test('what was sealed opens again in its context, under the same key on another node', () => {
  const twin = createSeal(Buffer.alloc(32, 7));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text, (context, payload) => {
      assert.equal(twin.open(context, seal.seal(context, payload)), payload);
    }),
  );
});

test('another context or another key opens nothing', () => {
  const stranger = createSeal(Buffer.alloc(32, 8));
  fc.assert(
    fc.property(text, text, text, (context, other, payload) => {
      fc.pre(context !== other);
      const sealed = seal.seal(context, payload);
      assert.equal(seal.open(other, sealed), undefined);
      assert.equal(stranger.open(context, sealed), undefined);
    }),
  );
});

test('text can not be moved between context and payload', () => {
  assert.equal(seal.open('a', seal.seal('ab', 'c')), undefined);
  assert.equal(seal.open('abc', seal.seal('ab', 'c')), undefined);
});

test('nothing of the payload shows, and alike payloads do not look alike', () => {
  const payload = JSON.stringify([1, 'ann@example.com', '01900000-0000-7000-8000-000000000001']);
  const sealed = seal.seal('list', payload);
  const decoded = Buffer.from(sealed, 'base64url');
  for (const part of ['ann', 'example', '01900000']) {
    assert.ok(!decoded.includes(part), part);
  }
  const next = Buffer.from(seal.seal('list', payload.replace('0001', '0002')), 'base64url');
  const same = decoded.filter((byte, i) => byte === next[i]).length;
  assert.ok(same < 10, `${same} of ${decoded.length} bytes are the same`);
  assert.match(sealed, /^[A-Za-z0-9_-]+$/);
});

test('a changed, missing or added letter, or any other text, opens nothing', () => {
  // Lengths of every remainder modulo three, so that the last character has spare bits.
  for (const payload of ['[1,"x"]', '[1,"xy"]', '[1,"xyz"]', '']) {
    const sealed = seal.seal('list', payload);
    assert.equal(seal.open('list', sealed), payload);
    for (let i = 0; i < sealed.length; i += 1) {
      for (const letter of 'ABQgw09-_.=') {
        if (letter === sealed[i]) continue;
        const changed = `${sealed.slice(0, i)}${letter}${sealed.slice(i + 1)}`;
        assert.equal(seal.open('list', changed), undefined, `letter ${i}`);
      }
      assert.equal(seal.open('list', sealed.slice(0, i)), undefined);
    }
    for (const more of ['A', '=', ' ', '\n', '%41']) {
      assert.equal(seal.open('list', sealed + more), undefined);
    }
  }
  for (const junk of ['', '.', 'a.b', '..', '!', 'x'.repeat(10_000)]) {
    assert.equal(seal.open('list', junk), undefined);
  }
});
