import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '#kernel/errors.ts';
import { parseBodyInput, parseInput } from './input.ts';

const Names = Type.Array(Type.String({ maxLength: 9 }), { maxItems: 2 });

/** Returns a list whose elements must not be read. */
function unseen(length: number): readonly unknown[] {
  const get = () => assert.fail('an element was looked at');
  return Object.defineProperty(new Array(length), 0, { get });
}

for (const [where, schema, value, at] of [
  ['in a member', Type.Object({ names: Type.Optional(Names) }), { names: unseen(3) }, 'names'],
  [
    'in one of two kinds',
    Type.Object({ names: Type.Union([Names, Type.Null()]) }),
    { names: unseen(3) },
    'names',
  ],
  [
    'in an element',
    Type.Object({ all: Type.Array(Type.Object({ names: Names })) }),
    { all: [{ names: ['a'] }, { names: unseen(3) }] },
    'all[1].names',
  ],
] as const) {
  test(`a list that is too long is refused before its elements are looked at: ${where}`, () => {
    assert.throws(
      () => parseInput(schema, value),
      (error) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.detail, `${at} must not have more than 2 items.`);
        return true;
      },
    );
  });
}

test('a body that was not sent is an empty object, and null is none', () => {
  const schema = Type.Object({ reason: Type.Optional(Type.String()) });
  assert.deepEqual(parseBodyInput(schema, undefined), {});
  assert.throws(
    () => parseBodyInput(schema, null),
    (error) => error instanceof AppError && error.code === 'invalid-value',
  );
});
