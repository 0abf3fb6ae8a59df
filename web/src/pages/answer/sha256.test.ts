// The hash by which a browser solves the puzzle of a public link is the one by which the server checks it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sha256 } from './sha256.ts';

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 55 });

test('any text of one block has the same hash in the browser, whatever was hashed before', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const expected = createHash('sha256').update(text).digest('hex');
      assert.equal(Buffer.from(sha256(text)).toString('hex'), expected);
    }),
    { numRuns: 2000 },
  );
});

test('a longer text is refused, not hashed wrongly', () => {
  assert.throws(() => sha256('x'.repeat(56)), RangeError);
});
