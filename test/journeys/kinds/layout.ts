import type { JsonObject } from '#kernel/json.ts';
import { withTotal, writeFormula } from '#web/builder/column-formula.ts';
import type { JsonObject as Definition, Field } from '#web/builder/definition.ts';
import { withProperties } from '#web/builder/edit.ts';
import { asColumnKind, type ColumnKind, type Kind, newField } from '#web/builder/kinds.ts';
import { BLUE_JPEG } from '../../support/pictures.ts';
import { COLUMN_JOURNEYS, TRAVELLED_COLUMNS } from '../columns.ts';
import {
  ASKED,
  DESCRIBED,
  type KindJourney,
  type Rows,
  read,
  text,
  type Value,
  type Wrong,
} from '../journey.ts';
import { ATTACHMENT_JOURNEYS } from './attachment.ts';
import { CHOICE_JOURNEYS } from './choice.ts';
import { TEXT_JOURNEYS } from './text.ts';
import { TIME_JOURNEYS } from './time.ts';

const stored = (object: Definition): JsonObject => JSON.parse(JSON.stringify(object));

/** Every kind of column, with the kind as its title. */
const COLUMNS: JsonObject = {
  columns: TRAVELLED_COLUMNS.map((kind) =>
    stored(
      withProperties(
        asColumnKind({ name: kind, title: kind, cellType: 'text' }, kind),
        COLUMN_JOURNEYS[kind].set ?? {},
      ),
    ),
  ),
};

const row = (i: 0 | 1 | 2): Rows['rows'][number] =>
  Object.fromEntries(
    TRAVELLED_COLUMNS.flatMap((kind) => {
      const cell = COLUMN_JOURNEYS[kind].right[i];
      return cell === undefined ? [] : [[kind, cell]];
    }),
  );

const column = (name: string, kind: ColumnKind): Definition =>
  asColumnKind({ name, title: name, cellType: 'text' }, kind);

const PARTS: JsonObject = { columns: [stored(column('part', 'text'))] };
const parts = (...names: readonly string[]): Rows => ({
  rows: names.map((name) => ({ part: text(name) })),
});
const partRows = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({ part: `${i}` }));

/** Columns with each kind of total, and calculations as the editor of columns chooses them. */
const ORDER: JsonObject = {
  columns: [
    { ...column('item', 'text'), ...withTotal('count') },
    { ...column('amount', 'number'), unit: 'kg', ...withTotal('sum') },
    { ...column('price', 'number'), decimals: 2, ...withTotal('avg') },
    {
      ...column('cost', 'expression'),
      unit: '€',
      decimals: 2,
      expression: writeFormula({ left: 'amount', operation: '*', right: { column: 'price' } }),
      ...withTotal('sum'),
    },
    {
      ...column('half', 'expression'),
      expression: writeFormula({ left: 'amount', operation: '/', right: { number: 2 } }),
      ...withTotal('max'),
    },
    { ...column('stars', 'rating'), ...withTotal('min') },
  ].map(stored),
};
const computed = (value: number, en: string, de = en): Value =>
  read(value, { en, de }, { isComputed: true });
const ORDERED = [
  {
    item: text('Bolt'),
    amount: read(1.5, { en: '1.5 kg', de: '1,5 kg' }),
    price: read(1000, { en: '1000.00', de: '1000,00' }),
    cost: computed(1500, '1,500.00 €', '1.500,00 €'),
    half: computed(0.75, '0.75', '0,75'),
    stars: read(4, '4'),
  },
  {
    item: text('Nut'),
    amount: read(0.1, { en: '0.1 kg', de: '0,1 kg' }),
    price: read(0.25, { en: '0.25', de: '0,25' }),
    cost: computed(0.025, '0.03 €', '0,03 €'),
    half: computed(0.05, '0.05', '0,05'),
    stars: read(2, '2'),
  },
] as const;
const TOTALS = [
  {
    item: computed(2, 'Count: 2', 'Anzahl: 2'),
    amount: computed(1.6, '1.6 kg', '1,6 kg'),
    price: computed(500.125, 'Average: 500.13', 'Durchschnitt: 500,13'),
    cost: computed(1500.025, '1,500.03 €', '1.500,03 €'),
    half: computed(0.75, 'Largest: 0.75', 'Größter: 0,75'),
    stars: computed(2, 'Smallest: 2', 'Kleinster: 2'),
  },
  {
    item: computed(1, 'Count: 1', 'Anzahl: 1'),
    amount: computed(0.1, '0.1 kg', '0,1 kg'),
    price: computed(0.25, 'Average: 0.25', 'Durchschnitt: 0,25'),
    cost: computed(0.025, '0.03 €', '0,03 €'),
    half: computed(0.05, 'Largest: 0.05', 'Größter: 0,05'),
    stars: computed(2, 'Smallest: 2', 'Kleinster: 2'),
  },
] as const;
const order = (...rows: readonly (0 | 1)[]): Rows => ({
  rows: rows.map((each) => ORDERED[each]),
  totals: TOTALS[rows.length === 2 ? 0 : 1],
});

const INSIDE = {
  text: TEXT_JOURNEYS.text,
  number: TEXT_JOURNEYS.number,
  date: TIME_JOURNEYS.date,
  boolean: CHOICE_JOURNEYS.boolean,
  dropdown: CHOICE_JOURNEYS.dropdown,
  checkbox: CHOICE_JOURNEYS.checkbox,
  photo: ATTACHMENT_JOURNEYS.photo,
} satisfies { readonly [kind in Kind]?: KindJourney };
const INSIDE_KINDS = [
  'text',
  'number',
  'date',
  'boolean',
  'dropdown',
  'checkbox',
  'photo',
] as const;

const inner = (kind: Kind, name: string, more: JsonObject = {}): Field => ({
  ...newField(kind, { name, title: name, choices: ['x'], column: { name: 'c', title: 'c' } }),
  ...more,
});
const ENTRIES: JsonObject = stored({
  templateElements: INSIDE_KINDS.map((kind) => {
    const journey: KindJourney = INSIDE[kind];
    return inner(kind, `its_${kind}`, journey.always);
  }),
});
const entry = (i: number): Rows['rows'][number] =>
  Object.fromEntries(
    INSIDE_KINDS.flatMap((kind) => {
      const journey: KindJourney = INSIDE[kind];
      const sample = journey.right[i];
      return sample === undefined || 'rows' in sample ? [] : [[`its_${kind}`, sample]];
    }),
  );
const NOTES: JsonObject = stored({ templateElements: [inner('text', 'its_note')] });
const notes = (...texts: readonly string[]): Rows => ({
  rows: texts.map((note) => ({ its_note: text(note) })),
});
const noteRows = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({ its_note: `${i}` }));

/** A check list: its rows have names that people do not read. */
const CHECKS = { rows: [{ value: 'brakes', text: 'Brakes, front' }, 'Lights'] };
const BRAKES = read('brakes', 'Brakes, front');
const LIGHTS = text('Lights');
const CHECK_KINDS = ['radiogroup', 'number', 'comment', 'photo', 'expression'] as const;
const CHECKED: JsonObject = {
  ...CHECKS,
  columns: CHECK_KINDS.map((kind) =>
    stored(withProperties(column(kind, kind), COLUMN_JOURNEYS[kind].set ?? {})),
  ),
};
const check = (i: 0 | 1 | 2): Rows['rows'][number] =>
  Object.fromEntries(
    CHECK_KINDS.flatMap((kind) => {
      const cell = COLUMN_JOURNEYS[kind].right[i];
      return cell === undefined ? [] : [[kind, cell]];
    }),
  );
const checks = (first: 0 | 1 | 2, second: 0 | 1 | 2): Rows => ({
  rows: [
    { row: BRAKES, ...check(first) },
    { row: LIGHTS, ...check(second) },
  ],
});
const points = (first: number, second: number, sum: number): Rows => ({
  rows: [
    { row: BRAKES, points: read(first, `${first}`) },
    { row: LIGHTS, points: read(second, `${second}`) },
  ],
  totals: { points: computed(sum, `${sum}`) },
});
const SCALE: JsonObject = {
  ...CHECKS,
  columns: [
    { value: 1, text: 'Somewhat' },
    { value: 2, text: { default: 'Agree', de: 'Stimme zu' } },
  ],
};
const AGREEING = { en: 'Agree', de: 'Stimme zu' };
const SOMEWHAT = read(1, 'Somewhat', { cell: 'Somewhat' });
const AGREE = read(2, AGREEING, { cell: AGREEING });
const agreed = (first: Value, second: Value): Rows => ({
  rows: [
    { row: BRAKES, answer: first },
    { row: LIGHTS, answer: second },
  ],
});
const NOTED: JsonObject = { ...CHECKS, columns: [stored(column('note', 'text'))] };
const noted = (first: string, second: string): Rows => ({
  rows: [
    { row: BRAKES, note: text(first) },
    { row: LIGHTS, note: text(second) },
  ],
});

const NO_ROWS: readonly Wrong[] = [
  { value: 'x' },
  { value: { text: 'x' } },
  { value: [{}, 'y'], at: '[1]' },
  { value: [{ nowhere: 1 }], at: '[0].nowhere' },
];

const NO_ANSWER = {
  type: '',
  member: 'none',
  by: 'none',
  right: [],
  wrong: [],
  conditions: {},
} as const;

export const LAYOUT_JOURNEYS = {
  /** A section has no answer of its own; its fields have. */
  panel: { ...NO_ANSWER, properties: { description: DESCRIBED } },
  /** A heading and a text have no answer; the field below them has. */
  heading: {
    ...NO_ANSWER,
    properties: { description: DESCRIBED },
  },
  instructions: {
    ...NO_ANSWER,
    always: { content: 'Read the plate.' },
    properties: {
      description: DESCRIBED,
      content: {
        set: { content: 'Wear **gloves**.\n\n- See [the plan](https://plan.example/pier)' },
        shows: 'the plan',
      },
      picture: {
        set: { content: 'Look', picture: BLUE_JPEG, pictureText: 'The pier' },
        shows: 'Look',
      },
    },
  },
  matrixdynamic: {
    type: 'Table',
    member: 'rows',
    by: 'rows',
    always: COLUMNS,
    small: { set: PARTS, right: [parts('Bolt', 'Nut'), parts('Screw')], wrong: NO_ROWS },
    right: [{ rows: [row(0), row(1), row(2)] }, { rows: [row(2)] }],
    wrong: [
      ...NO_ROWS,
      ...TRAVELLED_COLUMNS.flatMap((kind) =>
        COLUMN_JOURNEYS[kind].wrong.map(({ value, at = '' }) => ({
          value: [{ text: 'fine' }, { [kind]: value }],
          at: `[1].${kind}${at}`,
        })),
      ),
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      columns: { set: ORDER, right: [order(0, 1), order(1)] },
      minRowCount: { set: { ...PARTS, minRowCount: 2 }, right: [parts('Bolt', 'Nut')] },
      maxRowCount: {
        set: { ...PARTS, maxRowCount: 2 },
        right: [parts('Bolt', 'Nut'), parts('Bolt')],
        wrong: [{ value: partRows(3) }],
      },
      addRowText: {
        set: { ...PARTS, addRowText: 'One more part' },
        right: [parts('Bolt')],
        shows: 'One more part',
      },
    },
    conditions: {},
  },
  matrixdropdown: {
    type: 'Table',
    member: 'rows',
    by: 'rows',
    always: CHECKED,
    small: { set: NOTED, right: [noted('a', 'b'), noted('c', 'd')], wrong: NO_ROWS },
    right: [checks(0, 2), checks(2, 0)],
    wrong: [
      ...NO_ROWS,
      { value: [{ row: 'doors', comment: 'x' }], at: '[0].row' },
      { value: [{ row: 'brakes' }, { row: 'brakes' }] },
      { value: [{}, {}, {}] },
      ...CHECK_KINDS.flatMap((kind) =>
        COLUMN_JOURNEYS[kind].wrong.map(({ value, at = '' }) => ({
          value: [{ row: 'Lights', [kind]: value }],
          at: `[0].${kind}${at}`,
        })),
      ),
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      rows: {
        set: { ...NOTED, rows: [{ value: 'a', text: { default: 'One', de: 'Eins' } }] },
        right: [
          { rows: [{ row: read('a', { en: 'One', de: 'Eins' }), note: text('x') }] },
          { rows: [{ row: read('a', { en: 'One', de: 'Eins' }), note: text('y') }] },
        ],
      },
      columns: {
        set: {
          ...CHECKS,
          columns: [stored({ ...column('points', 'number'), ...withTotal('sum') })],
        },
        right: [points(1, 2, 3), points(2, 2, 4)],
      },
    },
    conditions: {},
  },
  matrix: {
    type: 'Table',
    member: 'rows',
    by: 'rows',
    always: SCALE,
    right: [agreed(SOMEWHAT, AGREE), agreed(AGREE, SOMEWHAT)],
    wrong: [
      { value: 'x' },
      { value: [{ row: 'doors', answer: 1 }], at: '[0].row' },
      { value: [{ row: 'brakes', answer: 3 }], at: '[0].answer' },
      { value: [{ row: 'brakes' }, { row: 'brakes' }] },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      rows: {
        set: { ...SCALE, rows: [{ value: 'a', text: { default: 'One', de: 'Eins' } }] },
        right: [
          { rows: [{ row: read('a', { en: 'One', de: 'Eins' }), answer: AGREE }] },
          { rows: [{ row: read('a', { en: 'One', de: 'Eins' }), answer: SOMEWHAT }] },
        ],
      },
      columns: {
        set: { ...SCALE, columns: ['yes', 'no'] },
        right: [agreed(text('yes'), text('no')), agreed(text('no'), text('yes'))],
      },
      eachRowRequired: { set: { ...SCALE, eachRowRequired: true }, isAsked: true },
    },
    conditions: {},
  },
  paneldynamic: {
    type: 'Table',
    member: 'rows',
    by: 'rows',
    always: ENTRIES,
    small: { set: NOTES, right: [notes('a', 'b'), notes('c')], wrong: NO_ROWS },
    right: [{ rows: [entry(0), entry(1)] }, { rows: [entry(1)] }],
    wrong: [
      ...NO_ROWS,
      ...INSIDE_KINDS.flatMap((kind) =>
        INSIDE[kind].wrong.map(({ value }) => ({
          value: [{ its_text: 'fine' }, { [`its_${kind}`]: value }],
          at: `[1].its_${kind}`,
        })),
      ),
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      minPanelCount: { set: { ...NOTES, minPanelCount: 2 }, right: [notes('a', 'b')] },
      maxPanelCount: {
        set: { ...NOTES, maxPanelCount: 2 },
        right: [notes('a', 'b'), notes('c')],
        wrong: [{ value: noteRows(3) }],
      },
      templateTitle: {
        set: { ...NOTES, templateTitle: 'Visit {panelIndex}' },
        right: [notes('a')],
        shows: 'Visit 1',
      },
      addPanelText: {
        set: { ...NOTES, addPanelText: 'One more visit' },
        right: [notes('a')],
        shows: 'One more visit',
      },
    },
    conditions: {},
  },
} satisfies Readonly<Record<string, KindJourney>>;
