// The faults for which publishing refuses definitions that the builder's own functions make.
// Nightly: it takes over three seconds.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { faultsOfPublishing } from '#questionnaires/definition/check-publishable.ts';
import { type Definition, emptyDefinition } from '#web/builder/definition.ts';
import { addField, addPage, change, duplicate, remove } from '#web/builder/edit.ts';
import { KINDS, type Kind, newField } from '#web/builder/kinds.ts';
import { rulesWithoutMessage } from '#web/builder/rules-without-message.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

const wordsOf = (name: string) => ({
  title: name,
  name,
  choices: ['One', 'Two'],
  column: { name: 'column_1', title: 'Column 1' },
});

const stored = (definition: Definition): JsonObject => JSON.parse(JSON.stringify(definition));
const found = (definition: Definition) =>
  faultsOfPublishing(stored(definition)).map(({ at, kind }) => [at, kind]);

/** Returns a template with one field of the kind, and with properties set by the builder's inputs. */
function one(kind: Kind, properties: JsonObject = {}): Definition {
  const { definition, path } = addField(emptyDefinition(), newField(kind, wordsOf('f')), undefined);
  return change(definition, path, properties);
}

const AT = 'pages[0].elements[0]';

test('a new field of every kind can be published, but for what is still to be filled in', () => {
  const unfinished = KINDS.flatMap((kind) => found(one(kind)));
  assert.deepEqual(unfinished, [
    [`${AT}.choices[0].imageLink`, 'noChoicePicture'],
    [`${AT}.choices[1].imageLink`, 'noChoicePicture'],
    [`${AT}.list`, 'noList'],
    [`${AT}.templateElements`, 'noFields'],
    [`${AT}.content`, 'noContent'],
    [`${AT}.expression`, 'noCalculation'],
  ]);
});

const REFUSED: readonly (readonly [string, Definition, string, string])[] = [
  ['no choices', one('dropdown', { choices: [] }), 'choices', 'noChoices'],
  ['an empty choice', one('radiogroup', { choices: ['One', ''] }), 'choices[1]', 'emptyChoice'],
  ['two choices alike', one('checkbox', { choices: ['One', 'One'] }), 'choices[1]', 'sameChoice'],
  [
    'two choices that are stored alike',
    one('checkbox', { choices: [1, { value: '1', text: 'Uno' }] }),
    'choices[1]',
    'sameChoice',
  ],
  ['no columns', one('matrixdynamic', { columns: [] }), 'columns', 'noColumns'],
  [
    'a column without choices',
    one('matrixdynamic', { columns: [{ name: 'a', cellType: 'dropdown' }] }),
    'columns[0].choices',
    'noChoices',
  ],
  ['a number above its maximum', one('number', { min: 5, max: 4 }), 'max', 'minAboveMax'],
  [
    'a date after the last',
    one('date', { min: '2026-02-01', max: '2026-01-31' }),
    'max',
    'minAboveMax',
  ],
  [
    'rows above the most',
    one('matrixdynamic', { minRowCount: 3, maxRowCount: 2 }),
    'maxRowCount',
    'minAboveMax',
  ],
  [
    'more choices asked for than there are',
    one('checkbox', { minSelectedChoices: 3 }),
    'minSelectedChoices',
    'tooFewChoices',
  ],
  [
    'a shortest text above the longest',
    one('text', { validators: [{ type: 'text', minLength: 9, maxLength: 8 }] }),
    'validators[0].maxLength',
    'minAboveMax',
  ],
  [
    'a text where a number is',
    one('number', { defaultValue: 'x' }),
    'defaultValue',
    'unfitDefault',
  ],
  ['no day', one('date', { defaultValue: '2026-02-30' }), 'defaultValue', 'unfitDefault'],
  ['no time', one('time', { defaultValue: '25:99' }), 'defaultValue', 'unfitDefault'],
  ['no yes and no no', one('boolean', { defaultValue: 'x' }), 'defaultValue', 'unfitDefault'],
  ['no choice', one('dropdown', { defaultValue: 'Three' }), 'defaultValue', 'unfitDefault'],
  [
    'one where several are',
    one('checkbox', { defaultValue: 'One' }),
    'defaultValue',
    'unfitDefault',
  ],
  ['a rating too high', one('rating', { defaultValue: 6 }), 'defaultValue', 'unfitDefault'],
  ['a number too high', one('number', { max: 3, defaultValue: 4 }), 'defaultValue', 'unfitDefault'],
  [
    'a text too long',
    one('text', { maxLength: 2, defaultValue: 'abc' }),
    'defaultValue',
    'unfitDefault',
  ],
  [
    'a field that is not there',
    one('text', { visibleIf: '{gone} = 1' }),
    'visibleIf',
    'unknownField',
  ],
  [
    'a name in quotes that no field has',
    one('text', { visibleIf: "displayValue('gone') = 'Alpha'" }),
    'visibleIf',
    'unknownField',
  ],
  [
    'a name in quotes in other letters than its field',
    one('text', { requiredIf: "getComment('F') <> 'x'" }),
    'requiredIf',
    'unknownField',
  ],
  [
    'a section in quotes that is not there',
    one('text', { enableIf: "isContainerReady('f')" }),
    'enableIf',
    'unknownField',
  ],
  [
    'a column in other letters than its table has',
    one('matrixdynamic', { visibleIf: "sumInArray({f}, 'COLUMN_1') = 1" }),
    'visibleIf',
    'unknownField',
  ],
  [
    'a column to return that its table does not have',
    one('matrixdynamic', { visibleIf: "minInArray({f}, 'column_1', 'gone') = 1" }),
    'visibleIf',
    'unknownField',
  ],
  ['a text about no field', one('text', { title: 'About {gone}' }), 'title', 'unknownField'],
];
for (const [what, definition, position, kind] of REFUSED) {
  test(`publishing refuses, at its place, what has ${what}`, () => {
    assert.deepEqual(found(definition), [[`${AT}.${position}`, kind]]);
  });
}

/**
 * Returns a template with a yes-or-no field, choices, a table and a repeating section, and a field that refers to all
 * of them.
 */
function referring(): Definition {
  const fields = [
    newField('boolean', wordsOf('safe')),
    newField('radiogroup', wordsOf('state')),
    newField('matrixdynamic', wordsOf('parts')),
    {
      ...newField('paneldynamic', wordsOf('visits')),
      templateElements: [newField('text', wordsOf('who'))],
    },
    { ...newField('text', wordsOf('last')), visibleIf: "{safe} = true and {state} = 'Two'" },
    {
      ...newField('expression', wordsOf('total')),
      expression:
        "sumInArray({parts}, 'column_1') + {parts[0].column_1} + {visits[0].who} + {STATE}",
    },
  ];
  return fields.reduce(
    (definition, field) => addField(definition, field, [0]).definition,
    emptyDefinition(),
  );
}

test('references to fields, columns, entries and choices that are there are none of its business', () => {
  assert.deepEqual(found(referring()), []);
  const more = addPage(referring(), undefined).definition;
  assert.deepEqual(found(duplicate(more, [0, 5]).definition), []);
  const quoted =
    "displayValue('safe') = 'Yes' and propertyValue(visits, 'panelCount') > 0 and isContainerReady('page1')";
  assert.deepEqual(found(change(more, [0, 4], { visibleIf: quoted })), []);
  const inEntry = { templateVisibleIf: "displayValue('who') = displayValue('safe')" };
  assert.deepEqual(found(change(more, [0, 3], inEntry)), []);
  const words = "{panelIndex} > 0 and {visits[0].who} notempty and 'no {braces}' <> '{safe}'";
  assert.deepEqual(found(change(more, [0, 4], { visibleIf: words })), []);
});

test('rules without a message are named before publishing, in tables and repeating sections too', () => {
  const silent = { type: 'expression', expression: '{a} > 1' };
  const definition: Definition = {
    ...emptyDefinition(),
    pages: [
      {
        name: 'page1',
        elements: [
          { type: 'text', name: 'a', title: 'A', validators: [silent] },
          { type: 'text', name: 'b', validators: [{ ...silent, text: 'More than 1' }] },
          { type: 'matrixdynamic', name: 't', columns: [{ name: 'c', validators: [silent] }] },
          {
            type: 'paneldynamic',
            name: 'p',
            templateElements: [{ type: 'text', name: 'inner', validators: [silent] }],
          },
        ],
      },
    ],
  };
  assert.deepEqual(rulesWithoutMessage(definition), ['A', 't', 'inner']);
});

test('a calculation with an answer, and the number of its choices, are compared with any value', () => {
  const fields = [
    { type: 'radiogroup', name: 's', choices: ['1', '2'] },
    { type: 'dropdown', name: 's2', choices: ['1', '2'] },
    { type: 'checkbox', name: 'm', choices: ['a', 'b'] },
    {
      type: 'paneldynamic',
      name: 'rows',
      templateElements: [{ type: 'checkbox', name: 'n', choices: ['a', 'b'] }],
    },
  ];
  const checked = (visibleIf: string) =>
    faultsOfPublishing({
      pages: [{ elements: [...fields, { type: 'text', name: 'why', visibleIf }] }],
    }).map(({ kind }) => kind);
  for (const right of [
    '{s} + {s2} = 5',
    '5 = {s} + {s2}',
    '2 * {s} = 6',
    '{s} = 5 - {s2}',
    '{m.length} = 3',
    '{rows[0].n.length} > 1 and {rows[0].n.length} != 3',
    "{m[0]} = 'a'",
  ]) {
    assert.deepEqual(checked(right), [], right);
  }
  assert.deepEqual(checked("{s} = 5 and {m} = 'a'"), ['unknownChoice', 'listCompared']);
  assert.deepEqual(checked('{s} + 1 = 2 or 5 = {s2}'), ['unknownChoice']);
});

test('a field that is deleted is named wherever something refers to it', () => {
  const names = (path: readonly number[]) =>
    faultsOfPublishing(stored(remove(referring(), path).definition)).map(({ at, values }) => [
      at,
      values?.['name'],
    ]);
  assert.deepEqual(names([0, 0]), [['pages[0].elements[3].visibleIf', 'safe']]);
  assert.deepEqual(names([0, 1]), [
    ['pages[0].elements[3].visibleIf', 'state'],
    ['pages[0].elements[4].expression', 'STATE'],
  ]);
  assert.deepEqual(names([0, 2]), [
    ['pages[0].elements[4].expression', 'parts'],
    ['pages[0].elements[4].expression', 'parts[0].column_1'],
  ]);
  assert.deepEqual(names([0, 3, 0]), [
    ['pages[0].elements[3].templateElements', undefined],
    ['pages[0].elements[5].expression', 'visits[0].who'],
  ]);
});

test('a choice or a column that is gone is named where something refers to it', () => {
  assert.deepEqual(found(change(referring(), [0, 1], { choices: ['One', 'Three'] })), [
    ['pages[0].elements[4].visibleIf', 'unknownChoice'],
  ]);
  const columns = [{ name: 'other', cellType: 'text' }];
  assert.deepEqual(found(change(referring(), [0, 2], { columns })), [
    ['pages[0].elements[5].expression', 'unknownField'],
    ['pages[0].elements[5].expression', 'unknownField'],
  ]);
});

forEngineOrBoth('sqlite', (engine) => {
  describe('publishing over HTTPS', () => {
    let node: Instance;
    before(async () => {
      node = await startInstance(engine);
    });
    after(() => node.close());

    test('an unfinished draft is stored, checked and not published, each fault with its place', async () => {
      const { send } = await adminBrowser(node);
      const definition = one('dropdown', { choices: [], visibleIf: '{gone} = 1' });
      const made = await send('POST', '/app/v1/templates', { body: { name: 'T', definition } });
      assert.equal(made.status, 201, made.text);
      const checked = await send('POST', '/app/v1/templates/check', { body: { definition } });
      const refused = await send('POST', `/app/v1/templates/${String(made.at('id'))}/publish`, {
        body: {},
      });
      assert.equal(refused.status, 422, refused.text);
      assert.equal(checked.status, 200, checked.text);
      for (const { at } of [checked, refused]) {
        assert.deepEqual(
          [at('faults', 0, 'at'), at('faults', 0, 'kind'), at('faults', 1, 'at')],
          [`${AT}.choices`, 'noChoices', `${AT}.visibleIf`],
        );
      }
      assert.equal(refused.at('at'), `${AT}.choices`);
    });
  });
});
