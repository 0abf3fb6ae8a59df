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
import { columnKindOf, columnsOf, kindOf } from './kinds.ts';

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

function valueFor(
  holder: JsonObject,
  kind: string | undefined,
  { round, today, textFor }: SampleSetting,
): Json | undefined {
  switch (kind) {
    case 'text':
    case 'comment':
      return textFor(titleOf(holder)).slice(0, countIn(holder, 'maxLength', 500));
    case 'number':
      return numberFor(holder, round);
    case 'email':
      return 'ada@example.org';
    case 'tel':
      return '+44 20 7946 0000';
    case 'url':
      return 'https://example.org';
    case 'date':
      return dayFor(holder, today);
    case 'time':
      return '09:30';
    case 'datetime-local':
      return `${dayFor(holder, today)}T09:30`;
    case 'boolean':
      return round % 2 === 0;
    case 'rating':
      return ratingFor(holder, round);
    case 'radiogroup':
    case 'dropdown':
      return choiceFor(holder, round);
    case 'checkbox':
      return severalFor(holder, round);
    case 'location':
      return { lat: 52.5163, lon: 13.3777, at: `${today}T09:30:00Z`, source: 'typed' };
    case 'barcode':
      return { text: '4006381333931' };
    default:
      return undefined;
  }
}

const countIn = (holder: JsonObject, name: string, otherwise: number): number => {
  const value = holder[name];
  return typeof value === 'number' ? value : otherwise;
};

function numberFor(holder: JsonObject, round: number): number {
  const least = countIn(holder, 'min', Math.min(1, countIn(holder, 'max', 1)));
  const most = countIn(holder, 'max', least + 100);
  return Math.min(least + 2 + round * 3, most);
}

/** Days as text are in the order of time. */
function dayFor(holder: JsonObject, today: string): string {
  const [least = '', most = ''] = ['min', 'max'].map((name) => textOf(holder[name]).slice(0, 10));
  if (least > today) return least;
  return most !== '' && most < today ? most : today;
}

function ratingFor(holder: JsonObject, round: number): Json {
  const steps = readChoices(holder['rateValues']);
  const step = steps[round % Math.max(1, steps.length)];
  if (step !== undefined) return storedOf(step);
  const most = countIn(holder, 'rateMax', 5);
  return Math.max(1, most - (round % most));
}

function choiceFor(holder: JsonObject, round: number): Json | undefined {
  const choices = readChoices(holder['choices']);
  const choice = choices[round % Math.max(1, choices.length)];
  return choice && storedOf(choice);
}

function severalFor(holder: JsonObject, round: number): Json | undefined {
  const choices = readChoices(holder['choices']);
  const least = Math.max(1, countIn(holder, 'minSelectedChoices', 1));
  const count = Math.min(least, choices.length);
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, i) => choices[(round + i) % choices.length]).flatMap(
    (choice) => (choice === undefined ? [] : [storedOf(choice)]),
  );
}
