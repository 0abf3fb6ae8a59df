import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseListRequest } from './list-request.ts';
import { userType } from './registry.ts';
import { ScimError } from './scim-error.ts';

const read = (query: Record<string, unknown>) => parseListRequest(query, userType);
const page = (query: Record<string, unknown>): readonly [number, number] => {
  const { paging } = read(query);
  assert.equal(paging.method, 'index');
  return [paging.startIndex, paging.count];
};

const refused = (query: Record<string, unknown>, detail: RegExp, scimType = 'invalidValue') =>
  assert.throws(
    () => read(query),
    (error) => {
      assert.ok(error instanceof ScimError, String(error));
      assert.deepEqual([error.status, error.scimType], [400, scimType]);
      assert.match(error.detail, detail);
      return true;
    },
  );

test('without parameters: the first 100', () => {
  assert.deepEqual(page({}), [1, 100]);
  assert.equal(read({}).filter, undefined);
});

test('startIndex below 1 is 1 (SimpleIdServer#343)', () => {
  for (const startIndex of ['0', '-5', '1', '-99999999999999999999']) {
    assert.deepEqual(page({ startIndex }), [1, 100]);
  }
  assert.deepEqual(page({ startIndex: '101' }), [101, 100]);
  assert.deepEqual(page({ startIndex: '1000000000' }), [1_000_000_000, 100]);
  assert.deepEqual(page({ startIndex: '9'.repeat(400) }), [Number.MAX_SAFE_INTEGER, 100]);
});

test('count: 0 and negative give totals only, more than 1,000 is 1,000 (Pocket ID asks for 1,000)', () => {
  for (const [given, count] of [
    ['0', 0],
    ['-1', 0],
    ['1', 1],
    ['1000', 1_000],
    ['1000000000', 1_000],
  ]) {
    assert.deepEqual(page({ count: given }), [1, count]);
  }
});

test('what is not an integer is refused by the name of the parameter', () => {
  for (const bad of ['abc', '1.5', '1e3', ' 1', '0x10', '--1', '½']) {
    refused({ count: bad }, /^count: is not an integer/);
    refused({ startIndex: bad }, /^startIndex: is not an integer/);
  }
});

test('an empty count or startIndex is as good as none', () => {
  assert.deepEqual(page({ count: '', startIndex: '' }), [1, 100]);
});

test('a repeated parameter is refused: nobody can tell which is meant', () => {
  refused({ count: ['1', '2'] }, /^count: is given more than once/);
  refused({ filter: ['title pr', 'title pr'] }, /^filter: is given more than once/);
});

test('an empty filter is an error, not all resources', () => {
  refused({ filter: '' }, /filter ends/, 'invalidFilter');
  refused({ filter: 'x'.repeat(10_000) }, /longer than 8192/, 'invalidFilter');
});

test('Entra, Okta: parameters of their own are passed over', () => {
  const { filter } = read({ aadOptscim062020: '', foo: ['1', '2'], filter: 'userName eq "x"' });
  assert.equal(filter?.kind, 'compare');
});

test('parameters that are only inherited are not there', () => {
  assert.deepEqual(page(Object.create({ count: '5', filter: 'junk' })), [1, 100]);
});

test('whatever the query holds, it is read or refused with a ScimError', () => {
  const names = fc.constantFrom(
    'count',
    'startIndex',
    'filter',
    'attributes',
    'excludedAttributes',
    'x',
  );
  const values = fc.oneof(
    fc.string(),
    fc.array(fc.string()),
    fc.integer().map(String),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(fc.dictionary(names, values), (query) => {
      try {
        const [startIndex, count] = page(query);
        assert.ok(startIndex >= 1 && count >= 0 && count <= 1_000);
      } catch (error) {
        assert.ok(error instanceof ScimError, String(error));
      }
    }),
  );
});
