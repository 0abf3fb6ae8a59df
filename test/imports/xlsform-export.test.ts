// Templates as XLSForms, and what an import makes of them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { readFile } from '#template-files/read-file.ts';
import { settleDefinition } from '#template-files/settle-definition.ts';
import { xlsFormOf } from '#template-files/xlsform/write-xlsform.ts';
import { xlsFormFile } from '#template-files/xlsform-file.ts';
import { writeTexts } from '#template-files/xlsx/write-workbook.ts';
import { GALLERY } from '#web/gallery/gallery.ts';
import { casesOf } from '../support/timing.ts';
import { Dice, randomForm } from '../survey/random-form.ts';

const fileOf = (definition: JsonObject) =>
  ({
    format: 'formstead-template',
    version: 1,
    name: 'Form',
    namePattern: '',
    definition,
  }) as const;

const settled = (definition: JsonObject) => settleDefinition(definition, () => {}).definition;

async function back(definition: JsonObject): Promise<JsonValue> {
  const bytes = await xlsFormFile(fileOf(definition));
  return (await readFile(Buffer.from(bytes))).definition;
}

/** Returns the rows of the sheet "survey" by the names of the fields. */
function rowsOf(definition: JsonObject): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const [heads = [], ...rows] = xlsFormOf('Form', definition).survey;
  return new Map(
    rows.map((row) => {
      const cells = Object.fromEntries(heads.map((head, i) => [head, row[i] ?? '']));
      return [cells['name'] ?? '', cells];
    }),
  );
}

test('a random template comes back as it was', async () => {
  for (let seed = 1; seed <= casesOf({ daily: 40, nightly: 300, deep: 2000 }); seed += 1) {
    const definition: JsonObject = JSON.parse(JSON.stringify(randomForm(new Dice(seed))));
    assert.deepEqual(await back(definition), settled(definition), `seed ${seed}`);
  }
});

test('so does each template of the gallery', async () => {
  for (const entry of GALLERY) {
    const definition: JsonObject = JSON.parse(JSON.stringify(entry.definition));
    assert.deepEqual(await back(definition), settled(definition));
  }
});

test('without the sheet of our own, every field of the gallery is still there', async () => {
  const kept = /^(?:text|comment|boolean|radiogroup|dropdown|checkbox|rating|file|signaturepad)$/;
  for (const { definition } of GALLERY) {
    const fields = definition.pages.flatMap(({ elements }) => elements);
    const wanted = fields.filter(({ type }) => kept.test(type)).map(({ name }) => name);
    const sheets = xlsFormOf('Form', JSON.parse(JSON.stringify(definition)));
    const read = await readFile(Buffer.from(await writeTexts({ ...sheets })));
    const text = JSON.stringify(read.definition);
    const lost = wanted.filter((name) => !text.includes(`"name":"${name}"`));
    assert.deepEqual(lost, []);
  }
});

test('types, conditions and calculations are those of XLSForms', () => {
  const rows = rowsOf({
    pages: [
      {
        name: 'one',
        elements: [
          { type: 'radiogroup', name: 'state', choices: ['good', 'bad'], isRequired: true },
          { type: 'checkbox', name: 'parts', choices: ['a', 'b'] },
          {
            type: 'comment',
            name: 'why',
            title: { default: 'Why', de: 'Warum' },
            visibleIf: "{state} = 'bad' and {parts} contains 'a'",
          },
          {
            type: 'paneldynamic',
            name: 'cars',
            templateElements: [{ type: 'text', inputType: 'number', name: 'km', min: 0 }],
          },
          {
            type: 'expression',
            name: 'sum',
            expression: "iif({state} notempty, sumInArray({cars}, 'km') / 2, 0)",
          },
          { type: 'expression', name: 'odd', expression: 'age({why})' },
          { type: 'ranking', name: 'order', choices: ['a', 'b'] },
          { type: 'slider', name: 'level', min: 1, max: 9 },
        ],
      },
    ],
  });
  const cellsOf = (name: string, ...columns: readonly string[]) =>
    columns.map((column) => rows.get(name)?.[column]);
  assert.deepEqual(cellsOf('state', 'type', 'required'), ['select_one list_1', 'yes']);
  assert.deepEqual(cellsOf('parts', 'type'), ['select_multiple list_2']);
  assert.deepEqual(
    cellsOf('why', 'type', 'appearance', 'label::English (en)', 'label::German (de)', 'relevant'),
    ['text', 'multiline', 'Why', 'Warum', `$\{state} = 'bad' and selected($\{parts}, 'a')`],
  );
  assert.deepEqual(cellsOf('cars', 'type'), ['begin_repeat']);
  assert.deepEqual(cellsOf('km', 'type', 'constraint'), ['decimal', '. >= 0']);
  assert.deepEqual(cellsOf('sum', 'type', 'calculation'), [
    'calculate',
    `if ( $\{state} != '' , sum($\{km}) div 2 , 0 )`,
  ]);
  assert.deepEqual(cellsOf('odd', 'calculation', 'note'), ['', 'expression: age({why})']);
  assert.deepEqual(cellsOf('order', 'type'), ['rank list_2']);
  assert.deepEqual(cellsOf('level', 'type', 'parameters'), ['range', 'start=1 end=9 step=1']);
});

test('when a sheet was changed, the sheets count', async () => {
  const definition = {
    pages: [{ name: 'one', elements: [{ type: 'text', name: 'site', title: 'Site' }] }],
  };
  const sheets = xlsFormOf('Form', definition);
  const [heads = [], row = []] = sheets.survey;
  const changed = row.map((cell) => (cell === 'Site' ? 'Place' : cell));
  const own = [
    ['fingerprint', 'template'],
    ['0', 'e30='],
  ];
  const bytes = await writeTexts({ ...sheets, survey: [heads, changed], formstead: own });
  const read = await readFile(Buffer.from(bytes));
  const { pages } = Object(read.definition);
  assert.deepEqual(pages[0].elements, [{ type: 'text', name: 'site', title: 'Place' }]);
  assert.deepEqual(
    read.notes.map(({ kind }) => kind),
    ['changedForm'],
  );
});

const LIKERT: JsonObject = {
  type: 'matrix',
  name: 'service',
  title: 'Our service',
  isRequired: true,
  eachRowRequired: true,
  columns: [
    { value: 'no', text: 'No' },
    { value: 'yes', text: 'Yes' },
  ],
  rows: [
    { value: 'fast', text: 'It was fast' },
    { value: 'kind', text: 'They were kind' },
  ],
};

/** Reads an export of which somebody else kept only the sheets of XLSForms. */
async function withoutOurSheet(definition: JsonObject, change = (cell: string) => cell) {
  const sheets = xlsFormOf('Form', definition);
  const survey = sheets.survey.map((row) => row.map(change));
  return await readFile(Buffer.from(await writeTexts({ ...sheets, survey })));
}

test('a table-list is a Likert scale, with its rows and columns', async () => {
  const read = await withoutOurSheet({ pages: [{ name: 'one', elements: [LIKERT] }] });
  const [found] = Object(read.definition).pages[0].elements;
  const { rows, columns, ...others } = found;
  assert.deepEqual(
    [others.type, others.name, others.isRequired, others.eachRowRequired],
    ['matrix', 'service', true, true],
  );
  assert.deepEqual(
    columns.map(({ value }: { value: string }) => value),
    ['no', 'yes'],
  );
  assert.deepEqual(
    rows.map(({ value }: { value: string }) => value),
    ['service_fast', 'service_kind'],
  );
  assert.equal(
    read.notes.some(({ kind }) => kind === 'tableList'),
    false,
  );
});

test('where a question of a table-list differs or is named, all of them stay single, with a note', async () => {
  const note = { type: 'text', name: 'why', title: 'Why was it so {service}?' };
  const pages = [{ name: 'one', elements: [LIKERT, note] }];
  const read = await withoutOurSheet({ pages }, (cell) =>
    cell.startsWith('Why was it so') ? ['Why $', '{service_fast}?'].join('') : cell,
  );
  const text = JSON.stringify(read.definition);
  assert.doesNotMatch(text, /"matrix"/);
  assert.match(text, /"name":"service_fast"/);
  assert.equal(
    read.notes.some(({ kind }) => kind === 'tableList'),
    true,
  );
});
