import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Definition, readDefinition } from './definition.ts';
import { markablesIn, markOnly } from './searched.ts';

const read = (): Definition => {
  const definition = readDefinition({
    pages: [
      {
        name: 'p',
        elements: [
          { type: 'text', name: 'site', searchable: true },
          { type: 'file', name: 'photo' },
          { type: 'panel', name: 'more', elements: [{ type: 'text', name: 'serial' }] },
          { type: 'matrixdynamic', name: 'rows', columns: [{ name: 'a', cellType: 'text' }] },
        ],
      },
    ],
  });
  assert.ok(definition);
  return definition;
};
const marks = (definition: Definition) =>
  markablesIn(definition).map(({ field, isMarked }) => [field.name, isMarked]);

test('questions with an answer that can be found are offered, in sections too', () => {
  assert.deepEqual(marks(read()), [
    ['site', true],
    ['serial', false],
  ]);
});

test('marking questions leaves everything else as it is', () => {
  const marked = markOnly(read(), new Set(['0,2,0']));
  assert.deepEqual(marks(marked), [
    ['site', false],
    ['serial', true],
  ]);
  assert.deepEqual(markOnly(marked, new Set(['0,0'])), read());
});
