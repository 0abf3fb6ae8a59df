// Faults of a definition that can be stored, but not be filled in, or that does less than its author thinks.

import { counted } from '#kernel/counted.ts';
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { isTable, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { faultsOfChoices, reservedBy, shortened } from './check-choices.ts';
import { faultsOfRows } from './check-rows.ts';
import { faultOfValue } from './check-value.ts';
import type { DefinitionFault } from './filter-definition.ts';
import {
  choicesOf,
  choiceValuesOf,
  hasChoices,
  type LocatedQuestion,
  listIn,
  textIn,
} from './questions.ts';

/** Returns the faults of one question, column, panel or page. */
export function faultsOfContent(located: LocatedQuestion): readonly DefinitionFault[] {
  return [
    ...faultsOfChoices(located),
    ...faultsOfParts(located),
    ...faultsOfBounds(located),
    ...faultsOfDefault(located),
    ...faultsOfRows(located),
    ...faultsOfMessages(located),
    ...faultsOfTotal(located),
  ];
}

function faultsOfParts({ at, question, type }: LocatedQuestion): readonly DefinitionFault[] {
  if (isTable(type) && listIn(question, 'columns').length === 0) {
    return [{ at: `${at}.columns`, kind: 'noColumns', text: 'A table needs at least one column.' }];
  }
  if (type === 'paneldynamic' && listIn(question, 'templateElements').length === 0) {
    const text = 'A repeating section needs at least one field.';
    return [{ at: `${at}.templateElements`, kind: 'noFields', text }];
  }
  if (type === 'expression' && textIn(question, 'expression').trim() === '') {
    const text = 'A calculated value needs a calculation.';
    return [{ at: `${at}.expression`, kind: 'noCalculation', text }];
  }
  const hasPicture = member(question, 'picture') !== undefined;
  if (type === 'instructions' && !hasPicture && isBlank(member(question, 'content'))) {
    const text = 'An instruction text needs a text or a picture.';
    return [{ at: `${at}.content`, kind: 'noContent', text }];
  }
  return [];
}

/** Returns whether a text is empty in all its languages. */
const isBlank = (value: JsonValue | undefined): boolean =>
  (isObject(value) ? Object.values(value) : [value ?? '']).every(
    (each) => textOf(each).trim() === '',
  );

const PAIRS: readonly (readonly [string, string])[] = [
  ['min', 'max'],
  ['rateMin', 'rateMax'],
  ['minRowCount', 'maxRowCount'],
  ['rowCount', 'maxRowCount'],
  ['minPanelCount', 'maxPanelCount'],
  ['panelCount', 'maxPanelCount'],
  ['minSelectedChoices', 'maxSelectedChoices'],
  ['minimumFractionDigits', 'maximumFractionDigits'],
  ['minValue', 'maxValue'],
  ['minLength', 'maxLength'],
  ['minCount', 'maxCount'],
];

/** The engine's defaults for bounds. */
const IMPLIED: ReadonlyMap<string, JsonValue> = new Map([
  ['rateMin', 1],
  ['rateMax', 5],
]);

function faultsOfBounds(located: LocatedQuestion): readonly DefinitionFault[] {
  const { at, question, type } = located;
  const validators = listIn(question, 'validators').flatMap((validator, i) =>
    isObject(validator) ? faultsOfPairs(validator, `${at}.validators[${i}]`) : [],
  );
  const least = member(question, 'minSelectedChoices');
  const count = choicesOf(located).length;
  const isTooMany =
    hasChoices(type) &&
    typeof least === 'number' &&
    least > count &&
    member(question, 'showOtherItem') !== true;
  const text = `At least ${counted(Number(least), 'choice is', 'choices are')} required, but there are only ${count}.`;
  return [
    ...faultsOfPairs(question, at),
    ...validators,
    ...(isTooMany
      ? [{ at: `${at}.minSelectedChoices`, kind: 'tooFewChoices', values: { count }, text }]
      : []),
  ];
}

function faultsOfPairs(holder: JsonObject, at: string): readonly DefinitionFault[] {
  return PAIRS.flatMap(([lower, upper]): readonly DefinitionFault[] => {
    if (member(holder, lower) === undefined && member(holder, upper) === undefined) return [];
    const min = member(holder, lower) ?? IMPLIED.get(lower);
    const max = member(holder, upper) ?? IMPLIED.get(upper);
    if (!isAbove(min, max)) return [];
    const values = { min: textOf(min), max: textOf(max) };
    const text = `The minimum ${values.min} (${lower}) is above the maximum ${values.max} (${upper}).`;
    return [{ at: `${at}.${upper}`, kind: 'minAboveMax', values, text }];
  });
}

/** Compares numbers by size, and days and times as text, which sorts them by time. */
function isAbove(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a > b;
  if (typeof a !== 'string' || typeof b !== 'string' || a === '' || b === '') return false;
  const areNumbers = !Number.isNaN(Number(a)) && !Number.isNaN(Number(b));
  return areNumbers ? Number(a) > Number(b) : a > b;
}

function faultsOfDefault(located: LocatedQuestion): readonly DefinitionFault[] {
  const { at, question, type } = located;
  const value = member(question, 'defaultValue');
  const name = member(question, 'name');
  if (value === undefined || typeof name !== 'string') return [];
  if (fitsShape(question, type, name, value) && fitsField(located, value)) return [];
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  const text = `The default value ${shortened(shown)} is not a valid answer to this field.`;
  return [{ at: `${at}.defaultValue`, kind: 'unfitDefault', values: { value: shown }, text }];
}

/** Returns whether the value could be an answer, by the check that every stored answer passes. */
function fitsShape(question: JsonObject, type: string, name: string, value: JsonValue): boolean {
  if (type === 'file' || type === 'signaturepad' || type === 'expression') return false;
  const { office: _, ...asked } = question;
  const elements = [{ ...asked, type, name }];
  return guardAnswers(shapesOf({ elements }), { [name]: value }).faults.length === 0;
}

function fitsField(located: LocatedQuestion, value: JsonValue): boolean {
  const { question, type } = located;
  if (hasChoices(type)) return areChoices(located, Array.isArray(value) ? value : [value]);
  if (type === 'rating')
    return listIn(question, 'rateValues').length > 0 || isStep(question, value);
  if (type !== 'text' && type !== 'comment') return true;
  if (typeof value === 'string') {
    const longest = member(question, 'maxLength');
    if (typeof longest === 'number' && longest > 0 && value.length > longest) return false;
  }
  return !isAbove(member(question, 'min'), value) && !isAbove(value, member(question, 'max'));
}

function areChoices(located: LocatedQuestion, values: readonly JsonValue[]): boolean {
  if (member(located.question, 'showOtherItem') === true) return true;
  const known = choiceValuesOf(located);
  const reserved = reservedBy(located.question);
  return values.every((value) => known.has(textOf(value)) || reserved.includes(textOf(value)));
}

function isStep(question: JsonObject, value: JsonValue): boolean {
  const min = member(question, 'rateMin') ?? IMPLIED.get('rateMin');
  const max = member(question, 'rateMax') ?? IMPLIED.get('rateMax');
  return typeof value === 'number' && !isAbove(min, value) && !isAbove(value, max);
}

const TOTALS = ['none', 'sum', 'avg', 'min', 'max', 'count'];

/** Reports a total that the engine does not know: it would show nothing. */
function faultsOfTotal({ at, question, table }: LocatedQuestion): readonly DefinitionFault[] {
  const type = member(question, 'totalType');
  if (table === undefined || type === undefined || TOTALS.includes(textOf(type))) return [];
  const allowed = TOTALS.join(', ');
  const text = `There is no total ${shortened(textOf(type))}. Use one of ${allowed}.`;
  const values = { type: textOf(type).slice(0, 60).toWellFormed(), allowed };
  return [{ at: `${at}.totalType`, kind: 'typeNotAllowed', values, text }];
}

/** Messages of rules that the profile does not limit, because definitions of older programs may have longer ones. */
const MESSAGES = [
  'requiredErrorText',
  'minErrorText',
  'maxErrorText',
  'stepErrorText',
  'otherErrorText',
  'keyDuplicationError',
] as const;

function faultsOfMessages({ at, question }: LocatedQuestion): readonly DefinitionFault[] {
  const messages = [
    ...MESSAGES.map((name) => [`${at}.${name}`, member(question, name)] as const),
    ...listIn(question, 'validators').map((validator, i) => {
      const text = isObject(validator) ? member(validator, 'text') : undefined;
      return [`${at}.validators[${i}].text`, text] as const;
    }),
  ];
  return messages.flatMap(([position, message]) => {
    const fault = message === undefined ? undefined : faultOfValue('message', message, '');
    return fault === undefined ? [] : [{ at: position, ...fault }];
  });
}
