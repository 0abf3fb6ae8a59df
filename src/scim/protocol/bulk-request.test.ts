import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { atOnce } from './at-once.ts';
import {
  type BulkOperation,
  bulkFailure,
  bulkIdsIn,
  bulkResponse,
  bulkResult,
  parseBulkRequest,
  payloadTooLarge,
  planBulkInParts,
  resolveAction,
  ScimError,
} from './index.ts';
import { actionOf, idsOf, parseBulk, post, TYPES } from './testing/bulk-operations.ts';

const refused = (
  read: () => unknown,
  status: number,
  scimType: string | undefined,
  detail: RegExp,
) =>
  assert.throws(read, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.deepEqual([error.status, error.scimType], [status, scimType]);
    assert.match(error.detail, detail);
    return true;
  });

const failed = (operation: unknown, status: number, detail: RegExp) => {
  const { action } = parseBulk([operation]).operations[0] ?? {};
  assert.ok(action instanceof ScimError);
  assert.equal(action.status, status);
  assert.match(action.detail, detail);
};

const methodOf = (operation: BulkOperation | undefined) =>
  operation === undefined || operation.action instanceof ScimError
    ? undefined
    : operation.action.method;

const sample = (name: string): { Operations: unknown[] } =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.json`, import.meta.url), 'utf8'));

test('a bulk request names a schema of SCIM or none, and carries Operations', () => {
  refused(
    () => parseBulkRequest([], { types: TYPES, maxOperations: 1 }),
    400,
    'invalidSyntax',
    /an array/,
  );
  for (const schemas of ['x', ['urn:x'], [5]]) {
    refused(() => parseBulk([], { schemas }), 400, 'invalidValue', /^schemas: /);
  }
  const other = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
  for (const schemas of [undefined, null, [], other, [other]]) {
    assert.deepEqual(parseBulk([], { schemas }).operations, []);
  }
  for (const operations of [undefined, null, {}, 'x']) {
    refused(() => parseBulk(operations), 400, 'invalidSyntax', /Operations/);
  }
  refused(() => parseBulk([post('a'), 'x']), 400, 'invalidSyntax', /Operations\[1\] is a string/);
  assert.deepEqual(parseBulk([]).operations, []);
});

test('an operation with a wrong method or path fails alone', () => {
  failed({ method: 'GET', path: '/Users' }, 400, /POST, PUT, PATCH or DELETE/);
  failed({ path: '/Users' }, 400, /method/);
  failed({ method: 'DELETE' }, 400, /path is missing/);
  failed({ ...post('a'), path: '/Users/1' }, 400, /without an id/);
  failed({ method: 'DELETE', path: '/Users' }, 400, /\/Users\/\{id\}/);
  for (const path of [
    '/Nothing',
    '/Users/1/x',
    '/Me',
    '',
    '/',
    '/users',
    '/Users?x',
    '/__proto__',
  ]) {
    failed({ method: 'DELETE', path }, 404, /\/Users and \/Groups/);
  }
  const { operations } = parseBulk([
    { method: 'GET', path: '/Users' },
    post('b', { userName: 'b' }),
  ]);
  assert.equal(methodOf(operations[1]), 'POST');
});

test('a POST needs a bulkId of its own, and the second of two equal ones fails', () => {
  for (const bulkId of [undefined, '', 5, 'x'.repeat(513)]) {
    failed({ ...post('a'), bulkId }, 400, /needs a bulkId/);
  }
  const { operations } = parseBulk([post('a'), post('a'), post('A')]);
  assert.equal(methodOf(operations[0]), 'POST');
  assert.ok(operations[1]?.action instanceof ScimError);
  assert.equal(methodOf(operations[2]), 'POST');
});

test('POST, PUT and PATCH need data; a PATCH takes a PatchOp or the bare array of the RFC', () => {
  failed({ method: 'POST', path: '/Users', bulkId: 'a' }, 400, /data is missing/);
  failed({ method: 'PUT', path: '/Users/1', data: [] }, 400, /data is an array/);
  const bare = actionOf({
    method: 'PATCH',
    path: '/Users/1',
    data: [{ op: 'remove', path: 'title' }],
  });
  assert.ok(bare.method === 'PATCH');
  assert.deepEqual(bare.data['Operations'], [{ op: 'remove', path: 'title' }]);
  assert.equal(actionOf({ method: 'delete', path: 'Users/1/' }).method, 'DELETE');
});

test('the version of an operation is kept for its condition', () => {
  const version = (raw: unknown) => {
    const action = actionOf({ method: 'DELETE', path: '/Users/1', version: raw });
    return action.method === 'DELETE' ? action.version : '';
  };
  assert.equal(version('W/"7"'), 'W/"7"');
  for (const none of [undefined, null, '']) assert.equal(version(none), undefined);
  failed({ method: 'DELETE', path: '/Users/1', version: 7 }, 400, /version is a number/);
});

test('failOnErrors is a positive integer, and our atomic a Boolean', () => {
  assert.equal(parseBulk([], { failOnErrors: 1 }).failOnErrors, 1);
  assert.equal(parseBulk([], { FAILONERRORS: '2' }).failOnErrors, 2);
  assert.equal(parseBulk([]).failOnErrors, undefined);
  for (const failOnErrors of [0, -1, 1.5, 'x', {}, true]) {
    refused(() => parseBulk([], { failOnErrors }), 400, 'invalidValue', /failOnErrors/);
  }
  assert.deepEqual([parseBulk([]).atomic, parseBulk([], { atomic: true }).atomic], [false, true]);
  refused(() => parseBulk([], { atomic: 'maybe' }), 400, 'invalidValue', /atomic/);
});

test('too many operations and too many bytes are 413 and name the limit', () => {
  const operations = Array.from({ length: 1_001 }, (_, index) => post(`b${index}`));
  refused(() => parseBulk(operations), 413, 'tooMany', /1001 operations; maxOperations is 1000/);
  assert.equal(parseBulk(operations.slice(1)).operations.length, 1_000);
  const error = payloadTooLarge(1_048_576);
  assert.deepEqual([error.status, error.scimType], [413, 'tooLarge']);
  assert.match(error.detail, /maxPayloadSize \(1048576/);
});

test("the RFC's own bulk requests are read and planned", () => {
  const read = (name: string) =>
    parseBulkRequest(sample(name), { types: TYPES, maxOperations: 10 });
  const circular = read('rfc7644-3.7.1-bulk-request-circular-conflict');
  assert.deepEqual(atOnce(planBulkInParts(circular.operations)), [
    { kind: 'cycle', indexes: [0, 1] },
  ]);
  for (const name of ['temporary-identifier', 'enterprise-user']) {
    const { operations } = read(`rfc7644-3.7.2-bulk-request-${name}`);
    assert.deepEqual(atOnce(planBulkInParts(operations)), [
      { kind: 'single', index: 0 },
      { kind: 'single', index: 1 },
    ]);
    const [, second] = operations;
    assert.ok(second !== undefined && !(second.action instanceof ScimError));
    assert.deepEqual([...bulkIdsIn(second.action)], ['qwerty']);
  }
  const { operations, failOnErrors } = read('rfc7644-3.7.3-bulk-request-multiple-operations');
  assert.equal(failOnErrors, 1);
  assert.deepEqual(
    operations.map(({ action }) => action instanceof ScimError),
    [false, false, false, false],
  );
});

test('results say method, bulkId, location, version, status and the error', () => {
  const { operations } = parseBulk([
    post('a'),
    { method: 'PUT', path: '/Users/a b', data: {} },
    { method: 'PATCH', path: '/Users/1' },
    { method: 'DELETE', path: '/Groups/bulkId:g' },
  ]);
  const [created, put, patch, remove] = operations;
  assert.ok(created && put && patch && remove);
  const where = { baseUrl: 'https://h/scim/v2', ids: idsOf({ g: 'G' }) };
  const error = { status: 412, detail: 'The resource has changed.' };
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  const response = { schemas, status: '412', detail: error.detail };
  assert.deepEqual(bulkResult(created, { status: 201, location: 'l', version: 'W/"1"' }), {
    location: 'l',
    method: 'POST',
    bulkId: 'a',
    version: 'W/"1"',
    status: '201',
  });
  assert.deepEqual(bulkFailure(created, error, where), {
    method: 'POST',
    bulkId: 'a',
    status: '412',
    response,
  });
  const locations = [put, patch, remove].map((it) => bulkFailure(it, error, where)['location']);
  assert.deepEqual(locations, [
    'https://h/scim/v2/Users/a%20b',
    'https://h/scim/v2/Users/1',
    'https://h/scim/v2/Groups/G',
  ]);
  assert.deepEqual(bulkResponse([]), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
    Operations: [],
  });
});

test('junk of any kind in a bulk request is read or refused, never thrown over', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (operations, data) => {
      try {
        const { operations: read } = parseBulk([
          { method: 'POST', path: '/Users', bulkId: 'x', data },
          { method: 'PATCH', path: '/Users/bulkId:x', data: { Operations: operations } },
          operations,
        ]);
        atOnce(planBulkInParts(read));
        for (const { action } of read) {
          if (!(action instanceof ScimError)) resolveAction(action, { find: () => 'id' });
        }
      } catch (error) {
        assert.ok(error instanceof ScimError, String(error));
      }
    }),
    { numRuns: 1_000 },
  );
});
