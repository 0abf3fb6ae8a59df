import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import type { JsonValue } from '#kernel/json.ts';
import { BLUE_JPEG } from '../../../test/support/pictures.ts';
import { checkDefinition } from './check-definition.ts';
import { DEFINITION_LIMITS } from './definition-limits.ts';

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
  checkDefinition({ pages: [], elements: [{ type: 'boolean', name: 'ok' }] });
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
  ...(
    [
      ['unit', 'thirteen chars'],
      ['unit', ' '],
      ['unit', '{0}'],
      ['unit', { de: 'viel zu lange Einheit' }],
      ['decimals', 7],
      ['decimals', 1.5],
      ['preset', '^(a+)+$'],
      ['mask', 'XX-00'],
      ['mask', '9'.repeat(41)],
      ['patternErrorText', { default: 'x', de: 'x'.repeat(201) }],
    ] as const
  ).map(([name, value]): [string, JsonValue, string] => [
    `the ${name} ${JSON.stringify(value)}`,
    page({ type: 'text', name: 'a', [name]: value }),
    `pages[0].elements[0].${name}`,
  ]),
  [
    'a link that runs code',
    page({ type: 'instructions', name: 'a', content: { de: '[x](javascript:alert)' } }),
    'pages[0].elements[0].content',
  ],
  [
    'a text of 5001 characters',
    page({ type: 'instructions', name: 'a', content: 'x'.repeat(5001) }),
    'pages[0].elements[0].content',
  ],
  [
    'a heading that must be answered',
    page({ type: 'heading', name: 'a', isRequired: true }),
    'pages[0].elements[0].isRequired',
  ],
  // The engine shows those of the member that comes last.
  [
    'elements beside pages',
    { pages: [{ name: 'p', elements: [] }], elements: [{ type: 'text', name: 'a' }] },
    'elements',
  ],
  ['no elements beside pages', { elements: [], pages: [{ name: 'p', elements: [] }] }, 'elements'],
  ['triggers', { triggers: [] }, 'triggers'],
  ['a page to go to', { navigateToUrl: 'https://x.example' }, 'navigateToUrl'],
  ['own HTML at the end', { completedHtml: '<b>x</b>' }, 'completedHtml'],
  ['3 MB', page({ type: 'text', name: 'a', description: 'x'.repeat(3_000_000) }), ''],
  ['2 MiB of two-byte letters', { title: 'é'.repeat(1_048_577) }, ''],
];
for (const [what, definition, at] of REFUSED) {
  test(`a definition with ${what} is refused at ${at === '' ? 'the top' : at}`, () => {
    assert.equal(refused(definition).at ?? '', at);
  });
}

test(`${DEFINITION_LIMITS.fields} fields are accepted, one more is not, columns counted`, () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ type: 'text', name: `f${i}` }));
  checkDefinition(page(...some(DEFINITION_LIMITS.fields)));
  refused(page(...some(DEFINITION_LIMITS.fields + 1)));
  refused(
    page(...some(DEFINITION_LIMITS.fields - 1), {
      type: 'matrixdynamic',
      name: 'm',
      columns: [{ name: 'a' }],
    }),
  );
});

test(`${DEFINITION_LIMITS.choices} choices are accepted, one more is not, those of all fields counted`, () => {
  const field = (name: string, count: number) => ({
    type: 'dropdown',
    name,
    choices: Array.from({ length: count }, (_, i) => `c${i}`),
  });
  const half = DEFINITION_LIMITS.choices / 2;
  checkDefinition(page(field('a', half), field('b', half)));
  const { at, message } = refused(page(field('a', half), field('b', half + 1)));
  assert.equal(at, `pages[0].elements[1].choices[${half}]`);
  assert.match(message, /more than 10000 choices.*Use a shared list/);
});

test('panels nested too deep are refused, not followed', () => {
  let inner: JsonValue = { type: 'text', name: 'a' };
  for (let i = 0; i < 5_000; i += 1) inner = { type: 'panel', elements: [inner] };
  assert.match(refused(page(inner)).detail, /nest deeper than 10/);
});

test('an instruction text has a small JPEG, of which its form has a few', () => {
  const text = (picture: JsonValue, more = {}) => ({
    type: 'instructions',
    name: 'i',
    picture,
    ...more,
  });
  checkDefinition(page(text(BLUE_JPEG, { pictureText: { default: 'Sea', de: 'Meer' } })));
  const start = 'data:image/jpeg;base64,';
  const bytes = Buffer.from(BLUE_JPEG.slice(start.length), 'base64');
  const wide = Buffer.from(bytes);
  wide.writeUInt16BE(1601, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 7);
  const faulty = [
    'https://pictures.example/sea.jpg',
    BLUE_JPEG.replace('jpeg', 'png'),
    `${start}<svg/>`,
    `${start}${Buffer.from('no picture').toString('base64')}`,
    start + Buffer.concat([bytes, Buffer.alloc(60_000)]).toString('base64'),
    start + wide.toString('base64'),
    7,
  ];
  for (const picture of faulty) {
    const { message } = refused(page(text(picture)));
    assert.match(message, /^pages\[0\]\.elements\[0\]\.picture: .*60000 bytes and 1600 pixels/);
  }
  refused(page({ type: 'heading', name: 'h', picture: BLUE_JPEG }));

  const large = start + Buffer.concat([bytes, Buffer.alloc(59_000)]).toString('base64');
  const several = (count: number) =>
    page(...Array.from({ length: count }, (_, i) => text(large, { name: `i${i}` })));
  checkDefinition(several(5));
  assert.match(refused(several(6)).message, /at most 5 pictures/);
  // What only looks like a picture counts towards the size of the definition.
  const hidden = Array.from({ length: 30 }, () => ({ picture: large }));
  const field = { type: 'checkbox', name: 'c', defaultValue: hidden };
  assert.match(refused(page(field)).message, /larger than 2097152 bytes/);
});
