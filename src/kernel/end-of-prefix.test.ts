import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endOfPrefix } from './end-of-prefix.ts';

/** Compares UTF-8 bytes, whose order is that of code points, as in both engines. */
const before = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
const letter = fc.constantFrom('a', 'b', '%', '_', 'é', '\ud7ff', '\ue000', '😀', '\u{10ffff}');
const text = fc.array(letter, { maxLength: 4 }).map((letters) => letters.join(''));

test('the range from a prefix to its end holds exactly what starts with it', () => {
  fc.assert(
    fc.property(text, text, (prefix, name) => {
      const end = endOfPrefix(prefix);
      const inRange = !before(name, prefix) && (end === undefined || before(name, end));
      assert.equal(inRange, name.startsWith(prefix));
    }),
    { numRuns: 2000 },
  );
});
