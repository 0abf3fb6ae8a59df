import { isObject, type JsonValue, textOf } from '#kernel/json.ts';
import {
  asksSomething,
  MAX_MASK_LENGTH,
  PRESETS,
  presetOf,
} from '#questionnaires/answers/text-pattern.ts';
import { faultOfExpression } from './check-expression.ts';
import { faultOfPicture } from './check-picture.ts';
import { countLimits, MAX_MESSAGE_LENGTH, MAX_UNIT_LENGTH } from './limits.ts';
import { OFFICE_RULE, readOffice } from './office.ts';
import type { PropertyKind } from './profile.ts';
import { POLICY_RULE, readPolicy } from './review-policy.ts';
import { MAX_CONTENT_LENGTH, refusedLink } from './rich-text.ts';
import type { Wrong } from './wrong.ts';

/** Kinds of properties that contain no elements, columns, rows, choices or validators. */
export type PlainKind = Exclude<
  PropertyKind,
  | 'name'
  | 'type'
  | 'choices'
  | 'imageChoices'
  | 'rows'
  | 'validators'
  | 'columns'
  | 'elements'
  | 'pages'
>;

const CLEARINGS = ['default', 'onComplete', 'onHidden', 'onHiddenContainer'];
const WORD = /^[^<>:/\\]{0,128}$/;
/** Empty while nothing is chosen. */
const UUID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;
const LARGEST = 1e12;

const isText = (value: JsonValue, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value);
const isNumber = (value: JsonValue): boolean =>
  typeof value === 'number' && Math.abs(value) <= LARGEST;

/** Returns whether a value is one text, or one text per language. HTML and Markdown in it are shown literally. */
function isWording(value: JsonValue): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true;
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([language, text]) =>
        /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(language) &&
        !(language in Object.prototype) &&
        typeof text === 'string',
    )
  );
}

/** Returns whether a value is a wording, each language of which passes the test. */
const isShortWording = (value: JsonValue, fits: (text: string) => boolean): boolean =>
  isWording(value) && (isObject(value) ? Object.values(value) : [value]).map(String).every(fits);

const isMessage = (text: string): boolean => [...text].length <= MAX_MESSAGE_LENGTH;

// A brace would be read as the place of an answer.
const isUnit = (text: string): boolean =>
  text.trim() !== '' && [...text].length <= MAX_UNIT_LENGTH && /^[^{}\p{Cc}]*$/u.test(text);

const isMask = (value: JsonValue): boolean =>
  typeof value === 'string' && [...value].length <= MAX_MASK_LENGTH && asksSomething(value);

/** Returns whether a value contains no name such as `__proto__`: the engine copies values into objects of its own. */
function isPlain(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, inner]) => !(name in Object.prototype) && isPlain(inner),
  );
}

/** The most fields that a chosen row fills in. */
const MAX_FILLED = 20;

/** Returns whether a value says which columns of a row fill in which fields. */
const isFillIn = (value: JsonValue): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_FILLED &&
  value.every(
    (each: JsonValue) =>
      isObject(each) &&
      Object.keys(each).toSorted().join() === 'column,field' &&
      Object.values(each).every((name) => isText(name, /^[\s\S]{0,128}$/)),
  );

const RULES: Readonly<
  Record<
    Exclude<PlainKind, 'expression' | 'count' | 'content' | 'picture'>,
    readonly [(value: JsonValue) => boolean, string]
  >
> = {
  label: [(value) => isText(value, /^[\s\S]{0,128}$/), 'text of at most 128 characters'],
  text: [isWording, 'text, or one text per language'],
  texts: [(value) => Array.isArray(value) && value.every(isWording), 'a list of texts'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
  off: [(value) => value === false, 'false, because files are uploaded and never stored as text'],
  number: [isNumber, 'a number'],
  bound: [
    (value) => isNumber(value) || isText(value, /^[\w:.+-]{0,40}$/),
    'a number or a date as text',
  ],
  // Keywords of the engine, and names of questions.
  word: [(value) => isText(value, WORD), 'a word that the forms engine knows'],
  // A property that was once a flag and now has more than two values.
  mode: [
    (value) => typeof value === 'boolean' || isText(value, WORD),
    'true, false or a word that the forms engine knows',
  ],
  // `none` is refused: nobody means to send an answer that is hidden when the form is completed.
  clearing: [
    (value) => typeof value === 'string' && CLEARINGS.includes(value),
    'default, onComplete, onHidden or onHiddenContainer, because answers to hidden questions are removed on completion',
  ],
  size: [
    (value) => isNumber(value) || isText(value, /^[\w.% ()+-]{0,40}$/),
    'a size such as 300px or 50%',
  ],
  colour: [
    (value) => isText(value, /^(?:#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,30})$/),
    'a colour such as #1098ad',
  ],
  mediaTypes: [
    (value) => isText(value, /^[\w.*+/, -]{0,500}$/),
    'media types or file extensions, separated by commas',
  ],
  message: [
    (value) => isShortWording(value, isMessage),
    `text of at most ${MAX_MESSAGE_LENGTH} characters, or one such text per language`,
  ],
  unit: [
    (value) => isShortWording(value, isUnit),
    `a unit of 1 to ${MAX_UNIT_LENGTH} characters without braces, or one per language`,
  ],
  preset: [(value) => presetOf(value) !== undefined, `one of ${PRESETS.join(', ')}`],
  mask: [
    isMask,
    `a pattern of at most ${MAX_MASK_LENGTH} characters with a 9 for each digit, an a for each letter or a # for either`,
  ],
  listId: [(value) => isText(value, UUID), 'the id of a shared list, a UUID in small letters'],
  groupId: [(value) => isText(value, UUID), 'the id of a group, a UUID in small letters'],
  fillIn: [isFillIn, `a list of at most ${MAX_FILLED} objects { column, field }`],
  review: [(value) => readPolicy(value) !== undefined, POLICY_RULE],
  office: [(value) => readOffice(value) !== undefined, OFFICE_RULE],
  value: [isPlain, 'a value without names such as __proto__'],
};

/** Returns what is wrong with the value of the named property; undefined when nothing is. */
export function faultOfValue(kind: PlainKind, value: JsonValue, name: string): Wrong | undefined {
  if (kind === 'expression') {
    if (typeof value !== 'string') {
      return { kind: 'needsExpression', text: 'This must be an expression, as text.' };
    }
    return faultOfExpression(value);
  }
  if (kind === 'count') return faultOfCount(value, name);
  if (kind === 'content') return faultOfContent(value);
  if (kind === 'picture') return faultOfPicture(value, name);
  const [fits, wanted] = RULES[kind];
  if (fits(value)) return undefined;
  const limit = LIMITS.get(kind);
  const values = limit === undefined ? {} : { values: { limit } };
  return { kind: KINDS[kind], ...values, text: `This must be ${wanted}.` };
}

/** The greatest length of a value, in characters; of a list, in members. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ['message', MAX_MESSAGE_LENGTH],
  ['unit', MAX_UNIT_LENGTH],
  ['mask', MAX_MASK_LENGTH],
  ['fillIn', MAX_FILLED],
]);

/** The kinds of the faults, by the rule that they break. */
const KINDS: Readonly<Record<keyof typeof RULES, string>> = {
  label: 'needsLabel',
  text: 'needsText',
  texts: 'needsTexts',
  flag: 'needsFlag',
  off: 'needsOff',
  number: 'needsNumber',
  bound: 'needsBound',
  word: 'needsWord',
  mode: 'needsWord',
  clearing: 'needsClearing',
  size: 'needsSize',
  colour: 'needsColour',
  mediaTypes: 'needsMediaTypes',
  message: 'needsMessage',
  unit: 'needsUnit',
  preset: 'needsPreset',
  mask: 'needsMask',
  listId: 'needsListId',
  groupId: 'needsGroupId',
  fillIn: 'needsFillIn',
  review: 'needsReview',
  office: 'needsOffice',
  value: 'needsPlainValue',
};

function faultOfContent(value: JsonValue): Wrong | undefined {
  const isShort = isShortWording(value, (text) => [...text].length <= MAX_CONTENT_LENGTH);
  if (!isShort) {
    const text = `This must be text of at most ${MAX_CONTENT_LENGTH} characters, or one such text per language.`;
    return { kind: 'needsMessage', values: { limit: MAX_CONTENT_LENGTH }, text };
  }
  const link = (isObject(value) ? Object.values(value) : [value])
    .map((each) => refusedLink(textOf(each)))
    .find((each) => each !== undefined);
  if (link === undefined) return undefined;
  const shown = link.slice(0, 100).toWellFormed();
  const text = `The link ${JSON.stringify(shown)} is not allowed. Use an address that starts with https:// or mailto:.`;
  return { kind: 'needsLink', values: { link: shown }, text };
}

function faultOfCount(value: JsonValue, name: string): Wrong | undefined {
  const { min, max } = countLimits(name);
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  if (fits) return undefined;
  const text = `This must be a whole number from ${min} to ${max}.`;
  return { kind: 'needsCount', values: { min, max }, text };
}
