import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { parseListQuery } from './list-query.ts';

const parse = (query: string) => parseListQuery(new URLSearchParams(query));

test('a request that asks for nothing gets 25 forms, longest unchanged first', () => {
  assert.deepEqual(parse(''), {
    pageNumber: 1,
    pageSize: 25,
    order: { key: 'lastUpdateDate', direction: 'asc' },
    status: undefined,
    namePrefix: undefined,
    filter: undefined,
    conditions: { creator: undefined, assignee: undefined, place: undefined, review: undefined },
    answerSort: undefined,
  });
});

test('parameter names count in any letter case, unknown ones are ignored', () => {
  const query = parse(
    'PAGENUMBER=3&pagesize=7&Status=draft&take=5&take=6&__proto__=x&constructor=y',
  );
  assert.equal(query.pageNumber, 3);
  assert.equal(query.pageSize, 7);
  assert.equal(query.status, 'draft');
});

test('more than 100 a page is 100, however large', () => {
  for (const size of ['101', '1000000000', '9'.repeat(400)]) {
    assert.equal(parse(`pageSize=${size}`).pageSize, 100);
  }
});

const ORDERS: readonly [string, string, string][] = [
  ['sort=lastupdateddate desc', 'lastUpdateDate', 'desc'],
  ['sort=LastUpdateDate', 'lastUpdateDate', 'asc'],
  ['sort=name', 'name', 'asc'],
  ['sort=Name DESC', 'name', 'desc'],
  ['sort=name&direction=desc', 'name', 'desc'],
  ['direction=desc', 'lastUpdateDate', 'desc'],
];
for (const [query, key, direction] of ORDERS) {
  test(`${query} sorts by ${key} ${direction}`, () => {
    assert.deepEqual(parse(query).order, { key, direction });
  });
}

test('a name is compared without case, an empty one narrows nothing', () => {
  assert.equal(parse('name=SITE %25_').namePrefix, 'site %_');
  assert.equal(parse('name=STRASSE').namePrefix, parse('name=straße').namePrefix);
  assert.equal(parse('name=').namePrefix, undefined);
});

const REFUSED: readonly [string, string][] = [
  ['pageSize=0', 'pageSize'],
  ['pageSize=-1', 'pageSize'],
  ['pageSize=abc', 'pageSize'],
  ['pageSize=', 'pageSize'],
  ['pageSize=1.5', 'pageSize'],
  ['pageSize=1e2', 'pageSize'],
  ['pageSize=0x10', 'pageSize'],
  ['pageSize= 5', 'pageSize'],
  ['pageSize=٥', 'pageSize'],
  ['pageNumber=0', 'pageNumber'],
  ['pageNumber=-1', 'pageNumber'],
  ['pageNumber=abc', 'pageNumber'],
  ['pageNumber=1&pagenumber=2', 'pageNumber'],
  ['status=Complete', 'status'],
  ['status=done', 'status'],
  ['status=', 'status'],
  ['status=draft&status=draft', 'status'],
  [`name=${'x'.repeat(513)}`, 'name'],
  ['sort=', 'sort'],
  ['sort=status', 'sort'],
  ['sort=constructor', 'sort'],
  ['sort=name sideways', 'sort'],
  ['sort=name asc, lastUpdateDate', 'sort'],
  ['direction=up', 'direction'],
  ['sort=name asc&direction=asc', 'direction'],
  ['filter=', 'filter'],
  ['filter=x', 'filter'],
  [`filter=${'x'.repeat(2001)}`, 'filter'],
  [`search=${'x'.repeat(201)}`, 'search'],
  ['overdue=yes', 'overdue'],
  ['review=none', 'review'],
];
for (const [query, name] of REFUSED) {
  test(`${query.slice(0, 40)} is a 400 naming ${name}`, () => {
    assert.throws(
      () => parse(query),
      (error) =>
        error instanceof AppError &&
        error.code === 'invalid-parameter' &&
        error.at === name &&
        error.detail.startsWith(name),
    );
  });
}
