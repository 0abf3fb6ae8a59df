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
  assert.equal(seal.open('a', seal.seal('ab', 'c').replace(/^[^.]+/, 'YmM')), undefined);
});

test('a changed letter or any other text opens nothing', () => {
  const sealed = seal.seal('list', '[1,"x"]');
  for (let i = 0; i < sealed.length; i += 1) {
    for (const letter of 'AQgw.') {
      const changed = `${sealed.slice(0, i)}${letter}${sealed.slice(i + 1)}`;
      const opened = seal.open('list', changed);
      // The last letter of base64 may carry unused bits: then it is the same text.
      if (opened !== undefined) assert.equal(opened, '[1,"x"]');
    }
  }
  for (const junk of ['', '.', 'a.b', '..', '!', 'x'.repeat(10_000)]) {
    assert.equal(seal.open('list', junk), undefined);
  }
});
