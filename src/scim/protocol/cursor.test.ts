import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CursorPosition,
  cursorListResponse,
  type Direction,
  decodePosition,
  encodePosition,
  pageEnds,
  ScimError,
  traversalContext,
} from './index.ts';

const POSITION: CursorPosition = {
  count: 2,
  direction: 'forward',
  key: 'ann',
  id: 'u1',
  issuedAt: 1_000,
};
const PAGING = { method: 'cursor', cursor: 'c', count: 2, countGiven: true } as const;
const options = { paging: PAGING, now: 2_000, lifetimeMs: 600_000 };

const refused = (run: () => unknown, scimType: string, detail: RegExp) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.deepEqual([error.status, error.scimType], [400, scimType]);
    assert.match(error.detail, detail);
    return true;
  });

test('a position comes back as it went in, whatever it is sorted by', () => {
  const key = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(
      key,
      fc.string(),
      fc.constantFrom<Direction>('forward', 'backward'),
      (sortKey, id, direction) => {
        const position = { ...POSITION, key: Object.is(sortKey, -0) ? 0 : sortKey, id, direction };
        assert.deepEqual(decodePosition(encodePosition(position), options), position);
      },
    ),
  );
});

test('what did not open, or is no position, is invalidCursor in one and the same words', () => {
  const messages = new Set<string>();
  for (const payload of [
    undefined,
    '',
    'x',
    '{}',
    '[]',
    'null',
    '[1,2,1,{},"u",5]',
    '[2,2,1,"a","u",5]',
    '[1,"2",1,"a","u",5]',
    '[1,2,1,"a",5,5]',
  ]) {
    try {
      decodePosition(payload, options);
      assert.fail(String(payload));
    } catch (error) {
      assert.ok(error instanceof ScimError, String(error));
      assert.equal(error.scimType, 'invalidCursor');
      messages.add(error.detail);
    }
  }
  assert.equal(messages.size, 1);
});

test('a cursor lives as long as is announced, and no longer', () => {
  const payload = encodePosition(POSITION);
  const at = (now: number) => () => decodePosition(payload, { ...options, now });
  assert.doesNotThrow(at(601_000));
  refused(at(601_001), 'expiredCursor', /older than 600 seconds/);
});

test('the count of a walk does not change, but need not be repeated', () => {
  const payload = encodePosition(POSITION);
  const paging = { ...PAGING, count: 3 };
  refused(() => decodePosition(payload, { ...options, paging }), 'invalidCount', /must stay 2/);
  const silent = { ...PAGING, count: 100, countGiven: false };
  assert.equal(decodePosition(payload, { ...options, paging: silent }).count, 2);
});

test('a cursor belongs to one list, one order, one account and one caller', () => {
  const order = { filter: 'a eq "b"', sortBy: 'userName', sortOrder: 'ascending' } as const;
  const traversal = { scope: 'User', order, accountId: 'a1', actor: 'c1' };
  const others = [
    { ...traversal, scope: 'Group' },
    { ...traversal, scope: '' },
    { ...traversal, accountId: 'a2' },
    { ...traversal, actor: 'c2' },
    { ...traversal, accountId: 'a1,c1', actor: '' },
    { ...traversal, order: { ...order, filter: undefined } },
    { ...traversal, order: { ...order, filter: 'a eq "c"' } },
    { ...traversal, order: { ...order, sortBy: undefined } },
    { ...traversal, order: { ...order, sortBy: 'displayName' } },
    { ...traversal, order: { ...order, sortOrder: 'descending' as const } },
  ];
  const contexts = [traversal, ...others].map(traversalContext);
  assert.equal(new Set(contexts).size, contexts.length);
  assert.equal(
    traversalContext({ ...traversal, order: { ...order, sortBy: 'USERNAME' } }),
    contexts[0],
  );
});

test('an answer by cursor has no startIndex, and a cursor only where there is a page', () => {
  assert.deepEqual(cursorListResponse([{ id: 'a' }], { totalResults: 5, nextCursor: 'n' }), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 5,
    itemsPerPage: 1,
    nextCursor: 'n',
    Resources: [{ id: 'a' }],
  });
  assert.deepEqual(Object.keys(cursorListResponse([], {})), [
    'schemas',
    'itemsPerPage',
    'Resources',
  ]);
});

/** Reads a page as storage does: rows after the position, and one extra row to know whether there are more. */
function readPage(ids: readonly string[], count: number, from: CursorPosition | undefined) {
  const direction = from?.direction ?? 'forward';
  const beyond = ids.filter(
    (id) => from === undefined || (direction === 'forward' ? id > from.id : id < from.id),
  );
  const more = beyond.length > count;
  const rows = direction === 'forward' ? beyond.slice(0, count) : beyond.slice(-count);
  const ends = pageEnds({
    direction,
    continued: from !== undefined,
    rows: rows.map((id) => ({ key: undefined, id })),
    more,
    count,
    issuedAt: 0,
  });
  return { rows, ...ends };
}

test('a walk sees every resource once, back as well as forth, and ends where the list does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 5 }), (size, count) => {
      const ids = Array.from({ length: size }, (_, index) => String.fromCharCode(97 + index));
      const pages: (readonly string[])[] = [];
      let page = readPage(ids, count, undefined);
      assert.equal(page.previous, undefined);
      for (;;) {
        pages.push(page.rows);
        if (page.next === undefined) break;
        page = readPage(ids, count, page.next);
        assert.ok(page.rows.length > 0);
      }
      assert.deepEqual(pages.flat(), ids);
      const back: (readonly string[])[] = [page.rows];
      while (page.previous !== undefined) {
        page = readPage(ids, count, page.previous);
        assert.ok(page.rows.length > 0);
        assert.notEqual(page.next, undefined);
        back.unshift(page.rows);
      }
      assert.deepEqual(back.flat(), ids);
    }),
  );
});
