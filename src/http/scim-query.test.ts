// The plus signs in queries of SCIM clients, which encode spaces in two ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from './request-query.ts';

const read = (query: string, name = 'filter') => parseQuery(`/?${query}`, 'scim').get(name);

test('a filter is read as it was meant, however the client encodes spaces and plus signs', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '+', ' ', '\\', '"', '%', '&', 'ü', '=') });
  fc.assert(
    fc.property(text, (value) => {
      const filter = `userName eq ${JSON.stringify(value)} and active eq true`;
      // encodeURI leaves more as it is, but & and = would end the parameter.
      const uri = encodeURI(filter).replaceAll('&', '%26').replaceAll('=', '%3D');
      for (const query of [encodeURIComponent(filter), uri]) {
        assert.equal(read(`count=1&filter=${query}&startIndex=2`), filter, query);
        assert.equal(read(`Filter=${query}`, 'Filter'), filter, query);
      }
      assert.equal(read(new URLSearchParams({ filter }).toString()), filter);
    }),
  );
});

test('a plus is a space where a filter has one outside of its strings, or no %20', () => {
  for (const [query, filter] of [
    ['userName+eq+%22a+b%22', 'userName eq "a b"'],
    ['userName+eq%20%22a+b%22', 'userName eq "a b"'],
    ['userName%20eq%20a+b', 'userName eq a b'],
    ['userName%20eq%20"a+b', 'userName eq "a+b'],
    ['userName%20eq%20%22100%+a%22', 'userName eq "100%+a"'],
  ] as const) {
    assert.equal(read(`filter=${query}`), filter, query);
  }
  assert.equal(read('filter=a%20pr&sortBy=a+b', 'sortBy'), 'a b');
  assert.equal(parseQuery('/?filter=a%20eq%20"b+c"').get('filter'), 'a eq "b c"', 'SCIM alone');
});
