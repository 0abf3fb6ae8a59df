import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { countLimits } from '#questionnaires/definition/limits.ts';
import { presetOf, type TextPattern } from './text-pattern.ts';

/**
 * The rules of a question that can be checked with its answer alone, because no other answer changes them. The engine
 * checks the rest: conditions of choices, and expressions as bounds.
 */
export interface Rules {
  readonly min?: number | string;
  readonly max?: number | string;
  /** Numbers must be reached by such steps from `stepFrom`, or from 0. */
  readonly step?: number;
  readonly stepFrom?: number;
  /** The length limit of a text in UTF-16 units, as browsers count. */
  readonly maxLength?: number;
  readonly isEmail?: boolean;
  /** The most digits behind the decimal point. */
  readonly decimals?: number;
  readonly pattern?: TextPattern;
  /** The author's messages for broken rules: one text, or one per language. */
  readonly messages?: Messages;
  /** All choices, whatever the other answers are. */
  readonly choices?: Offered;
  /** The most choices, files or rows. */
  readonly most?: number;
  /** Media types, patterns of media types, and file extensions. */
  readonly accepts?: readonly string[];
  /** The limit for one file. */
  readonly maxBytes?: number;
}

/** An author's messages by the rule that is broken. */
export type Messages = Readonly<Partial<Record<MessageRule, JsonValue>>>;
export type MessageRule = 'min' | 'max' | 'step' | 'decimals' | 'pattern';

/** The choices of a question. Columns of a table that have the same choices share `values`. */
export interface Offered {
  readonly values: ReadonlySet<JsonValue>;
  /** The choices that the engine adds. */
  readonly more: readonly JsonValue[];
  /** The choice that excludes all others; undefined when there is none. */
  readonly alone?: string;
}

/** Limits of the engine: the maximum number of rates that it shows, and the last day that it accepts. */
const MAX_RATES = 20;
const LAST_DAY = '2999-12-31';
/** A day without a time starts at midnight. */
export const LAST_MOMENT = `${LAST_DAY}T00:00`;
/** The engine's limit for the rows of a table, whatever the definition says; the most choices or files of an answer too. */
export const MAX_ROWS = 1000;
/** The engine's limit for the entries of a repeating section. */
const MAX_PANELS = 100;
const mostRows = (wanted: number, possible: number): number =>
  Math.min(Math.max(wanted, 1), possible);

/** Returns the rules of a question of this type. `definition` may limit the length of all texts. */
export function rulesOf(question: JsonObject, type: string, definition: JsonObject): Rules {
  switch (type) {
    case 'text':
      return textRules(question, definition);
    case 'comment':
      return lengthRule(question, definition);
    case 'radiogroup':
    case 'dropdown':
      return { choices: choicesOf(question) };
    case 'checkbox':
      return { choices: choicesOf(question), ...mostChoices(question) };
    case 'imagepicker':
    case 'ranking':
      return { choices: choicesOf(question) };
    case 'slider':
      return sliderRules(question);
    case 'rating':
      return { choices: ratesOf(question) };
    case 'file':
      return fileRules(question);
    case 'signaturepad':
    case 'sketch':
      return { accepts: ['image/*'] };
    case 'matrixdynamic':
      return { most: mostRows(numberIn(question, 'maxRowCount') ?? MAX_ROWS, MAX_ROWS) };
    case 'matrixdropdown':
    case 'matrix':
      return { most: listIn(question, 'rows').length };
    case 'paneldynamic':
      return { most: mostRows(numberIn(question, 'maxPanelCount') ?? MAX_PANELS, MAX_PANELS) };
    default:
      return {};
  }
}

function textRules(question: JsonObject, definition: JsonObject): Rules {
  return { ...inputRules(question, definition), ...messagesOf(question) };
}

function inputRules(question: JsonObject, definition: JsonObject): Rules {
  const inputType = member(question, 'inputType') ?? 'text';
  switch (inputType) {
    case 'number':
      return {
        ...numberBounds(question),
        ...stepsFrom(question),
        ...optional('decimals', decimalsOf(question)),
      };
    case 'range':
      return { min: 0, max: 100, ...numberBounds(question) };
    case 'date':
      return { max: LAST_DAY, ...textBounds(question, /^\d{4}-\d\d-\d\d$/) };
    case 'datetime-local':
      return dateTimeBounds(question);
    case 'time':
      return textBounds(question, /^\d\d:\d\d(?::\d\d)?$/);
    case 'month':
      return textBounds(question, /^\d{4}-\d\d$/);
    case 'week':
      return textBounds(question, /^\d{4}-W\d\d$/);
    case 'email':
      return { ...lengthRule(question, definition), isEmail: true };
    default:
      return { ...lengthRule(question, definition), ...patternRule(question) };
  }
}

function sliderRules(question: JsonObject): Rules {
  // The bounds and the step that the engine has where the template sets none.
  const whole = { min: 0, max: 100, step: 1, ...question };
  return { ...numberBounds(whole), ...stepsFrom(whole), ...messagesOf(question) };
}

function lengthRule(question: JsonObject, definition: JsonObject): Rules {
  const own = numberIn(question, 'maxLength');
  // Without its own limit, or with a negative one, a question has the limit of the form; 0 means no limit.
  const ofForm = numberIn(definition, 'maxTextLength');
  const length = own === undefined || own < 0 ? ofForm : own;
  const all = [
    length,
    ...validatorsOf(question, 'text').map((each) => numberIn(each, 'maxLength')),
  ];
  return optional('maxLength', smallest(all.filter((each) => each !== undefined && each > 0)));
}

function numberBounds(question: JsonObject): Rules {
  const validators = validatorsOf(question, 'numeric');
  const min = [question, ...validators].map((each) =>
    boundIn(each, each === question ? 'min' : 'minValue'),
  );
  const max = [question, ...validators].map((each) =>
    boundIn(each, each === question ? 'max' : 'maxValue'),
  );
  return { ...optional('min', largest(min)), ...optional('max', smallest(max)) };
}

/** Returns a bound that is a number, or text that spells one. */
function boundIn(holder: JsonObject, name: string): number | undefined {
  const value = member(holder, name);
  const bound = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof bound === 'number' && Number.isFinite(bound) ? bound : undefined;
}

/** Steps count from the question's own minimum. Only the engine knows one that is calculated. */
function stepsFrom(question: JsonObject): Rules {
  const step = numberIn(question, 'step');
  const isCalculated = Boolean(member(question, 'minValueExpression'));
  if (step === undefined || step <= 0 || isCalculated) return {};
  return { step, ...optional('stepFrom', boundIn(question, 'min')) };
}

/** Returns the most decimals of a number; undefined when their number does not matter. */
export function decimalsOf(question: JsonObject): number | undefined {
  const decimals = numberIn(question, 'decimals');
  const isCount = decimals !== undefined && Number.isInteger(decimals) && decimals >= 0;
  return isCount ? Math.min(decimals, countLimits('decimals').max) : undefined;
}

function patternRule(question: JsonObject): Rules {
  const preset = presetOf(member(question, 'preset'));
  const mask = member(question, 'mask');
  const hasMask = typeof mask === 'string' && mask !== '';
  if (preset === undefined && !hasMask) return {};
  return { pattern: { ...(preset !== undefined && { preset }), ...(hasMask && { mask }) } };
}

const MESSAGES: readonly (readonly [MessageRule, string])[] = [
  ['min', 'minErrorText'],
  ['max', 'maxErrorText'],
  ['step', 'stepErrorText'],
  ['decimals', 'decimalsErrorText'],
  ['pattern', 'patternErrorText'],
];

function messagesOf(question: JsonObject): Rules {
  const given = MESSAGES.flatMap(([rule, property]) => {
    const text = member(question, property);
    return text === undefined || text === '' ? [] : [[rule, text] as const];
  });
  return given.length === 0 ? {} : { messages: Object.fromEntries(given) };
}

/** Returns bounds as text. Values of these formats sort by time. */
function textBounds(question: JsonObject, format: RegExp): Rules {
  const boundOf = (name: string) => {
    const value = member(question, name);
    return typeof value === 'string' && format.test(value) ? value : undefined;
  };
  return { ...optional('min', boundOf('min')), ...optional('max', boundOf('max')) };
}

function dateTimeBounds(question: JsonObject): Rules {
  const { min, max } = textBounds(question, /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/);
  // A day without a time starts at midnight, for the engine too.
  const moment = (bound: number | string | undefined) =>
    typeof bound === 'string' && bound.length === LAST_DAY.length ? `${bound}T00:00` : bound;
  return {
    ...optional('min', moment(min)),
    ...optional('max', moment(max ?? LAST_DAY)),
  };
}

/** Returns all choices, also those that conditions hide: whether they are shown depends on other answers. */
function choicesOf(question: JsonObject): Offered {
  const hasNone = member(question, 'showNoneItem') === true;
  const more = [
    ...(member(question, 'showOtherItem') === true ? ['other'] : []),
    ...(hasNone ? [NONE] : []),
  ];
  return { values: valuesOf(listIn(question, 'choices')), more, ...(hasNone && { alone: NONE }) };
}

/** The value that the engine gives to the choice of none. */
const NONE = 'none';

const valuesByList = new WeakMap<readonly JsonValue[], ReadonlySet<JsonValue>>();

/** Returns the values of a list of choices, collected once: hundreds of columns may share thousands of choices. */
function valuesOf(list: readonly JsonValue[]): ReadonlySet<JsonValue> {
  const values = valuesByList.get(list) ?? new Set(list.map(choiceValue));
  valuesByList.set(list, values);
  return values;
}

const choiceValue = (choice: JsonValue): JsonValue =>
  isObject(choice) ? (member(choice, 'value') ?? null) : choice;

function mostChoices(question: JsonObject): Rules {
  const counts = [
    numberIn(question, 'maxSelectedChoices'),
    ...validatorsOf(question, 'answercount').map((each) => numberIn(each, 'maxCount')),
  ];
  return optional('most', smallest(counts.filter((each) => each !== undefined && each > 0)));
}

const ratesOf = (question: JsonObject): Offered => {
  const own = listIn(question, 'rateValues');
  const isOwn = own.length > 0 && member(question, 'autoGenerate') !== true;
  return isOwn
    ? { values: valuesOf(own), more: [] }
    : { values: new Set(), more: generatedRates(question) };
};

/** Returns the rates as the engine generates them: from the first, the step and the last one, or from a count. */
export function generatedRates(question: JsonObject): readonly number[] {
  const step = numberIn(question, 'rateStep') || 1;
  const count = numberIn(question, 'rateCount');
  const last = numberIn(question, 'rateMax');
  const span = count === undefined ? undefined : step * (count - 1);
  const isFromLast = last !== undefined && span !== undefined;
  const first = numberIn(question, 'rateMin') ?? (isFromLast ? last - span : 1);
  const end = last ?? (span === undefined ? 5 : first + span);
  const digits = String(step).split('.')[1]?.length ?? 0;
  const rates: number[] = [];
  for (let rate = first; rate <= end && rates.length < MAX_RATES; rate += step) {
    rates.push(Number.isInteger(rate) ? rate : Number(rate.toFixed(digits)));
  }
  return rates;
}

function fileRules(question: JsonObject): Rules {
  const accepted = member(question, 'acceptedTypes');
  const accepts =
    typeof accepted === 'string'
      ? accepted
          .split(',')
          .map((type) => type.trim().toLowerCase())
          .filter((type) => type !== '')
      : [];
  const maxBytes = numberIn(question, 'maxSize');
  return {
    most: member(question, 'allowMultiple') === true ? MAX_ROWS : 1,
    ...(accepts.length > 0 && { accepts }),
    ...optional('maxBytes', maxBytes !== undefined && maxBytes > 0 ? maxBytes : undefined),
  };
}

const validatorsOf = (question: JsonObject, type: string): readonly JsonObject[] =>
  listIn(question, 'validators').filter(
    (each): each is JsonObject =>
      isObject(each) && [type, `${type}validator`].includes(textOf(member(each, 'type'))),
  );

function numberIn(holder: JsonObject, name: string): number | undefined {
  const value = member(holder, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const smallest = (all: readonly (number | undefined)[]): number | undefined => {
  const numbers = all.filter((each) => each !== undefined);
  return numbers.length === 0 ? undefined : Math.min(...numbers);
};
const largest = (all: readonly (number | undefined)[]): number | undefined => {
  const numbers = all.filter((each) => each !== undefined);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
};

/** Returns an object with this member; an empty one when the value is undefined. */
const optional = <K extends keyof Rules>(name: K, value: Rules[K]): Rules =>
  value === undefined ? {} : { [name]: value };

function listIn(holder: JsonObject, key: string): readonly JsonValue[] {
  const list = member(holder, key);
  return Array.isArray(list) ? list : [];
}
