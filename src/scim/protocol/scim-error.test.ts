import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  errorBody,
  invalidFilter,
  invalidPath,
  invalidSyntax,
  invalidValue,
  listResponse,
  mutability,
  noTarget,
  notFound,
  tooMany,
  uniqueness,
} from './index.ts';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

test('an error body has its status as a string, and a scimType where there is one', () => {
  assert.deepEqual(errorBody(uniqueness('userName', 'is taken.')), {
    schemas: [ERROR],
    status: '409',
    scimType: 'uniqueness',
    detail: 'userName: is taken.',
  });
  assert.deepEqual(errorBody(notFound('There is no such user.')), {
    schemas: [ERROR],
    status: '404',
    detail: 'There is no such user.',
  });
  assert.deepEqual(errorBody({ status: 429, detail: 'Later.' }), {
    schemas: [ERROR],
    status: '429',
    detail: 'Later.',
  });
});

test('an error says where, for the log and for people', () => {
  const error = invalidValue('emails[0].value', 'is a number, but must be a string.');
  assert.equal(error.at, 'emails[0].value');
  assert.equal(error.message, error.detail);
  assert.equal(invalidFilter('no', 'userName').at, 'userName');
});

test('a list response counts what is really there, and has Resources also when empty', () => {
  assert.deepEqual(listResponse([], { totalResults: 0, startIndex: 1 }), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  assert.equal(listResponse([{ id: '1' }], { totalResults: 9, startIndex: 9 }).itemsPerPage, 1);
});

test('each kind of fault has the status and scimType of RFC 7644 §3.12', () => {
  for (const [error, status, scimType] of [
    [invalidValue('a', 'b'), 400, 'invalidValue'],
    [invalidSyntax('a'), 400, 'invalidSyntax'],
    [invalidFilter('a'), 400, 'invalidFilter'],
    [invalidPath('a'), 400, 'invalidPath'],
    [noTarget('a'), 400, 'noTarget'],
    [tooMany('a'), 400, 'tooMany'],
    [mutability('a', 'b'), 400, 'mutability'],
    [uniqueness('a', 'b'), 409, 'uniqueness'],
    [notFound('a'), 404, undefined],
  ] as const) {
    assert.deepEqual([error.status, error.scimType], [status, scimType]);
  }
});
