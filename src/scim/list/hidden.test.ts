import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutHidden } from './hidden.ts';

test('a page of a list with some left out is that page of the list without them', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 });
  fc.assert(
    fc.property(ids, fc.nat(30), fc.nat(35), fc.nat(10), (list, every, offset, limit) => {
      // For these ids, as for real ones, code-point order equals UTF-16 order.
      const all = list.filter((id) => /^[ -~]+$/.test(id)).toSorted((a, b) => (a < b ? -1 : 1));
      const hidden = all.filter((_, i) => i % (every + 1) === 0);
      const visible = all.filter((id) => !hidden.includes(id));
      const read = all.slice(offset, offset + limit + hidden.length);
      assert.deepEqual(
        withoutHidden(read, hidden, { offset, limit }),
        visible.slice(offset, offset + limit),
      );
    }),
  );
});
