import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Definition,
  emptyDefinition,
  type Field,
  fieldAt,
  fieldsOf,
  pathOfPlace,
  readDefinition,
} from './definition.ts';
import {
  addField,
  addPage,
  canMove,
  change,
  type Direction,
  duplicate,
  move,
  remove,
} from './edit.ts';
import { redo, startHistory, step, undo } from './history.ts';

const field = (name: string, rest: object = {}): Field => ({ name, type: 'text', ...rest });

const SAMPLE: Definition = {
  pages: [
    {
      name: 'page1',
      elements: [
        field('a'),
        field('s', { type: 'panel', elements: [field('b'), field('c')] }),
        field('d'),
      ],
    },
    {
      name: 'page2',
      elements: [field('r', { type: 'paneldynamic', templateElements: [field('e')] })],
    },
  ],
};

const names = (definition: Definition) => fieldsOf(definition).map(({ field: { name } }) => name);
const order = (definition: Definition) =>
  fieldsOf(definition)
    .map(({ path, field: { name } }) => `${name}${path.length > 2 ? '*' : ''}`)
    .join(' ');

const DIRECTIONS: readonly Direction[] = ['up', 'down', 'in', 'out'];

test('any number of moves loses, doubles and renames no field', () => {
  const deeds = fc.array(fc.record({ of: fc.nat(20), direction: fc.constantFrom(...DIRECTIONS) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(deeds, (moves) => {
      let definition = SAMPLE;
      for (const { of, direction } of moves) {
        const all = fieldsOf(definition);
        const chosen = all[of % all.length];
        assert.ok(chosen);
        const moved = move(definition, chosen.path, direction);
        assert.equal(canMove(definition, chosen.path, direction), moved !== undefined);
        if (moved === undefined) continue;
        assert.equal(fieldAt(moved.definition, moved.path)?.name, chosen.field.name);
        ({ definition } = moved);
      }
      assert.deepEqual(names(definition).toSorted(), names(SAMPLE).toSorted());
      assert.deepEqual(readDefinition(definition), definition);
    }),
  );
});

test('up after down is where it was, on a page and across pages', () => {
  for (const path of [
    [0, 0],
    [0, 2],
    [1, 0],
  ]) {
    const down = move(SAMPLE, path, 'down') ?? move(SAMPLE, path, 'up');
    assert.ok(down);
    const isDown = move(SAMPLE, path, 'down') !== undefined;
    assert.deepEqual(move(down.definition, down.path, isDown ? 'up' : 'down')?.definition, SAMPLE);
  }
});

test('a field goes into the section above it, out of it at its edges, and past it as a whole', () => {
  const into = move(SAMPLE, [0, 2], 'in');
  assert.ok(into);
  assert.equal(order(into.definition), 'a s b* c* d* r e*');
  const out = move(into.definition, into.path, 'down');
  assert.equal(out && order(out.definition), 'a s b* c* d r e*');
  assert.equal(order(move(SAMPLE, [0, 0], 'down')?.definition ?? SAMPLE), 's b* c* a d r e*');
  assert.equal(order(move(SAMPLE, [0, 1, 0], 'up')?.definition ?? SAMPLE), 'a b s c* d r e*');
  assert.equal(order(move(SAMPLE, [0, 1, 0], 'out')?.definition ?? SAMPLE), 'a s c* b d r e*');
});

test('what can’t move further stays', () => {
  assert.equal(move(SAMPLE, [0, 0], 'up'), undefined);
  assert.equal(move(SAMPLE, [0, 0], 'in'), undefined);
  assert.equal(move(SAMPLE, [0, 0], 'out'), undefined);
  assert.equal(move(SAMPLE, [1, 0], 'down'), undefined);
  assert.equal(move(SAMPLE, [0], 'up'), undefined);
});

test('a field is added after the chosen one, into a chosen section or page, and at the end', () => {
  const at = (path: readonly number[] | undefined) =>
    order(addField(SAMPLE, field('n'), path).definition);
  assert.equal(at([0, 0]), 'a n s b* c* d r e*');
  assert.equal(at([0, 1]), 'a s b* c* n* d r e*');
  assert.equal(at([0]), 'a s b* c* d n r e*');
  assert.equal(at(undefined), 'a s b* c* d r e* n');
  assert.equal(order(addField(emptyDefinition(), field('n'), undefined).definition), 'n');
});

test('what is added or duplicated has a name of its own, with all that it holds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 12 }), (picks) => {
      let definition = SAMPLE;
      for (const pick of picks) {
        const all = fieldsOf(definition);
        ({ definition } = duplicate(definition, all[pick % all.length]?.path ?? [0, 0]));
        if (names(definition).length > 200) break;
      }
      assert.equal(new Set(names(definition)).size, names(definition).length);
    }),
  );
});

test('a duplicate speaks of itself, not of what it was made from', () => {
  const section = field('s', {
    type: 'panel',
    elements: [field('x'), field('y', { visibleIf: '{x} = 1 and {a} = 2', title: '{x} or {xy}' })],
  });
  const { definition } = addField(SAMPLE, section, [0]);
  const copy = duplicate(definition, [0, 3]).definition;
  const last = fieldsOf(copy).find(({ field: { name } }) => name === 'y_2');
  assert.equal(last?.field['visibleIf'], '{x_2} = 1 and {a} = 2');
  assert.equal(last?.field['title'], '{x_2} or {xy}');
});

test('removing leaves the focus beside, and the last page where it is', () => {
  assert.deepEqual(remove(SAMPLE, [0, 2]).path, [0, 1]);
  assert.deepEqual(remove(SAMPLE, [1, 0, 0]).path, [1, 0]);
  assert.equal(order(remove(SAMPLE, [0]).definition), 'r e*');
  const empty = emptyDefinition();
  assert.equal(remove(empty, [0]).definition, empty);
});

test('changing a property keeps every other, also those the builder does not know', () => {
  const odd = change(SAMPLE, [0, 0], { someDay: [1, { deep: true }] });
  const changed = change(odd, [0, 0], { title: 'A', name: 'no', type: 'no' });
  assert.deepEqual(fieldAt(changed, [0, 0]), {
    name: 'a',
    type: 'text',
    someDay: [1, { deep: true }],
    title: 'A',
  });
  assert.deepEqual(change(changed, [0, 0], { title: undefined, someDay: undefined }), SAMPLE);
});

test('a page is added behind the chosen one, and moved with what is on it', () => {
  const added = addPage(SAMPLE, [0, 1]);
  assert.deepEqual(added.path, [1]);
  assert.deepEqual(
    added.definition.pages.map(({ name }) => name),
    ['page1', 'page3', 'page2'],
  );
  const moved = move(SAMPLE, [1], 'up');
  assert.deepEqual(
    moved?.definition.pages.map(({ name }) => name),
    ['page2', 'page1'],
  );
});

test('a definition without pages gets one; what the builder can’t show is said so', () => {
  assert.deepEqual(readDefinition({ title: 'T', elements: [field('a')] }), {
    title: 'T',
    pages: [{ name: 'page1', elements: [field('a')] }],
  });
  assert.deepEqual(readDefinition({}), emptyDefinition());
  assert.deepEqual(
    readDefinition({
      pages: [{ elements: [{ type: 'panel', elements: [{ type: 'panel' }] }] }],
      elements: [field('b')],
    })?.pages,
    [
      {
        name: 'page1',
        elements: [
          {
            type: 'panel',
            name: 'panel1_1',
            elements: [{ type: 'panel', name: 'panel1_1_1', elements: [] }],
          },
        ],
      },
      { name: 'page2', elements: [field('b')] },
    ],
  );
  for (const odd of [
    undefined,
    [],
    { pages: {} },
    { pages: [null] },
    { pages: [{ elements: [{ name: 'a' }] }] },
    { pages: [{ elements: [{ type: 'panel', name: 'p', elements: ['x'] }] }] },
    { pages: [{ elements: [{ type: 'text' }] }] },
  ]) {
    assert.equal(readDefinition(odd), undefined, JSON.stringify(odd));
  }
});

test('the server’s place of a fault is found in the builder', () => {
  assert.deepEqual(pathOfPlace('pages[1].elements[0].templateElements[2].choices[3]'), {
    path: [1, 0, 2],
    member: 'choices',
  });
  assert.deepEqual(pathOfPlace('elements[4].name'), { path: [0, 4], member: 'name' });
  assert.deepEqual(pathOfPlace('triggers'), { path: [], member: 'triggers' });
});

test('undo goes back step by step, typing in one field being one, and redo forward', () => {
  let history = startHistory('a');
  history = step(history, 'b');
  history = step(history, 'bc', 'title');
  history = step(history, 'bcd', 'title');
  assert.equal(undo(history).present, 'b');
  assert.equal(undo(undo(history)).present, 'a');
  assert.equal(undo(undo(undo(history))).present, 'a');
  assert.equal(redo(undo(history)).present, 'bcd');
  assert.equal(redo(step(undo(history), 'x')).present, 'x');
});
