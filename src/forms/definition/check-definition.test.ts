import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import type { JsonValue } from '#kernel/json.ts';
import { checkDefinition, MAX_FIELDS } from './check-definition.ts';

function refused(definition: JsonValue): AppError {
  try {
    checkDefinition(definition);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'invalid-definition');
    return error;
  }
  return assert.fail('the definition was accepted');
}

const page = (...elements: JsonValue[]): JsonValue => ({ pages: [{ name: 'p', elements }] });

test('the field index lists the questions in order, panels opened, tables as one', () => {
  const { fields } = checkDefinition(
    page(
      { type: 'text', name: 'site', title: 'Site' },
      {
        type: 'panel',
        name: 'box',
        elements: [{ type: 'comment', name: 'notes', title: { default: 'Notes', de: 'Notizen' } }],
      },
      { type: 'matrixdynamic', name: 'parts', columns: [{ name: 'qty', cellType: 'text' }] },
      {
        type: 'paneldynamic',
        name: 'visits',
        templateElements: [{ type: 'text', name: 'site' }],
      },
    ),
  );
  assert.deepEqual(fields, [
    { name: 'site', title: 'Site', type: 'text' },
    { name: 'notes', title: 'Notes', type: 'comment' },
    { name: 'parts', title: 'parts', type: 'matrixdynamic' },
    { name: 'visits', title: 'visits', type: 'paneldynamic' },
  ]);
});

test('elements may stand without pages', () => {
  const { fields } = checkDefinition({ elements: [{ type: 'boolean', name: 'ok' }] });
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['ok'],
  );
});

test('a refused type is named with its place and with what is allowed', () => {
  const error = refused(page({ type: 'text', name: 'a' }, { type: 'html', name: 'b' }));
  assert.equal(error.at, 'pages[0].elements[1].type');
  assert.match(error.detail, /"html".*signaturepad/);
});

const REFUSED: readonly [string, JsonValue, string][] = [
  ['a list', [], ''],
  ['text', 'x', ''],
  ['null', null, ''],
  ['pages that are no list', { pages: {} }, 'pages'],
  ['a page that is no object', { pages: [1] }, 'pages[0]'],
  ['an element that is no object', page('x'), 'pages[0].elements[0]'],
  ['an element without type', page({ name: 'a' }), 'pages[0].elements[0].type'],
  ['an inherited type name', page({ type: 'constructor', name: 'a' }), 'pages[0].elements[0].type'],
  ['no name', page({ type: 'text' }), 'pages[0].elements[0].name'],
  ['an empty name', page({ type: 'text', name: ' ' }), 'pages[0].elements[0].name'],
  ['a long name', page({ type: 'text', name: 'x'.repeat(129) }), 'pages[0].elements[0].name'],
  ['__proto__', page({ type: 'text', name: '__proto__' }), 'pages[0].elements[0].name'],
  [
    'a name twice, without case',
    page(
      { type: 'text', name: 'Site' },
      { type: 'panel', elements: [{ type: 'text', name: 'site' }] },
    ),
    'pages[0].elements[1].elements[0].name',
  ],
  [
    'a column name twice',
    page({ type: 'matrixdynamic', name: 'm', columns: [{ name: 'a' }, { name: 'a' }] }),
    'pages[0].elements[0].columns[1].name',
  ],
  [
    'a cell type we do not know',
    page({ type: 'matrixdynamic', name: 'm', columns: [{ name: 'a', cellType: 'html' }] }),
    'pages[0].elements[0].columns[0].cellType',
  ],
  [
    'choices fetched from an address',
    page({ type: 'dropdown', name: 'a', choicesByUrl: { url: 'https://x.example' } }),
    'pages[0].elements[0].choicesByUrl',
  ],
  [
    'a regular expression',
    page({ type: 'text', name: 'a', validators: [{ type: 'regex', regex: '^(a+)+$' }] }),
    'pages[0].elements[0].validators[0]',
  ],
  ['triggers', { triggers: [] }, 'triggers'],
  ['a page to go to', { navigateToUrl: 'https://x.example' }, 'navigateToUrl'],
  ['own HTML at the end', { completedHtml: '<b>x</b>' }, 'completedHtml'],
  ['300 kB', page({ type: 'text', name: 'a', description: 'x'.repeat(300_000) }), ''],
  ['256 kB of two-byte letters', { title: 'é'.repeat(131_073) }, ''],
];
for (const [what, definition, at] of REFUSED) {
  test(`a definition with ${what} is refused at ${at === '' ? 'the top' : at}`, () => {
    assert.equal(refused(definition).at ?? '', at);
  });
}

test(`${MAX_FIELDS} fields are accepted, one more is not, columns counted`, () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ type: 'text', name: `f${i}` }));
  checkDefinition(page(...some(MAX_FIELDS)));
  refused(page(...some(MAX_FIELDS + 1)));
  refused(
    page(...some(MAX_FIELDS - 1), {
      type: 'matrixdynamic',
      name: 'm',
      columns: [{ name: 'a' }],
    }),
  );
});

test('panels nested too deep are refused, not followed', () => {
  let inner: JsonValue = { type: 'text', name: 'a' };
  for (let i = 0; i < 5_000; i += 1) inner = { type: 'panel', elements: [inner] };
  assert.match(refused(page(inner)).detail, /nest deeper than 10/);
});
