// A template with each kind of field of the builder, made by the builder's own functions, with answers and how they read.
import { writeChoices } from '#web/builder/choices.ts';
import { compile } from '#web/builder/conditions.ts';
import { type Definition, emptyDefinition, type Field } from '#web/builder/definition.ts';
import { addField, withProperties } from '#web/builder/edit.ts';
import { asColumnKind, type Kind, newField } from '#web/builder/kinds.ts';
import { ADA, LIST_ID } from '../journeys/kinds/list.ts';
import { BLUE_JPEG } from './pictures.ts';

/** Returns a new field of the builder with the given properties. */
export function fieldOf(
  kind: Kind,
  name: string,
  said: Parameters<typeof withProperties>[1] = {},
): Field {
  const words = {
    title: `The ${name}`,
    name,
    choices: ['a', 'b'],
    column: { title: 'Part', name: 'part' },
  };
  const field = newField(kind, words);
  return { ...withProperties(field, said), name, type: field.type };
}

const choice = (value: string, text: string) => ({ value, text, kept: {} });
const CHOICES = writeChoices([choice('r', 'Rusty'), choice('n', 'New')]) ?? [];
/** The fixed rows of tables. */
const LINES = [{ value: 'b', text: 'Brakes' }];
const when = (field: string, value: string) =>
  compile({ mode: 'all', rows: [{ field, operator: 'equal', value }] }) ?? '';

export const FIELDS: readonly Field[] = [
  fieldOf('text', 'site'),
  fieldOf('comment', 'notes'),
  fieldOf('number', 'count'),
  fieldOf('email', 'mail'),
  fieldOf('tel', 'phone'),
  fieldOf('url', 'web'),
  fieldOf('date', 'day'),
  fieldOf('time', 'start'),
  fieldOf('datetime-local', 'visit'),
  fieldOf('boolean', 'tight', { labelTrue: 'Holds', labelFalse: 'Leaks' }),
  fieldOf('radiogroup', 'state', { choices: CHOICES, showOtherItem: true }),
  fieldOf('dropdown', 'colour', { choices: CHOICES }),
  fieldOf('checkbox', 'tools', { choices: CHOICES, showOtherItem: true }),
  fieldOf('rating', 'mark', { rateValues: writeChoices([choice('p', 'Poor')]) ?? [] }),
  fieldOf('imagepicker', 'look', {
    choices:
      writeChoices([
        { ...choice('r', 'Rusty'), kept: { imageLink: BLUE_JPEG } },
        { ...choice('n', 'New'), kept: { imageLink: BLUE_JPEG } },
      ]) ?? [],
  }),
  fieldOf('slider', 'level'),
  fieldOf('ranking', 'order', { choices: CHOICES }),
  fieldOf('person', 'checker'),
  fieldOf('sharedlist', 'dam', { list: LIST_ID }),
  fieldOf('location', 'place'),
  fieldOf('barcode', 'tag'),
  fieldOf('photo', 'photo'),
  fieldOf('sketch', 'crack'),
  fieldOf('file', 'plan'),
  fieldOf('signaturepad', 'signed'),
  fieldOf('panel', 'more', {
    elements: [
      fieldOf('text', 'why', { visibleIf: when('site', 'Dam') }),
      fieldOf('text', 'skipped'),
    ],
  }),
  fieldOf('matrixdynamic', 'parts', {
    columns: [
      asColumnKind({ name: 'part', title: 'Part' }, 'text'),
      asColumnKind({ name: 'made', title: 'Made' }, 'date'),
      { ...asColumnKind({ name: 'kind', title: 'Kind' }, 'dropdown'), choices: CHOICES },
      { ...asColumnKind({ name: 'fine', title: 'Fine' }, 'boolean'), labelTrue: 'Fine indeed' },
    ],
  }),
  fieldOf('matrixdropdown', 'checks', {
    rows: LINES,
    columns: [asColumnKind({ name: 'note', title: 'Note' }, 'text')],
  }),
  fieldOf('matrix', 'opinions', { rows: LINES, columns: CHOICES }),
  fieldOf('paneldynamic', 'visits', {
    templateElements: [fieldOf('text', 'who'), fieldOf('date', 'when')],
  }),
  fieldOf('heading', 'top'),
  fieldOf('instructions', 'told', { content: 'Knock first.' }),
  fieldOf('expression', 'due', { expression: "dateAdd({day}, 7, 'days')" }),
  fieldOf('expression', 'today', { expression: 'today()' }),
  fieldOf('expression', 'double', { expression: '{count} * 2' }),
];

export const CALCULATED = new Set(['due', 'today', 'double']);

export const TEMPLATE: Definition = FIELDS.reduce(
  (definition, field) => addField(definition, field, undefined).definition,
  emptyDefinition(),
);

export const ANSWERS = {
  site: { text: 'Łódź pier' },
  notes: { text: 'Two lines' },
  count: { value: 1237.5 },
  mail: { text: 'ada@example.org' },
  phone: { text: '0301234567' },
  web: { text: 'https://example.org/' },
  day: { value: '2026-04-20' },
  start: { value: '09:05' },
  visit: { value: '2026-04-20T14:05' },
  tight: { value: false },
  state: { value: 'other', comment: 'bent' },
  colour: { value: 'n' },
  tools: { value: ['r', 'other'], comment: 'a saw' },
  mark: { value: 'p' },
  look: { value: 'n' },
  level: { value: 40 },
  order: { value: ['n', 'r'] },
  checker: { value: ADA },
  dam: { value: 'D7' },
  place: { value: { lat: 52.5163, lon: 13.3777, at: '2026-04-20T12:05:00Z', source: 'typed' } },
  tag: { value: { text: '4006381333931' } },
  parts: { rows: [{ part: 'bolt', made: '2025-12-31', kind: 'r', fine: true }] },
  checks: { rows: [{ row: 'b', note: 'squeal' }] },
  opinions: { rows: [{ row: 'b', answer: 'r' }] },
  visits: { rows: [{ who: 'Ada', when: '2026-01-02' }] },
};

/** The texts that people read. */
export const TEXTS: Readonly<Record<string, string>> = {
  site: 'Łódź pier',
  notes: 'Two lines',
  count: '1237.5',
  mail: 'ada@example.org',
  phone: '0301234567',
  web: 'https://example.org/',
  day: 'Apr 20, 2026',
  start: '9:05 AM',
  visit: 'Apr 20, 2026, 2:05 PM',
  tight: 'Leaks',
  state: 'bent',
  colour: 'New',
  tools: 'Rusty, a saw',
  mark: 'Poor',
  look: 'New',
  level: '40',
  order: 'New, Rusty',
  checker: 'Ada Lindqvist',
  dam: 'Dam 7',
  place: '52.5163, 13.3777',
  tag: '4006381333931',
  due: 'Apr 27, 2026',
  double: '2475',
};
/** The texts of the first row of each table. */
export const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  parts: { part: 'bolt', made: 'Dec 31, 2025', kind: 'Rusty', fine: 'Fine indeed' },
  checks: { row: 'Brakes', note: 'squeal' },
  opinions: { row: 'Brakes', answer: 'Rusty' },
  visits: { who: 'Ada', when: 'Jan 2, 2026' },
};
/** The cells of a CSV file that contain values for programs instead of texts. */
export const CELLS: Readonly<Record<string, string>> = {
  day: '2026-04-20',
  start: '09:05',
  visit: '2026-04-20T14:05',
  due: '2026-04-27',
};
