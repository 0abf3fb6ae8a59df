import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { checkQueryLength, type Page, pageHeaders } from './page-links.ts';

const ADDRESS = 'https://forms.example/v2/formz';

function links(query: string, page: Partial<Page>): Record<string, string> {
  const headers = pageHeaders(ADDRESS, new URLSearchParams(query), {
    pageNumber: 1,
    pageSize: 10,
    total: 0,
    next: undefined,
    ...page,
  });
  const found = (headers['link'] ?? '').matchAll(/<([^>]+)>; rel="([a-z]+)"/g);
  return Object.fromEntries([...found].map(([, url = '', rel]) => [rel, url.replace(ADDRESS, '')]));
}

test('a page in the middle leads everywhere', () => {
  assert.deepEqual(links('', { pageNumber: 3, total: 95, next: 'k.t' }), {
    first: '?pageNumber=1&pageSize=10',
    previous: '?pageNumber=2&pageSize=10',
    next: '?pageNumber=4&pageSize=10&after=k.t',
    last: '?pageNumber=10&pageSize=10',
  });
});

test('a list that nobody counted has no last page', () => {
  assert.deepEqual(links('', { pageNumber: 2, total: undefined, next: 'k.t' }), {
    first: '?pageNumber=1&pageSize=10',
    previous: '?pageNumber=1&pageSize=10',
    next: '?pageNumber=3&pageSize=10&after=k.t',
  });
});

test('an empty list is its own first and last page', () => {
  assert.deepEqual(links('', {}), {
    first: '?pageNumber=1&pageSize=10',
    last: '?pageNumber=1&pageSize=10',
  });
});

test('behind the end, previous leads back to the last page', () => {
  assert.equal(links('', { pageNumber: 50, total: 21 })['previous'], '?pageNumber=3&pageSize=10');
});

test('every parameter is repeated, known or not, in its own spelling', () => {
  const { next } = links('status=draft&PAGENUMBER=1&x=a%20b&x=%26&After=old&pagesize=10', {
    total: 95,
    next: 'new',
  });
  assert.equal(next, '?status=draft&PAGENUMBER=2&x=a+b&x=%26&pagesize=10&after=new');
});

test('nothing in a parameter can break out of the header', () => {
  const header = pageHeaders(
    ADDRESS,
    new URLSearchParams({ x: '>; rel="evil"\r\nSet-Cookie: a=b' }),
    {
      pageNumber: 1,
      pageSize: 10,
      total: 0,
      next: undefined,
    },
  )['link'];
  assert.doesNotMatch(header ?? '', /evil"|[\r\n]|Set-Cookie: /);
  assert.equal(header?.match(/>/g)?.length, 2);
});

test('a query too long to be repeated is refused, the place of a page not counted', () => {
  checkQueryLength(new URLSearchParams({ x: 'y'.repeat(2990), AFTER: 'z'.repeat(5000) }));
  assert.throws(
    () => checkQueryLength(new URLSearchParams({ x: 'y'.repeat(3001) })),
    (error) => error instanceof AppError && error.code === 'invalid-parameter',
  );
});
