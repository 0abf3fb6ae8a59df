import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { bulkIdsIn, resolveAction, resolveReferences, ScimError, splitCreate } from './index.ts';
import { actionOf, creationOf, idsOf, post } from './testing/bulk-operations.ts';

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

test('references stand in members, manager, $ref, PATCH values, PATCH filters and the path', () => {
  const found = (operation: unknown) => [...bulkIdsIn(actionOf(operation))];
  assert.deepEqual(
    found(post('g', { members: [{ value: 'bulkId:a' }, 'bulkId:b', { $ref: '/Users/bulkId:c' }] })),
    ['a', 'b', 'c'],
  );
  for (const manager of ['bulkId:m', { value: 'bulkId:m' }, [{ $ref: 'bulkId:m' }]]) {
    assert.deepEqual(found(post('u', { [ENTERPRISE_USER]: { manager } })), ['m']);
  }
  assert.deepEqual(found(post('u', { [`${ENTERPRISE_USER}:manager.value`]: 'bulkId:m' })), ['m']);
  const patch = {
    method: 'PATCH',
    path: '/Groups/bulkId:g',
    data: {
      Operations: [
        { op: 'add', path: 'members', value: [{ value: 'bulkId:a' }] },
        { op: 'remove', path: 'members[value eq "bulkId:b" or value eq bulkId:c]' },
        { op: 'add', value: { members: ['bulkId:d'] } },
      ],
    },
  };
  assert.deepEqual(found(patch), ['g', 'a', 'b', 'c', 'd']);
  const resolved = resolveAction(actionOf(patch), {
    find: (bulkId) => `"${bulkId}"`,
  });
  assert.ok(resolved.method === 'PATCH');
  assert.deepEqual(resolved.resource, { kind: 'id', id: '"g"' });
  assert.deepEqual(resolved.data['Operations'], [
    { op: 'add', path: 'members', value: [{ value: '"a"' }] },
    { op: 'remove', path: 'members[value eq "\\"b\\"" or value eq "\\"c\\""]' },
    { op: 'add', value: { members: ['"d"'] } },
  ]);
});

test('a reference is a whole text: b1 is not found in b10 (scimmy replaces by substring)', () => {
  const action = creationOf(
    post('g', { members: ['bulkId:b1', 'bulkId:b10', 'xbulkId:b1', 'bulkId:b1 '] }),
  );
  assert.deepEqual([...bulkIdsIn(action)], ['b1', 'b10', 'b1 ']);
  const resolved = resolveAction(action, idsOf({ b1: 'one', b10: 'ten', 'b1 ': 'space' }));
  assert.ok(resolved.method === 'POST');
  assert.deepEqual(resolved.data, { members: ['one', 'ten', 'xbulkId:b1', 'space'] });
  const uri = creationOf(post('g', { members: [{ $ref: '../Users/bulkId:b10' }] }));
  assert.deepEqual(resolveAction(uri, idsOf({ b10: 'ten', b1: 'x' })), {
    ...uri,
    data: { members: [{ $ref: '../Users/ten' }] },
  });
});

test('a reference that stands for nothing is a conflict, and nothing of it is kept', () => {
  for (const operation of [
    post('g', { members: ['bulkId:none'] }),
    { method: 'DELETE', path: '/Users/bulkId:none' },
    {
      method: 'PATCH',
      path: '/Users/1',
      data: { Operations: [{ op: 'add', value: { x: 'bulkId:' } }] },
    },
    post('p', { members: ['bulkId:__proto__'] }),
  ]) {
    refused(
      () => resolveAction(actionOf(operation), idsOf({})),
      409,
      undefined,
      /stands for nothing/,
    );
  }
});

test('an operation without references is handed on as it came', () => {
  const action = creationOf(post('u', { userName: 'u', emails: [{ value: 'bulk' }] }));
  const resolved = resolveAction(action, idsOf({}));
  assert.ok(resolved.method === 'POST');
  assert.equal(resolved.data, action.data);
});

test('a creation of a cycle is split into what can be done at once and what has to wait', () => {
  const split = splitCreate(
    creationOf(
      post('a', {
        userName: 'a',
        members: [{ value: 'bulkId:b' }, { value: 'known' }],
        [ENTERPRISE_USER]: { department: 'D', manager: { value: 'bulkId:a' } },
        [`${ENTERPRISE_USER}:manager.value`]: 'bulkId:b',
      }),
    ),
    new Set(['a', 'b']),
  );
  assert.deepEqual(split.create.data, {
    userName: 'a',
    members: [{ value: 'known' }],
    [ENTERPRISE_USER]: { department: 'D' },
  });
  assert.ok(split.complete !== undefined);
  const complete = resolveReferences(split.complete, idsOf({ a: 'A', b: 'B' }));
  assert.deepEqual(complete['Operations'], [
    {
      op: 'add',
      value: {
        members: [{ value: 'B' }],
        [ENTERPRISE_USER]: { manager: { value: 'A' } },
        [`${ENTERPRISE_USER}:manager.value`]: 'B',
      },
    },
  ]);
  const whole = creationOf(post('c', { members: ['bulkId:other'] }));
  assert.deepEqual(splitCreate(whole, new Set(['c'])), { create: whole, complete: undefined });
});
