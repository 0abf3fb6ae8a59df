// Templates as XLSForms, and what an import makes of them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { COLUMN, ELEMENTS } from '#questionnaires/definition/profile.ts';
import { readFile } from '#template-files/read-file.ts';
import { settleDefinition } from '#template-files/settle-definition.ts';
import { LEFT_OUT, LEFT_OUT_EXPRESSIONS } from '#template-files/xlsform/form-losses.ts';
import { writeXlsForm } from '#template-files/xlsform/write-xlsform.ts';
import { xlsFormFile } from '#template-files/xlsform-file.ts';
import { writeTexts } from '#template-files/xlsx/write-workbook.ts';
import { GALLERY } from '#web/gallery/gallery.ts';
import { LIKERT } from '../support/likert.ts';
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
  const [heads = [], ...rows] = writeXlsForm('Form', definition).sheets.survey;
  return new Map(
    rows.map((row) => {
      const cells = Object.fromEntries(heads.map((head, i) => [head, row[i] ?? '']));
      return [cells['name'] ?? '', cells];
    }),
  );
}

const GROUP = '0198c5a0-0000-7000-8000-000000000001';

/** The kinds that a random form lacks, each with some of its properties. */
function newKinds(dice: Dice): readonly JsonObject[] {
  const some = (properties: JsonObject) => (dice.once(2) ? properties : {});
  const kinds: readonly JsonObject[] = [
    { type: 'imagepicker', name: 'picture', choices: ['a', 'b'], ...some({ multiSelect: true }) },
    { type: 'ranking', name: 'order', choices: [{ value: 1, text: 'One' }, 'two'] },
    { type: 'slider', name: 'level', min: 1, max: 9, ...some({ step: 2, unit: 'bar' }) },
    { type: 'person', name: 'who', ...some({ group: GROUP }), ...some({ isRequired: true }) },
    { ...LIKERT, ...some({ visibleIf: '{level} > 3' }) },
    {
      type: 'rating',
      name: 'stars',
      rateCount: 3,
      ...some({ rateMin: 2 }),
      ...some({ rateStep: 2 }),
    },
    ...['visits', 'cars'].map((name) => ({
      ...{ type: 'paneldynamic', name },
      templateElements: [
        { type: 'text', name: 'km', inputType: 'number', ...some({ isRequired: true }) },
        { type: 'comment', name: 'note', ...some({ visibleIf: '{panel.km} > 3' }) },
        {
          ...{ type: 'matrixdynamic', name: 'parts' },
          columns: [
            { name: 'km', cellType: 'text', inputType: 'number' },
            { name: 'note', cellType: 'text', ...some({ visibleIf: '{row.km} > {panel.km}' }) },
          ],
        },
      ],
    })),
    {
      ...{ type: 'expression', name: 'far', hideWhileFilling: true },
      expression: "sumInArray({visits}, 'km') - sumInArray({cars}, 'km')",
    },
    {
      type: 'expression',
      name: 'score',
      expression: "sumInArray({checks}, 'points') + {level}",
      ...some({ hideWhileFilling: true }),
    },
    {
      type: 'matrixdropdown',
      name: 'checks',
      rows: [{ value: 'brakes', text: 'Brakes' }, 'lights'],
      columns: [
        { name: 'points', cellType: 'text', inputType: 'number' },
        { name: 'photo', cellType: 'file', acceptedTypes: 'image/*', storeDataAsText: false },
        { name: 'why', cellType: 'comment', visibleIf: '{row.points} < 3' },
        { name: 'by', cellType: 'person', ...some({ group: GROUP }) },
      ],
    },
  ];
  return dice.shuffled(kinds).slice(0, 2 + dice.below(kinds.length - 1));
}

function randomTemplate(seed: number): JsonObject {
  const dice = new Dice(seed);
  const form: { pages: JsonObject[] } = JSON.parse(JSON.stringify(randomForm(dice)));
  return { pages: [...form.pages, { name: 'kinds', elements: newKinds(dice) }] };
}

test('a random template comes back as it was', async () => {
  for (let seed = 1; seed <= casesOf({ daily: 40, nightly: 300, deep: 2000 }); seed += 1) {
    const definition = randomTemplate(seed);
    assert.deepEqual(await back(definition), settled(definition), `seed ${seed}`);
  }
});

test('no cell of a random template names a row that is not in the file', () => {
  for (let seed = 1; seed <= casesOf({ daily: 200, nightly: 1000, deep: 5000 }); seed += 1) {
    const rows = rowsOf(randomTemplate(seed));
    for (const [name, { note: _, ...cells }] of rows) {
      for (const [, named = ''] of Object.values(cells)
        .join(' ')
        .matchAll(/\$\{([^}]*)\}/g)) {
        assert.ok(rows.has(named), `seed ${seed}: ${name} names ${named}`);
      }
    }
  }
});

/** What of a row has a name in other programs. */
const isNamed = ([type = '']: readonly string[]): boolean => !type.startsWith('end_');

test('no two rows of a random template have one name', () => {
  for (let seed = 1; seed <= casesOf({ daily: 200, nightly: 1000, deep: 5000 }); seed += 1) {
    const [, ...rows] = writeXlsForm('Form', randomTemplate(seed)).sheets.survey;
    const names = rows.filter(isNamed).map(([, name = '']) => name.toLowerCase());
    assert.deepEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      [],
      `seed ${seed}`,
    );
  }
});

test('fields of two sections that have one name are apart, and each is named by its own section', () => {
  const section = (name: string): JsonObject => ({
    ...{ type: 'paneldynamic', name, title: name === 'visits' ? 'Visits' : 'Cars' },
    templateElements: [
      { type: 'text', name: 'km', inputType: 'number', isUnique: true },
      { type: 'comment', name: 'why', visibleIf: '{panel.km} > 3 and {km} < 9' },
    ],
  });
  const elements: readonly JsonObject[] = [
    { type: 'text', name: 'km', inputType: 'number' },
    section('visits'),
    section('cars'),
    { type: 'expression', name: 'sum', expression: "sumInArray({cars}, 'km') + {km}" },
  ];
  const definition = { pages: [{ name: 'one', elements }] };
  const rows = rowsOf(definition);
  assert.deepEqual(
    [...rows.keys()].filter((name) => name !== ''),
    ['km', 'visits', 'visits_km', 'why', 'cars', 'cars_km', 'cars_why', 'sum'],
  );
  const ask = (name: string) => ['$', `{${name}}`].join('');
  assert.equal(rows.get('why')?.['relevant'], `${ask('visits_km')} > 3 and ${ask('km')} < 9`);
  assert.equal(rows.get('cars_why')?.['relevant'], `${ask('cars_km')} > 3 and ${ask('km')} < 9`);
  assert.equal(rows.get('sum')?.['calculation'], `sum(${ask('cars_km')}) + ${ask('km')}`);
  const { losses } = writeXlsForm('Form', definition);
  assert.deepEqual(
    losses.flatMap(({ kind, title }) => (kind === 'checks' ? [title] : [])),
    ['Visits: km', 'Cars: km'],
  );
});

test('a rating with a number of rates has them, whichever end is given', () => {
  const parametersOf = (more: JsonObject) =>
    rowsOf({ pages: [{ name: 'one', elements: [{ type: 'rating', name: 'r', ...more }] }] }).get(
      'r',
    )?.['parameters'];
  assert.equal(parametersOf({ rateCount: 3 }), 'start=1 end=3 step=1');
  assert.equal(parametersOf({ rateCount: 3, rateMin: 2, rateStep: 2 }), 'start=2 end=6 step=2');
  assert.equal(parametersOf({ rateCount: 3, rateMax: 10 }), 'start=8 end=10 step=1');
  assert.equal(parametersOf({}), 'start=1 end=5 step=1');
});

test('cells of fixed rows name those of their own row', () => {
  const pages = [
    {
      name: 'one',
      elements: [
        {
          type: 'matrixdropdown',
          name: 'checks',
          rows: ['brakes', 'lights'],
          columns: [
            { name: 'points', cellType: 'text', inputType: 'number' },
            { name: 'why', cellType: 'comment', visibleIf: '{row.points} < 3' },
          ],
        },
        { type: 'text', name: 'more', visibleIf: '{checks.lights.points} = 1' },
      ],
    },
  ];
  const rows = rowsOf({ pages });
  assert.equal(
    rows.get('checks_lights_why')?.['relevant'],
    ['$', '{checks_lights_points} < 3'].join(''),
  );
  assert.equal(rows.get('more')?.['relevant'], ['$', '{checks_lights_points} = 1'].join(''));
});

test('what XLSForms cannot say is told field by field', () => {
  const column = { name: 'done', cellType: 'boolean', isUnique: true };
  const elements: readonly JsonObject[] = [
    { type: 'text', name: 'plain', title: 'Plain', maxLength: 9, isRequired: true },
    { type: 'sharedlist', name: 'site', list: GROUP },
    { type: 'person', name: 'who' },
    { type: 'imagepicker', name: 'part', choices: [{ value: 'a', imageLink: 'x' }, 'b'] },
    { type: 'expression', name: 'odd', expression: 'age({plain})', hideWhileFilling: true },
    { type: 'checkbox', name: 'many', choices: ['a'], showOtherItem: true, defaultValue: ['a'] },
    { type: 'matrixdropdown', name: 'checks', rows: ['x', 'y'], columns: [column] },
    { type: 'comment', name: 'free', enableIf: '{plain} notempty', office: 'review' },
    { type: 'radiogroup', name: 'all_right', choices: ['a', 'b'], visibleIf: "{plain} = 'x'" },
  ];
  const { losses } = writeXlsForm('Form', { pages: [{ name: 'one', elements }] });
  assert.deepEqual(
    losses.map(({ name, kind, expression = '' }) => `${name} ${kind} ${expression}`.trim()),
    [
      'plain checks',
      'site listRows',
      'who people',
      'part pictures',
      'odd expression age({plain})',
      'many extraChoices',
      'many start',
      'checks rows',
      'checks.done checks',
      'free office',
      'free expression {plain} notempty',
    ],
  );
});

/** Is written, or has a loss of its own kind. */
const WRITTEN = `
  name type title description isRequired requiredErrorText readOnly visibleIf requiredIf defaultValue
  inputType min max step decimals choices rows columns elements templateElements cellType rateValues
  rateMin rateMax rateStep rateCount multiSelect acceptedTypes labelTrue labelFalse expression content picture list
  filterColumn filterField fillIn group eachRowRequired hideWhileFilling storeDataAsText visible
  clearIfInvisible searchable showQuestionNumbers
`;

/** Says how a field looks, or how it is entered. */
const LOOKS = `
  acceptCarriageReturn addPanelText addRowButtonLocation addRowText allowAddPanel allowAddRows allowClear
  allowImagesPreview allowRemovePanel allowRemoveRows allowResize allowRowReorder alternateRows
  autoGenerate autoGrow autocomplete backgroundColor cellHint choicesOrder colCount colSpan cols
  columnColCount columnMinWidth commentPlaceholder commentText confirmDelete confirmDeleteText dataFormat
  dataList descriptionLocation displayMode displayRateDescriptionsAsExtremeItems errorLocation
  fileOrPhotoPlaceholder filePlaceholder hideColumnsIfEmpty hideIfChoicesEmpty hideNumber horizontalScroll
  imageHeight imageWidth indent innerIndent inputSize inputTextAlignment maxErrorText maxRateDescription
  maxWidth maximumFractionDigits minErrorText minRateDescription minWidth minimumFractionDigits
  newPanelPosition nextPanelText noEntriesText noRowsText noneText otherErrorText otherPlaceholder
  otherText panelsState penColor penMaxWidth penMinWidth photoPlaceholder pictureText placeholder
  placeholderReadOnly precision prevPanelText progressBarLocation questionErrorLocation questionStartIndex
  questionTitleLocation questionTitleWidth rateColorMode rateType removePanelButtonLocation
  removePanelText removeRowText renderAs rowTitleWidth searchEnabled searchMode selectAllText
  separateSpecialChoices showClearButton showHeader showNumber showPlaceholder showPreview showProgressBar
  signatureAutoScaleEnabled signatureHeight signatureWidth size sourceType startWithNewLine state
  stepErrorText swapOrder tabAlign tabTitlePlaceholder templateDescription templateErrorLocation
  templateQuestionTitleLocation templateQuestionTitleWidth templateTabTitle templateTitle textUpdateMode
  textWrapEnabled titleLocation totalCurrency totalDisplayStyle totalFormat totalMaximumFractionDigits
  totalMinimumFractionDigits transposeData useDisplayValuesInDynamicTexts useGrouping verticalAlign
  waitForUpload width
`;

test('each property of a field is written, told as left out, or says how it looks', () => {
  const told = new Set(
    [...Object.values(LEFT_OUT), LEFT_OUT_EXPRESSIONS.join(' ')].flatMap((names) =>
      names.split(' '),
    ),
  );
  const others = new Set(`${WRITTEN} ${LOOKS}`.trim().split(/\s+/));
  const properties = new Set([COLUMN, ...ELEMENTS.values()].flatMap((each) => [...each.keys()]));
  const forgotten = [...properties].filter((name) => !told.has(name) && !others.has(name));
  assert.deepEqual(forgotten, []);
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
    const sheets = writeXlsForm('Form', JSON.parse(JSON.stringify(definition))).sheets;
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
  assert.deepEqual(cellsOf('odd', 'calculation', 'note'), [
    '',
    [
      'Other programs calculate this without showing it.',
      'A condition or calculation that XLSForms lack is left out: age({why})',
    ].join('\n'),
  ]);
  assert.deepEqual(cellsOf('order', 'type'), ['rank list_2']);
  assert.deepEqual(cellsOf('level', 'type', 'parameters'), ['range', 'start=1 end=9 step=1']);
});

test('when a sheet was changed, the sheets count', async () => {
  const definition = {
    pages: [{ name: 'one', elements: [{ type: 'text', name: 'site', title: 'Site' }] }],
  };
  const sheets = writeXlsForm('Form', definition).sheets;
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
