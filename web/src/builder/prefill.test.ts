// The form in which somebody enters the answers that a public link brings along.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDefinition } from './definition.ts';
import { prefillableIn, prefillForm } from './prefill.ts';

const DEFINITION = readDefinition({
  locale: 'de',
  elements: [
    {
      type: 'panel',
      name: 'where',
      visibleIf: "{kind} = 'a'",
      elements: [{ type: 'text', name: 'site', readOnly: true, defaultValue: 'x' }],
    },
    {
      type: 'dropdown',
      name: 'part',
      visibleIf: '{site} notempty',
      choices: [{ value: 'a', text: 'A', visibleIf: '{site} notempty' }, 'b'],
      validators: [{ type: 'expression', expression: '{site} notempty' }],
    },
    { type: 'file', name: 'photo' },
    { type: 'expression', name: 'sum', expression: '1' },
    { type: 'paneldynamic', name: 'visits', templateElements: [{ type: 'text', name: 'who' }] },
  ],
});

test('a link fills in what fits into an address, and each chosen field can be answered by itself', () => {
  assert.ok(DEFINITION !== undefined);
  assert.deepEqual(
    prefillableIn(DEFINITION).map(({ name }) => name),
    ['site', 'part'],
  );
  assert.deepEqual(prefillForm(DEFINITION, ['site', 'part']), {
    locale: 'de',
    pages: [
      {
        name: 'prefill',
        elements: [
          { type: 'text', name: 'site', isRequired: true },
          {
            type: 'dropdown',
            name: 'part',
            isRequired: true,
            choices: [{ value: 'a', text: 'A' }, 'b'],
            validators: [],
          },
        ],
      },
    ],
  });
  assert.deepEqual(prefillForm(DEFINITION, ['photo', 'sum', 'who']).pages[0]?.elements, []);
});
