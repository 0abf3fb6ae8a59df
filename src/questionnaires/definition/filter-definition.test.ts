import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { reportOnDefinition } from './check-definition.ts';
import { ELEMENTS } from './profile.ts';

const one = (element: JsonObject): JsonValue => ({ elements: [element] });
const faultsOf = (definition: JsonValue) =>
  reportOnDefinition(definition).faults.map(({ at }) => at);

const text = (more: JsonObject): JsonValue => one({ type: 'text', name: 'a', ...more });
const REFUSED: readonly [string, JsonValue, string][] = [
  ['HTML as an element', one({ type: 'html', name: 'h' }), 'elements[0].type'],
  ['an image from elsewhere', one({ type: 'image', name: 'i' }), 'elements[0].type'],
  ['a logo from elsewhere', { logo: 'https://x.example/a.png' }, 'logo'],
  ['a link in the logo', { logoPosition: 'left' }, 'logoPosition'],
  ['own HTML while loading', { loadingHtml: '<b>' }, 'loadingHtml'],
  ['a background from elsewhere', { backgroundImage: 'https://x' }, 'backgroundImage'],
  ['values that are computed beside the answers', { calculatedValues: [] }, 'calculatedValues'],
  ['answers under another name', text({ valueName: 'b' }), 'elements[0].valueName'],
  ['another renderer', text({ renderAs: 'x' }), 'elements[0].renderAs'],
  ['a mask', text({ maskType: 'pattern' }), 'elements[0].maskType'],
  ['an input type that runs off', text({ inputType: 'file' }), 'elements[0].inputType'],
  ['a handler', text({ onclick: 'x' }), 'elements[0].onclick'],
  ['a function of its own', text({ visibleIf: 'steal({a})' }), 'elements[0].visibleIf'],
  ['an expression that is none', text({ visibleIf: { a: 1 } }), 'elements[0].visibleIf'],
  ['an endless expression', text({ visibleIf: '('.repeat(60) }), 'elements[0].visibleIf'],
  ['a long expression', text({ visibleIf: ' '.repeat(5000) }), 'elements[0].visibleIf'],
  ['a page called by an object', { pages: [{ name: { a: 1 } }] }, 'pages[0].name'],
  [
    'a prototype in a default value',
    JSON.parse('{"elements":[{"type":"text","name":"a","defaultValue":{"__proto__":{"x":1}}}]}'),
    'elements[0].defaultValue',
  ],
  ['a language that is none', text({ title: { valueOf: 'x' } }), 'elements[0].title'],
  ['a title that is a list', text({ title: ['x'] }), 'elements[0].title'],
  ['a width that is an address', text({ width: 'url(//x)' }), 'elements[0].width'],
  [
    'files as text',
    one({ type: 'file', name: 'f', storeDataAsText: true }),
    'elements[0].storeDataAsText',
  ],
  [
    'a million rows',
    one({ type: 'matrixdynamic', name: 'm', rowCount: 1e6 }),
    'elements[0].rowCount',
  ],
  [
    'a choice that is an object',
    one({ type: 'dropdown', name: 'd', choices: [{ value: {} }] }),
    'elements[0].choices[0]',
  ],
  [
    'a picture as a choice',
    one({ type: 'dropdown', name: 'd', choices: [{ value: 1, imageLink: 'https://x' }] }),
    'elements[0].choices[0].imageLink',
  ],
  [
    'choices that are counted up',
    one({ type: 'dropdown', name: 'd', choicesMax: 1e9 }),
    'elements[0].choicesMax',
  ],
  [
    'true as something else',
    one({ type: 'boolean', name: 'b', valueTrue: 'yes' }),
    'elements[0].valueTrue',
  ],
  [
    'a validator with code',
    text({ validators: [{ type: 'expression', expression: 'x()' }] }),
    'elements[0].validators[0].expression',
  ],
  [
    'a regular expression by its other name',
    text({ validators: [{ type: 'regexvalidator' }] }),
    'elements[0].validators[0]',
  ],
  ['a name of the language', one({ type: 'text', name: 'constructor' }), 'elements[0].name'],
  ['a name with a dot', one({ type: 'text', name: 'a.b' }), 'elements[0].name'],
  ['a name that expressions end at', one({ type: 'text', name: 'a}' }), 'elements[0].name'],
  ['__proto__ as a property', JSON.parse('{"__proto__":{"elements":[]}}'), '__proto__'],
  [
    'the name of another question’s comment',
    {
      elements: [
        { type: 'text', name: 'a', showCommentArea: true },
        { type: 'text', name: 'A-comment' },
      ],
    },
    'elements[1].name',
  ],
  [
    'the name of a table’s totals',
    {
      elements: [
        { type: 'matrixdynamic', name: 'm' },
        { type: 'text', name: 'm-total' },
      ],
    },
    'elements[1].name',
  ],
];
for (const [what, definition, at] of REFUSED) {
  test(`a definition with ${what} is refused at ${at}`, () => {
    assert.deepEqual(faultsOf(definition), [at]);
  });
}

test('everything that the builder and the samples make is taken', () => {
  const elements = [
    {
      type: 'text',
      name: 'a',
      inputType: 'date',
      min: '2026-01-01',
      max: '2026-12-31',
      isRequired: true,
    },
    {
      type: 'text',
      name: 'n',
      inputType: 'number',
      min: 0,
      max: 10,
      step: 0.5,
      title: { default: 'N', de: 'N' },
    },
    {
      type: 'comment',
      name: 'c',
      placeholder: 'x',
      rows: 4,
      visibleIf: '{a} notempty and {n} > 3',
    },
    { type: 'boolean', name: 'b', labelTrue: 'Ja', labelFalse: 'Nein' },
    {
      type: 'dropdown',
      name: 'd',
      choices: ['x', 2, { value: 'y', text: 'Y' }],
      showOtherItem: true,
    },
    { type: 'checkbox', name: 'k', choices: ['x'], maxSelectedChoices: 2, defaultValue: ['x'] },
    { type: 'rating', name: 'r', rateMin: 1, rateMax: 5, minRateDescription: 'bad' },
    {
      type: 'file',
      name: 'f',
      acceptedTypes: 'image/*',
      sourceType: 'file-camera',
      storeDataAsText: false,
      allowMultiple: true,
    },
    { type: 'signaturepad', name: 's', storeDataAsText: false, penColor: '#123456' },
    { type: 'panel', name: 'p', title: 'P', elements: [{ type: 'text', name: 'q' }] },
    {
      type: 'matrixdynamic',
      name: 'm',
      rowCount: 1,
      addRowText: 'More',
      columns: [
        { name: 'x', title: 'X', cellType: 'text', inputType: 'number', isRequired: true },
        { name: 'y', cellType: 'dropdown', choices: ['1'] },
        { name: 'z', cellType: 'expression', expression: '{row.x} * 2', totalType: 'sum' },
      ],
    },
    {
      type: 'paneldynamic',
      name: 'pd',
      panelCount: 1,
      templateTitle: 'T',
      templateElements: [{ type: 'text', name: 'a' }],
    },
    {
      type: 'expression',
      name: 'e',
      expression: "sumInArray({m}, 'x') + iif({b}, 1, 2)",
      displayStyle: 'currency',
      currency: 'EUR',
    },
  ];
  const definition = { title: 'T', pages: [{ name: 'p1', title: 'One', elements }] };
  const { faults, accepted } = reportOnDefinition(definition);
  assert.deepEqual(faults, []);
  assert.deepEqual(accepted, definition);
});

test('what is taken of anything at all is taken again whole', () => {
  const words = fc.constantFrom(
    ...[...ELEMENTS.keys(), 'html', 'name', 'type', 'title', 'elements', 'pages', 'columns'],
    ...['choices', 'validators', 'visibleIf', 'templateElements', '__proto__', 'defaultValue'],
  );
  const tree = fc.letrec<{ readonly node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue(),
      words,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(words, tie('node'), { maxKeys: 6 }),
      fc.record({ type: words, name: words, elements: fc.array(tie('node'), { maxLength: 3 }) }),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (definition) => {
      const given: JsonValue = JSON.parse(JSON.stringify(definition ?? null));
      const { accepted, faults } = reportOnDefinition(given);
      if (accepted === undefined) return assert.ok(faults.length > 0);
      const again = reportOnDefinition(accepted);
      assert.deepEqual(again.faults, []);
      assert.deepEqual(again.accepted, accepted);
    }),
  );
});
