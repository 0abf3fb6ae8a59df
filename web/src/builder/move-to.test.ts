import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Definition, type Field, fieldsOf } from './definition.ts';
import {
  duplicateAll,
  duplicatePage,
  holdersFor,
  moveAllTo,
  moveTo,
  removeAll,
} from './move-to.ts';

const field = (name: string, rest: object = {}): Field => ({ name, type: 'text', ...rest });

const SAMPLE: Definition = {
  pages: [
    {
      name: 'page1',
      elements: [
        field('a'),
        field('s', { type: 'panel', elements: [field('b'), field('c')] }),
        field('d', { visibleIf: "{a} = 'x'" }),
      ],
    },
    {
      name: 'page2',
      elements: [field('r', { type: 'paneldynamic', templateElements: [field('e')] })],
    },
  ],
};

const order = (definition: Definition | undefined) =>
  definition?.pages
    .map((_, i) =>
      fieldsOf(definition)
        .filter(({ path }) => path[0] === i)
        .map(({ path, field: { name } }) => name + '*'.repeat(path.length - 2))
        .join(' '),
    )
    .join(' | ');

test('a field is dropped right before the one that it is dropped at', () => {
  const at = (path: readonly number[], goal: readonly number[]) =>
    order(moveTo(SAMPLE, path, goal)?.definition);
  assert.equal(at([0, 0], [0, 2]), 's b* c* a d | r e*');
  assert.equal(at([0, 2], [0, 0]), 'd a s b* c* | r e*');
  assert.equal(at([0, 0], [0, 1, 1]), 's b* a* c* d | r e*');
  assert.equal(at([0, 1, 0], [1, 0]), 'a s c* d | b r e*');
  assert.equal(at([1], [0]), 'r e* | a s b* c* d');
  // Where it is already, and into itself.
  assert.equal(at([0, 0], [0, 1]), undefined);
  assert.equal(at([0, 1], [0, 1, 0]), undefined);
});

test('several fields arrive together and in their order, and a section brings its own along', () => {
  const chosen = [
    [0, 2],
    [0, 1, 0],
    [0, 0],
    [0, 1],
  ];
  assert.equal(order(moveAllTo(SAMPLE, chosen, [1, 1])?.definition), ' | r e* a s b* c* d');
  assert.equal(
    order(
      moveAllTo(
        SAMPLE,
        [
          [0, 1, 0],
          [1, 0],
        ],
        [0, 0],
      )?.definition,
    ),
    'b r e* a s c* d | ',
  );
  assert.equal(
    moveAllTo(
      SAMPLE,
      [
        [0, 1],
        [0, 0],
      ],
      [0, 1, 0],
    ),
    undefined,
  );
  assert.equal(order(removeAll(SAMPLE, chosen)), ' | r e*');
  assert.equal(
    order(
      duplicateAll(SAMPLE, [
        [0, 0],
        [0, 1, 1],
      ]),
    ),
    'a a_2 s b* c* c_2* d | r e*',
  );
});

test('no drag loses, doubles or renames a field', () => {
  const deeds = fc.array(
    fc.record({
      many: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
      to: fc.nat(20),
      at: fc.nat(5),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(deeds, (drags) => {
      let definition = SAMPLE;
      for (const { many, to, at } of drags) {
        const all = fieldsOf(definition);
        const paths = all.filter((_, index) => many.includes(index)).map(({ path }) => path);
        const holders = holdersFor(definition, paths);
        const holder = holders[to % holders.length];
        if (holder === undefined) continue;
        definition = moveAllTo(definition, paths, [...holder.path, at])?.definition ?? definition;
      }
      const names = fieldsOf(definition).map(({ field: { name } }) => name);
      assert.deepEqual(names.toSorted(), ['a', 'b', 'c', 'd', 'e', 'r', 's']);
    }),
  );
});

test('the copy of a page asks about its own fields', () => {
  const { definition, path } = duplicatePage(SAMPLE, 0, 'page3');
  assert.deepEqual(path, [1]);
  assert.equal(order(definition), 'a s b* c* d | a_2 s_2 b_2* c_2* d_2 | r e*');
  assert.equal(definition.pages[1]?.elements[2]?.['visibleIf'], "{a_2} = 'x'");
});
