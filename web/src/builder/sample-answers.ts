// Answers with which an author tries a form. They fit the properties of the fields, and another round gives others, so
// that conditions hold in one of them.
import { readChoices, storedOf } from './choices.ts';
import {
  childrenOf,
  type Definition,
  type Field,
  type Json,
  type JsonObject,
  textOf,
  titleOf,
} from './definition.ts';
import { type ColumnKind, columnKindOf, columnsOf, type Kind, kindOf } from './kinds.ts';

export interface SampleSetting {
  /** Counts the rounds from 0. */
  readonly round: number;
  /** The present day, `2026-11-26`. */
  readonly today: string;
  /** Returns the text for a field of this title. */
  readonly textFor: (title: string) => string;
}

/** Returns answers to all fields that can be answered by typing or choosing; photos and signatures are left out. */
export const sampleAnswers = (definition: Definition, setting: SampleSetting): JsonObject =>
  answersTo(
    definition.pages.flatMap(({ elements }) => elements),
    setting,
  );

const answersTo = (fields: readonly Field[], setting: SampleSetting): JsonObject =>
  Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, Json])[] => {
      if (field.type === 'panel') {
        return Object.entries(answersTo(childrenOf(field), setting)).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        );
      }
      const answer = field['readOnly'] === true ? undefined : answerTo(field, setting);
      return answer === undefined ? [] : [[field.name, answer]];
    }),
  );

function answerTo(field: Field, setting: SampleSetting): Json | undefined {
  switch (field.type) {
    case 'paneldynamic':
      return rowsOf(field, ['minPanelCount', 'maxPanelCount'], setting, (each) =>
        answersTo(childrenOf(field), each),
      );
    case 'matrixdynamic':
      return rowsOf(field, ['minRowCount', 'maxRowCount'], setting, (each) => rowOf(field, each));
    case 'matrixdropdown':
      return readChoices(field['rows']).map((row, i) => ({
        row: storedOf(row),
        ...rowOf(field, { ...setting, round: setting.round + i }),
      }));
    case 'matrix':
      return readChoices(field['rows']).flatMap((row, i) => {
        const scale = { choices: field['columns'] };
        const answer = choiceFor(scale, { ...setting, round: setting.round + i });
        return answer === undefined ? [] : [{ row: storedOf(row), answer }];
      });
    default:
      return valueFor(field, kindOf(field), setting);
  }
}

/** Returns two rows, or as many as the field needs and allows. */
function rowsOf(
  field: Field,
  [least, most]: readonly [string, string],
  setting: SampleSetting,
  rowAt: (setting: SampleSetting) => JsonObject,
): Json {
  const count = Math.min(Math.max(2, countIn(field, least, 0)), countIn(field, most, 20));
  return Array.from({ length: count }, (_, i) => rowAt({ ...setting, round: setting.round + i }));
}

const rowOf = (table: Field, setting: SampleSetting): JsonObject =>
  Object.fromEntries(
    columnsOf(table).flatMap((column): readonly (readonly [string, Json])[] => {
      const shared = column['choices'] === undefined ? { choices: table['choices'] } : {};
      const value = valueFor({ ...column, ...shared }, columnKindOf(column), setting);
      return value === undefined ? [] : [[textOf(column['name']), value]];
    }),
  );

type Sample = (holder: JsonObject, setting: SampleSetting) => Json | undefined;

const textFor: Sample = (holder, setting) =>
  setting.textFor(titleOf(holder)).slice(0, countIn(holder, 'maxLength', 500));
const choiceFor: Sample = (holder, { round }) => {
  const choices = readChoices(holder['choices']);
  const choice = choices[round % Math.max(1, choices.length)];
  return choice && storedOf(choice);
};

/** The answer to a field of each kind; undefined for one that nobody answers by typing or choosing. */
const SAMPLES: Readonly<Record<Kind | ColumnKind, Sample | undefined>> = {
  text: textFor,
  comment: textFor,
  number: numberFor,
  email: () => 'ada@example.org',
  tel: () => '+44 20 7946 0000',
  url: () => 'https://example.org',
  date: (holder, { today }) => dayFor(holder, today),
  time: () => '09:30',
  'datetime-local': (holder, { today }) => `${dayFor(holder, today)}T09:30`,
  boolean: (_, { round }) => round % 2 === 0,
  radiogroup: choiceFor,
  dropdown: choiceFor,
  checkbox: severalFor,
  imagepicker: (holder, setting) =>
    holder['multiSelect'] === true ? severalFor(holder, setting) : choiceFor(holder, setting),
  ranking: (holder, { round }) => {
    const values = readChoices(holder['choices']).map(storedOf);
    return [...values.slice(round % values.length), ...values.slice(0, round % values.length)];
  },
  slider: sliderFor,
  sharedlist: undefined,
  person: undefined,
  rating: ratingFor,
  photo: undefined,
  sketch: undefined,
  file: undefined,
  signaturepad: undefined,
  location: (_, { today }) => {
    return { lat: 52.5163, lon: 13.3777, at: `${today}T09:30:00Z`, source: 'typed' };
  },
  barcode: () => ({ text: '4006381333931' }),
  panel: undefined,
  matrixdynamic: undefined,
  matrixdropdown: undefined,
  matrix: undefined,
  paneldynamic: undefined,
  heading: undefined,
  instructions: undefined,
  expression: undefined,
};

const valueFor = (
  holder: JsonObject,
  kind: Kind | ColumnKind | undefined,
  setting: SampleSetting,
): Json | undefined => kind && SAMPLES[kind]?.(holder, setting);

const countIn = (holder: JsonObject, name: string, otherwise: number): number => {
  const value = holder[name];
  return typeof value === 'number' ? value : otherwise;
};

function numberFor(holder: JsonObject, { round }: SampleSetting): number {
  const least = countIn(holder, 'min', Math.min(1, countIn(holder, 'max', 1)));
  const most = countIn(holder, 'max', least + 100);
  return Math.min(least + 2 + round * 3, most);
}

/** A slider always has bounds and a step. */
function sliderFor(holder: JsonObject, { round }: SampleSetting): number {
  const [least, most] = [countIn(holder, 'min', 0), countIn(holder, 'max', 100)];
  const step = Math.max(countIn(holder, 'step', 1), Number.EPSILON);
  const steps = Math.floor((most - least) / step);
  return least + step * (steps - (round % (steps + 1)));
}

/** Days as text are in the order of time. */
function dayFor(holder: JsonObject, today: string): string {
  const [least = '', most = ''] = ['min', 'max'].map((name) => textOf(holder[name]).slice(0, 10));
  if (least > today) return least;
  return most !== '' && most < today ? most : today;
}

function ratingFor(holder: JsonObject, { round }: SampleSetting): Json {
  const steps = readChoices(holder['rateValues']);
  const step = steps[round % Math.max(1, steps.length)];
  if (step !== undefined) return storedOf(step);
  const most = countIn(holder, 'rateMax', 5);
  return Math.max(1, most - (round % most));
}

function severalFor(holder: JsonObject, { round }: SampleSetting): Json | undefined {
  const choices = readChoices(holder['choices']);
  const least = Math.max(1, countIn(holder, 'minSelectedChoices', 1));
  const count = Math.min(least, choices.length);
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, i) => choices[(round + i) % choices.length]).flatMap(
    (choice) => (choice === undefined ? [] : [storedOf(choice)]),
  );
}
