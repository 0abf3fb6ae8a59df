import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorBody } from './error-body.ts';
import { listResponse } from './list-response.ts';
import { invalidFilter, invalidValue, notFound, uniqueness } from './scim-error.ts';

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
  const error = invalidValue('emails[0].value', 'is a number; a string belongs here.');
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
