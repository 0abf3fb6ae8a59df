import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedAnswers } from './typed-answers.ts';

test('what the engine computes is not kept as typed, however deep, and nothing else is lost', () => {
  const typed = typedAnswers({
    pages: [
      {
        elements: [
          { type: 'text', name: 'site' },
          { type: 'panel', elements: [{ type: 'expression', name: 'sum' }] },
          {
            type: 'matrixdynamic',
            name: 'items',
            columns: [{ name: 'qty' }, { name: 'twice', cellType: 'expression' }],
          },
          {
            type: 'paneldynamic',
            name: 'rooms',
            templateElements: [
              { type: 'text', name: 'what' },
              { type: 'expression', name: 'size' },
              { type: 'matrixdynamic', name: 'doors', columns: [{ name: 'n' }] },
            ],
          },
        ],
      },
    ],
  });
  const answers = {
    site: 'North',
    sum: 4,
    'items-total': { qty: 3 },
    items: [{ qty: 1, twice: 2 }, { qty: null }],
    rooms: [{ what: 'hall', size: 9, doors: [{ n: 1 }] }],
    'site-Comment': 'x',
  };
  assert.deepEqual(typed(answers), {
    site: 'North',
    items: [{ qty: 1 }, {}],
    rooms: [{ what: 'hall', doors: [{ n: 1 }] }],
    'site-Comment': 'x',
  });
});
