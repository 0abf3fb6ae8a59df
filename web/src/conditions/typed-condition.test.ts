// The condition that the forms above a table of answers and above charts make out of what was typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, inputTypeOf, textsFor } from './typed-condition.ts';

const field = (kind: 'any' | 'date' | 'choice') => ({
  id: 'x',
  kind,
  choices: [{ value: 'a', text: 'A' }],
});

test('what was typed for one comparison is not taken for a value of another type', () => {
  const any = field('any');
  const word = { type: inputTypeOf('any', 'contains'), texts: ['abc'] };
  assert.deepEqual(textsFor(any, 'contains', word), ['abc']);
  assert.deepEqual(textsFor(any, 'eq', word), ['']);
  const day = { type: inputTypeOf('date', 'on'), texts: ['2026-02-01'] };
  assert.deepEqual(textsFor(field('date'), 'between', day), ['2026-02-01', '']);
  assert.deepEqual(textsFor(field('date'), 'last', day), ['']);
});

test('numbers are sent as numbers, spans and choices as lists, and a choice starts with the first', () => {
  assert.deepEqual(conditionOf(field('any'), 'between', ['1', '2.5']), {
    field: 'x',
    op: 'between',
    value: [1, 2.5],
  });
  assert.deepEqual(conditionOf(field('date'), 'last', ['7']), { field: 'x', op: 'last', value: 7 });
  assert.deepEqual(conditionOf(field('any'), 'contains', [' 7 ']), {
    field: 'x',
    op: 'contains',
    value: '7',
  });
  const chosen = textsFor(field('choice'), 'any', undefined);
  assert.deepEqual(conditionOf(field('choice'), 'any', chosen), {
    field: 'x',
    op: 'any',
    value: ['a'],
  });
  assert.deepEqual(conditionOf(field('date'), 'blank', []), { field: 'x', op: 'blank' });
});
