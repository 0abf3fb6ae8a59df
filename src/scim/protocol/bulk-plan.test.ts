import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { atOnce } from './at-once.ts';
import {
  type BulkAction,
  type BulkOperation,
  bulkIdsIn,
  planBulkInParts,
  ScimError,
} from './index.ts';
import { parseBulk, post } from './testing/bulk-operations.ts';

const order = (operations: readonly unknown[]) =>
  atOnce(planBulkInParts(parseBulk(operations).operations)).map((unit) =>
    unit.kind === 'single' ? unit.index : unit.indexes,
  );

const actionsOf = (operations: readonly BulkOperation[]): readonly BulkAction[] =>
  operations.flatMap(({ action }) => (action instanceof ScimError ? [] : [action]));

const creationsAmong = (operations: readonly BulkOperation[]): readonly string[] =>
  actionsOf(operations).flatMap((action) => (action.method === 'POST' ? [action.bulkId] : []));

test('work is done in the order given, but what refers waits for what it refers to', () => {
  assert.deepEqual(order([post('a'), post('b'), post('c')]), [0, 1, 2]);
  assert.deepEqual(order([post('g', { members: ['bulkId:u'] }), post('x'), post('u')]), [1, 2, 0]);
  assert.deepEqual(order([post('u'), post('g', { members: ['bulkId:u'] })]), [0, 1]);
  const remove = { method: 'DELETE', path: '/Users/1' };
  const patch = (path: string, value: string) => ({
    method: 'PATCH',
    path,
    data: { Operations: [{ op: 'add', path: 'members', value }] },
  });
  // The name is freed before a later POST takes it.
  assert.deepEqual(order([patch('/Groups/g', 'bulkId:u'), remove, post('u')]), [1, 2, 0]);
  // Two changes of one resource keep their order, even if the first has to wait.
  assert.deepEqual(order([patch('/Users/1', 'bulkId:u'), remove, post('u')]), [2, 0, 1]);
  assert.deepEqual(order([patch('/Groups/bulkId:g', 'x'), post('g', {}, '/Groups')]), [1, 0]);
  // An invalid operation keeps its position.
  assert.deepEqual(order([post('a'), { method: 'GET' }, post('b')]), [0, 1, 2]);
});

test('creations that refer to each other, or to themselves, are one unit', () => {
  const cycle = (bulkId: string, to: string) =>
    post(bulkId, { members: [{ value: `bulkId:${to}` }] });
  assert.deepEqual(order([cycle('a', 'b'), cycle('b', 'a')]), [[0, 1]]);
  assert.deepEqual(order([cycle('a', 'a')]), [[0]]);
  assert.deepEqual(
    order([post('x'), cycle('a', 'b'), cycle('c', 'a'), cycle('b', 'a'), post('y')]),
    [0, [1, 3], 2, 4],
  );
  assert.deepEqual(order([cycle('a', 'none')]), [0]);
});

test('1,000 operations in one chain of references, in either direction or in a ring, are planned at once', () => {
  const count = 1_000;
  const chain = (to: (index: number) => number) =>
    Array.from({ length: count }, (_, index) =>
      post(`b${index}`, { members: [`bulkId:b${to(index)}`] }),
    );
  const ms = cpuMsOf(() => {
    assert.deepEqual(order(chain((index) => index + 1)), [...Array(count).keys()].reverse());
    assert.deepEqual(order(chain((index) => index - 1)), [...Array(count).keys()]);
    assert.deepEqual(order(chain((index) => (index + 1) % count)), [[...Array(count).keys()]]);
    const all = Array.from({ length: count }, (_, index) => `bulkId:b${index}`);
    const dense = Array.from({ length: count }, (_, index) => post(`b${index}`, { members: all }));
    assert.equal(order(dense).length, 1);
  });
  assert.ok(ms < 5_000, `${ms} ms`);
});

test('whatever is sent, every operation is planned exactly once, after all that it can wait for', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__');
  const operation = fc.oneof(
    fc.record({
      method: fc.constantFrom('POST', 'post', 'PUT', 'GET'),
      path: fc.constantFrom('/Users', '/Groups', '/Users/1', 'x'),
      bulkId: name,
      data: fc.record({
        members: fc.array(
          name.map((it) => ({ value: `bulkId:${it}` })),
          { maxLength: 3 },
        ),
      }),
    }),
    fc.record({
      method: fc.constantFrom('PATCH', 'DELETE'),
      path: fc.oneof(
        fc.constant('/Users/1'),
        name.map((it) => `/Groups/bulkId:${it}`),
      ),
      data: fc.array(fc.record({ op: fc.constant('add'), value: fc.jsonValue() }), {
        maxLength: 2,
      }),
    }),
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 12 }), (given) => {
      const { operations } = parseBulk(given);
      const units = atOnce(planBulkInParts(operations));
      const flat = units.flatMap((unit) => (unit.kind === 'single' ? [unit.index] : unit.indexes));
      assert.deepEqual(
        [...flat].sort((one, other) => one - other),
        [...operations.keys()],
      );
      const all = new Set(creationsAmong(operations));
      const made = new Set<string>();
      for (const unit of units) {
        const indexes = unit.kind === 'single' ? [unit.index] : unit.indexes;
        const here = indexes.flatMap((index) => operations[index] ?? []);
        for (const bulkId of creationsAmong(here)) made.add(bulkId);
        const wanted = actionsOf(here).flatMap((action) => [...bulkIdsIn(action)]);
        assert.ok(wanted.every((bulkId) => made.has(bulkId) === all.has(bulkId)));
      }
    }),
    { numRuns: 500 },
  );
});
