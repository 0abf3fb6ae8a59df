import { isEmailAddress } from '#kernel/email-address.ts';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import type { PlainKind } from './answer-shapes.ts';
import { isOnStep, rightSteps } from './number-steps.ts';
import { MAX_ROWS, type MessageRule, type Offered, type Rules } from './question-rules.ts';
import { brokenPattern, exampleOf, type PatternRule, type Preset } from './text-pattern.ts';

/** What is wrong with a value, whatever its position. */
export interface ValueFault {
  /** `type` and `format`: the value cannot answer such a question. The others: it breaks a rule of this question. */
  readonly kind: 'type' | 'format' | 'choice' | 'length' | 'range' | 'count' | 'file';
  /** The broken rule, from which the web client builds a translated message. */
  readonly rule: AnswerRule;
  /** The limit that the rule sets; for `known-choice`, the unknown choice. */
  readonly limit?: string | number;
  /** The part of the answer that is wrong, such as `.lat`; undefined for the whole answer. */
  readonly within?: string;
  readonly text: string;
  /** The message that the author wrote for this rule: one text, or one per language. */
  readonly message?: JsonValue;
}

/** The rules of a question. A value of the wrong kind breaks the rule that is named after the kind of the question. */
export type AnswerRule =
  | PlainKind
  | 'min'
  | 'max'
  | 'step'
  | 'max-length'
  | 'email'
  | 'decimals'
  | PatternRule
  | 'known-choice'
  | 'each-choice-once'
  | 'choice-alone'
  | 'max-choices'
  | 'max-files'
  | 'max-rows'
  | 'max-cells'
  | 'max-bytes'
  | 'file-kind'
  | 'uploaded-file'
  | 'place'
  | 'latitude'
  | 'longitude'
  | 'accuracy'
  | 'place-time'
  | 'place-source'
  | 'barcode'
  | 'barcode-format'
  | 'unknown-member'
  | 'sketch'
  | 'drawing'
  | 'max-shapes'
  | 'max-drawing'
  | 'known-row'
  | 'known-person'
  | 'open-list'
  | 'fitting-row';

/**
 * The most cells, empty ones included, that the tables and repeating sections of one form may have together. All of
 * them are prepared for reading in one turn of the event loop, which blocks all other requests.
 */
export const MAX_CELLS = 10_000;

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const WEEK = /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/;

const isNumber = (value: JsonValue): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: JsonValue): value is string => typeof value === 'string';
const isScalar = (value: JsonValue): boolean =>
  isText(value) || typeof value === 'boolean' || isNumber(value);
const matches = (format: RegExp) => (value: JsonValue) => isText(value) && format.test(value);

/** Returns whether a value is an existing day: 30 February is not. */
function isDay(value: JsonValue): boolean {
  const [, year, month, day] = (isText(value) && DAY.exec(value)) || [];
  if (year === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  at.setUTCFullYear(Number(year));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

function isMoment(value: JsonValue): boolean {
  const [, day = '', time = ''] = (isText(value) && MOMENT.exec(value)) || [];
  return isDay(day) && TIME.test(time);
}

/** An answer that names a row of a shared list, or a person of the directory. */
export interface ChosenRow {
  readonly key: string;
  /** What the person saw. */
  readonly label: string;
  /** The state of the row that they saw; 0: the present one. */
  readonly seq: number;
  /** The row could no longer be chosen when the answer arrived. */
  readonly inactive?: true;
}

const ROW_MEMBERS: readonly string[] = ['key', 'label', 'seq', 'inactive'];

/** Returns whether a value has the shape of a chosen row, whether or not there is such a row. */
export function isChosenRow(value: unknown): value is ChosenRow & JsonObject {
  if (!isObject(value)) return false;
  const { key, label, seq, inactive = true } = value;
  return (
    Object.keys(value).every((name) => ROW_MEMBERS.includes(name)) &&
    typeof key === 'string' &&
    key.trim() !== '' &&
    key.length <= 200 &&
    typeof label === 'string' &&
    label.length <= 1000 &&
    Number.isSafeInteger(seq) &&
    Number(seq) >= 0 &&
    inactive === true
  );
}

const isShortList = (value: JsonValue): boolean =>
  isList(value) && value.length <= MAX_ROWS && value.every(isScalar);

type Test = readonly [(value: JsonValue) => boolean, string];

const TYPES: Readonly<Record<PlainKind, Test>> = {
  text: [isText, 'text'],
  number: [isNumber, 'a number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  date: [isDay, 'an existing date, as YYYY-MM-DD'],
  time: [matches(TIME), 'a time from 00:00 to 23:59, as HH:MM or HH:MM:SS'],
  'date-time': [isMoment, 'a date and a time as YYYY-MM-DDTHH:MM, without a time zone'],
  month: [matches(MONTH), 'a month as YYYY-MM'],
  week: [matches(WEEK), 'a week as YYYY-Www'],
  choice: [isScalar, 'one of the choices: text, a number, true or false'],
  choices: [isShortList, `a list of at most ${MAX_ROWS} texts, numbers, true or false`],
  ranking: [isShortList, 'a list of choices'],
  rating: [(value) => isNumber(value) || isText(value), 'a number or text'],
  row: [isChosenRow, 'a row of the list, or a person: { key, label, seq }'],
};

/** Returns what is wrong with a value as the answer to a question of this kind; undefined when nothing is. */
export function faultOfValue(
  kind: PlainKind,
  rules: Rules,
  value: JsonValue,
): ValueFault | undefined {
  const [fits, wanted] = TYPES[kind];
  if (!fits(value)) {
    // Text in the wrong format breaks the format; a value of another type breaks the type.
    const isFormat = isText(value) && FORMATS.has(kind);
    return { kind: isFormat ? 'format' : 'type', rule: kind, text: `This must be ${wanted}.` };
  }
  if (isNumber(value) || FORMATS.has(kind))
    return faultOfRange(rules, value) ?? faultOfChoice(rules, [value]);
  if (kind === 'choices' || kind === 'ranking')
    return faultOfList(rules, isList(value) ? value : []);
  // Nothing was chosen or typed.
  if (value === '') return undefined;
  return faultOfText(rules, value) ?? faultOfChoice(rules, [value]);
}

const FORMATS: ReadonlySet<PlainKind> = new Set(['date', 'time', 'date-time', 'month', 'week']);

function faultOfRange(rules: Rules, value: JsonValue): ValueFault | undefined {
  const fault = rangeFault(rules, value) ?? faultOfDecimals(rules, value);
  return fault && withMessage(fault, rules, MESSAGE_RULES.get(fault.rule));
}

const MESSAGE_RULES: ReadonlyMap<string, MessageRule> = new Map(
  (['min', 'max', 'step', 'decimals'] as const).map((rule) => [rule, rule]),
);

function withMessage(
  fault: ValueFault,
  { messages = {} }: Rules,
  rule: MessageRule | undefined,
): ValueFault {
  const message = rule && messages[rule];
  return message === undefined ? fault : { ...fault, message };
}

function faultOfDecimals({ decimals }: Rules, value: JsonValue): ValueFault | undefined {
  if (decimals === undefined || typeof value !== 'number') return undefined;
  if (Number(value.toFixed(decimals)) === value) return undefined;
  const text =
    decimals === 0
      ? 'This must be a whole number.'
      : `This must have at most ${decimals} decimal${decimals === 1 ? '' : 's'}.`;
  return { kind: 'range', rule: 'decimals', limit: decimals, text };
}

function rangeFault(
  { min, max, step, stepFrom = 0 }: Rules,
  value: JsonValue,
): ValueFault | undefined {
  if (min !== undefined && isBelow(value, min)) {
    return {
      kind: 'range',
      rule: 'min',
      limit: min,
      text: `This must be ${min} or ${typeof min === 'number' ? 'more' : 'later'}.`,
    };
  }
  if (max !== undefined && isBelow(max, value)) {
    return {
      kind: 'range',
      rule: 'max',
      limit: max,
      text: `This must be ${max} or ${typeof max === 'number' ? 'less' : 'earlier'}.`,
    };
  }
  if (step !== undefined && typeof value === 'number' && !isOnStep(value, step, stepFrom)) {
    return { kind: 'range', rule: 'step', ...rightSteps(step, stepFrom) };
  }
  return undefined;
}

/** Compares numbers by size, and days and times of one format as text. */
const isBelow = (a: JsonValue, b: JsonValue): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return isText(a) && isText(b) && a < b;
};

function faultOfText(rules: Rules, value: JsonValue): ValueFault | undefined {
  if (!isText(value)) return undefined;
  const { maxLength, isEmail } = rules;
  if (maxLength !== undefined && value.length > maxLength) {
    return {
      kind: 'length',
      rule: 'max-length',
      limit: maxLength,
      text: `This has ${value.length} characters; it must have at most ${maxLength}.`,
    };
  }
  if (isEmail !== true || isEmailAddress(value)) return faultOfPattern(rules, value);
  return {
    kind: 'format',
    rule: 'email',
    text: 'This must be an email address, such as ada@example.org.',
  };
}

function faultOfPattern(rules: Rules, value: string): ValueFault | undefined {
  const { pattern = {} } = rules;
  const rule = brokenPattern(pattern, value);
  if (rule === undefined) return undefined;
  const example = exampleOf(pattern.mask ?? '');
  const fault: ValueFault = {
    kind: 'format',
    rule,
    ...(rule === 'mask' && { limit: example }),
    text: rule === 'mask' ? `This must look like ${example}.` : PRESET_TEXTS[rule],
  };
  return withMessage(fault, rules, 'pattern');
}

const PRESET_TEXTS: Readonly<Record<Preset, string>> = {
  digits: 'This must have only digits.',
  letters: 'This must have only letters, spaces, hyphens, apostrophes and points.',
  'letters-digits': 'This must have only letters and digits, without spaces.',
  iban: 'This must be an IBAN with the right check digits, such as DE89 3704 0044 0532 0130 00.',
};

export function faultOfList(rules: Rules, values: readonly JsonValue[]): ValueFault | undefined {
  const fault = faultOfChoice(rules, values) ?? faultOfCount(rules, values.length, 'choices');
  if (fault !== undefined) return fault;
  if (new Set(values).size < values.length)
    return misChosen('each-choice-once', 'Each choice may be selected only once.');
  const alone = rules.choices?.alone;
  if (alone === undefined || values.length === 1 || !values.includes(alone)) return undefined;
  return misChosen('choice-alone', `"${alone}" excludes all other choices. Leave one out.`);
}

const misChosen = (rule: AnswerRule, text: string): ValueFault => ({ kind: 'choice', rule, text });

function faultOfChoice({ choices }: Rules, values: readonly JsonValue[]): ValueFault | undefined {
  if (choices === undefined) return undefined;
  const unknown = values.find(
    (value) => !(choices.values.has(value) || choices.more.includes(value)),
  );
  if (unknown === undefined) return undefined;
  return {
    kind: 'choice',
    rule: 'known-choice',
    limit: shorten(typeof unknown === 'string' ? unknown : JSON.stringify(unknown)),
    text: `There is no choice ${listed([unknown], 1)}. ${textOf(choices)}`,
  };
}

/** The number of choices that a fault lists. */
const MOST_LISTED = 20;

const texts = new WeakMap<Offered, string>();

/** Returns the list of choices as text. It is built once, because thousands of cells may hold an unknown choice. */
function textOf(choices: Offered): string {
  const size = choices.values.size + choices.more.length;
  const text =
    texts.get(choices) ??
    (size === 0 ? 'There are none.' : `There are ${listed(firstOf(choices), size)}.`);
  texts.set(choices, text);
  return text;
}

/** Returns the choices that a fault lists. There may be thousands of choices, and as many faults. */
function firstOf({ values, more }: Offered): readonly JsonValue[] {
  const first: JsonValue[] = [];
  for (const value of values) {
    if (first.length === MOST_LISTED) return first;
    first.push(value);
  }
  return [...first, ...more].slice(0, MOST_LISTED);
}

function listed(values: readonly JsonValue[], size: number): string {
  const shown = values.map((value) => shorten(JSON.stringify(value)));
  const rest = size - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export function faultOfCount(
  { most }: Rules,
  count: number,
  what: 'choices' | 'files' | 'rows',
): ValueFault | undefined {
  if (most === undefined || count <= most) return undefined;
  const text = `There may be at most ${most} ${what} here, not ${count}.`;
  return { kind: 'count', rule: `max-${what}`, limit: most, text };
}

export const TOO_MANY_CELLS: ValueFault = {
  kind: 'count',
  rule: 'max-cells',
  limit: MAX_CELLS,
  text: `The tables of a form may have at most ${MAX_CELLS} cells together, including empty cells and remarks.`,
};

/** The properties of a file that are known before its bytes are read. */
export interface FileFacts {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly size: number;
}

/** Returns why a question does not accept a file; undefined when it does. */
export function faultOfFile({ accepts, maxBytes }: Rules, file: FileFacts): ValueFault | undefined {
  if (maxBytes !== undefined && file.size > maxBytes) {
    return {
      kind: 'file',
      rule: 'max-bytes',
      limit: maxBytes,
      text: `A file may have at most ${maxBytes} bytes here.`,
    };
  }
  if (accepts === undefined || accepts.some((each) => isOfKind(each, file))) return undefined;
  const kinds = shorten(accepts.join(', '));
  return {
    kind: 'file',
    rule: 'file-kind',
    limit: kinds,
    text: `Files must be of these kinds here: ${kinds}.`,
  };
}

/** Returns whether a file matches one entry of the HTML attribute `accept`: `image/*`, `application/pdf` or `.pdf`. */
function isOfKind(wanted: string, { name, type }: FileFacts): boolean {
  if (wanted === '*' || wanted === '*/*') return true;
  if (wanted.startsWith('.')) {
    const ending = wanted.slice(1);
    return name.toLowerCase().endsWith(wanted) || (ENDINGS.get(ending) ?? ending) === type;
  }
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

/**
 * Media types by extension. A photo is renamed when it is made smaller, and browsers match extensions by media type.
 */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['heic', 'image/heic'],
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
]);

const shorten = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text;

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
