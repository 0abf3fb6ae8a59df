import type { JsonObject } from '#kernel/json.ts';
import type { JsonObject as Definition, Field } from '../../../web/src/builder/definition.ts';
import { withProperties } from '../../../web/src/builder/edit.ts';
import { asColumnKind, type Kind, newField } from '../../../web/src/builder/kinds.ts';
import { COLUMN_JOURNEYS, TRAVELLED_COLUMNS } from '../columns.ts';
import { ASKED, DESCRIBED, type KindJourney, type Rows, text, type Wrong } from '../journey.ts';
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

const PARTS: JsonObject = {
  columns: [stored(asColumnKind({ name: 'part', title: 'part', cellType: 'text' }, 'text'))],
};
const parts = (...names: readonly string[]): Rows => ({
  rows: names.map((name) => ({ part: text(name) })),
});
const partRows = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({ part: `${i}` }));

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

const NO_ROWS: readonly Wrong[] = [
  { value: 'x' },
  { value: { text: 'x' } },
  { value: [{}, 'y'], at: '[1]' },
  { value: [{ price: 1 }], at: '[0].price' },
];

export const LAYOUT_JOURNEYS = {
  /** A section has no answer of its own; its fields have. */
  panel: {
    type: '',
    member: 'none',
    by: 'none',
    right: [],
    wrong: [],
    properties: { description: DESCRIBED },
    conditions: {},
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
      columns: { set: PARTS, right: [parts('Bolt'), parts('Nut', 'Bolt')] },
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
