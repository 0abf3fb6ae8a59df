// The journeys of the columns of a table, by kind.
import type { JsonObject } from '#kernel/json.ts';
import type { ColumnKind } from '#web/builder/kinds.ts';
import { type Files, read, text, type Value, type Wrong } from './journey.ts';
import { ATTACHMENT_JOURNEYS } from './kinds/attachment.ts';
import { CHOICE_JOURNEYS, CHOICES } from './kinds/choice.ts';
import { LIST_JOURNEYS } from './kinds/list.ts';

type Cell = Value | Files;

export interface ColumnJourney {
  readonly set?: JsonObject;
  /** Answers for three rows; an answer may be missing. */
  readonly right: readonly [Cell | undefined, Cell | undefined, Cell | undefined];
  readonly wrong: readonly Wrong[];
}

const YES = read(true, { en: 'Yes', de: 'Ja' });
const NO = read(false, { en: 'No', de: 'Nein' });
const NO_TEXT: readonly Wrong[] = [{ value: 5 }, { value: ['x'] }, { value: { x: 1 } }];

const PEOPLE_OF_GROUP = LIST_JOURNEYS.person.properties.group;

export const COLUMN_JOURNEYS: Readonly<Record<ColumnKind, ColumnJourney>> = {
  text: {
    right: [text('Bolt, M8'), text('007'), text('=1+1', { cell: "'=1+1" })],
    wrong: NO_TEXT,
  },
  number: {
    set: { unit: 'mm', decimals: 2 },
    right: [
      read(1.5, { en: '1.50 mm', de: '1,50 mm' }),
      read(0, { en: '0.00 mm', de: '0,00 mm' }),
      read(-20, { en: '-20.00 mm', de: '-20,00 mm' }),
    ],
    wrong: [{ value: '5' }, { value: true }, { value: 1.125 }],
  },
  date: {
    right: [
      read('2026-03-29', { en: 'Mar 29, 2026', de: '29.03.2026' }, { cell: '2026-03-29' }),
      undefined,
      read('2026-12-31', { en: 'Dec 31, 2026', de: '31.12.2026' }, { cell: '2026-12-31' }),
    ],
    wrong: [{ value: '2026-02-30' }, { value: 'banana' }, { value: 5 }],
  },
  comment: {
    right: [text('one\ntwo'), text('שלום', { print: 'םולש' }), undefined],
    wrong: NO_TEXT,
  },
  boolean: { right: [YES, NO, YES], wrong: [{ value: 'yes' }, { value: 1 }] },
  dropdown: {
    set: CHOICES,
    right: [read('g', 'Green (moss)'), undefined, read('007', 'Bond')],
    wrong: CHOICE_JOURNEYS.dropdown.wrong,
  },
  radiogroup: {
    set: CHOICES,
    right: [read('007', 'Bond'), read('red', 'red'), read('çà', 'Ça va')],
    wrong: CHOICE_JOURNEYS.radiogroup.wrong,
  },
  checkbox: {
    set: CHOICES,
    right: [read(['g', 'red'], 'Green (moss), red'), read(['007'], 'Bond'), undefined],
    wrong: CHOICE_JOURNEYS.checkbox.wrong,
  },
  sharedlist: {
    set: LIST_JOURNEYS.sharedlist.always,
    right: [LIST_JOURNEYS.sharedlist.right[1], undefined, LIST_JOURNEYS.sharedlist.right[2]],
    wrong: LIST_JOURNEYS.sharedlist.wrong,
  },
  person: {
    set: PEOPLE_OF_GROUP.set,
    right: [PEOPLE_OF_GROUP.right[0], undefined, PEOPLE_OF_GROUP.right[1]],
    wrong: [...LIST_JOURNEYS.person.wrong, ...PEOPLE_OF_GROUP.wrong],
  },
  rating: {
    right: [read(5, '5'), read(1, '1'), read(3, '3')],
    wrong: CHOICE_JOURNEYS.rating.wrong,
  },
  photo: {
    set: { allowMultiple: true },
    right: [
      ATTACHMENT_JOURNEYS.photo.right[0],
      undefined,
      ATTACHMENT_JOURNEYS.photo.properties.allowMultiple.right[0],
    ],
    wrong: ATTACHMENT_JOURNEYS.photo.wrong,
  },
  file: {
    set: { allowMultiple: true },
    right: [undefined, ATTACHMENT_JOURNEYS.file.right[0], ATTACHMENT_JOURNEYS.file.right[1]],
    wrong: ATTACHMENT_JOURNEYS.file.wrong,
  },
  expression: {
    set: { expression: '{row.number} * 2', unit: 'mm', decimals: 1 },
    right: [
      read(3, { en: '3.0 mm', de: '3,0 mm' }, { isComputed: true }),
      read(0, { en: '0.0 mm', de: '0,0 mm' }, { isComputed: true }),
      read(-40, { en: '-40.0 mm', de: '-40,0 mm' }, { isComputed: true }),
    ],
    wrong: [],
  },
};

/**
 * Properties of every column: the tests find cells by title, a table of all kinds requires each of them, and the journey
 * of a table's columns has the totals. That forms are found by cells shows src/answer-index/searched-answers.test.ts.
 */
export const OF_EVERY_COLUMN: readonly string[] = [
  'title',
  'isRequired',
  'totalType',
  'searchable',
];

export const TRAVELLED_COLUMNS = Object.keys(COLUMN_JOURNEYS) as readonly ColumnKind[];
