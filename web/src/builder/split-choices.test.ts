import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitChoices } from './split-choices.ts';

test('a choice that was brought as `1|One` has its value and what people read, and other texts stay whole', () => {
  const brought = {
    title: 'a|b',
    pages: [{ elements: [{ type: 'dropdown', name: 'x|y', choices: ['1|One|1', 'Two', 3] }] }],
  };
  assert.deepEqual(splitChoices(brought), {
    title: 'a|b',
    pages: [
      {
        elements: [
          { type: 'dropdown', name: 'x|y', choices: [{ value: '1', text: 'One|1' }, 'Two', 3] },
        ],
      },
    ],
  });
});
