import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CURSOR_LENGTH } from '#http/app/list.shapes.ts';
import { sealCursor } from '#http/app/list-page.ts';
import { createSeal } from '#kernel/seal.ts';
import { printPosition } from './order-position.ts';

test('the longest position of an order by two fields fits into a cursor', () => {
  const versions = Array.from({ length: 50 }, () => [crypto.randomUUID()]);
  const key = (field: string) => ({ field, direction: 'asc', units: versions }) as const;
  // Each letter takes six in JSON, and its backslash one more in the text around it.
  const text = '\u0001'.repeat(200);
  const position = printPosition([key('a'), key('b')], [1, text, 1, text, crypto.randomUUID()]);
  const seal = createSeal(Buffer.alloc(32));
  const context = { list: 'answers', accountId: crypto.randomUUID(), terms: [] };
  const { length } = sealCursor(seal, context, [position]);
  assert.ok(length > 4096 && length <= MAX_CURSOR_LENGTH, `${length}`);
});
