import { isObject, type JsonValue } from '#kernel/json.ts';
import { faultOfExpression } from './check-expression.ts';
import { countLimits } from './limits.ts';
import type { PropertyKind } from './profile.ts';
import type { Wrong } from './wrong.ts';

/** Kinds of properties that contain no elements, columns, choices or validators. */
export type PlainKind = Exclude<
  PropertyKind,
  'name' | 'type' | 'choices' | 'validators' | 'columns' | 'elements' | 'pages'
>;

const CLEARINGS = ['default', 'onComplete', 'onHidden', 'onHiddenContainer'];
const WORD = /^[^<>:/\\]{0,128}$/;
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

/** Returns whether a value contains no name such as `__proto__`: the engine copies values into objects of its own. */
function isPlain(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, inner]) => !(name in Object.prototype) && isPlain(inner),
  );
}

const RULES: Readonly<
  Record<
    Exclude<PlainKind, 'expression' | 'count'>,
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
  const [fits, wanted] = RULES[kind];
  return fits(value) ? undefined : { kind: KINDS[kind], text: `This must be ${wanted}.` };
}

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
  value: 'needsPlainValue',
};

function faultOfCount(value: JsonValue, name: string): Wrong | undefined {
  const { min, max } = countLimits(name);
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  if (fits) return undefined;
  const text = `This must be a whole number from ${min} to ${max}.`;
  return { kind: 'needsCount', values: { min, max }, text };
}
