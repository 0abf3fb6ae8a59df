import { commentName, hasComment, totalName } from '#forms/answers/answer-shapes.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { faultOfValue } from './check-value.ts';
import {
  CELL_TYPES,
  CHOICE,
  COLUMN,
  ELEMENTS,
  INPUT_TYPES,
  PAGE,
  type Properties,
  type PropertyKind,
  SURVEY,
  VALIDATORS,
} from './profile.ts';

/** The most questions of one definition, columns of tables and fields of repeating sections included. */
export const MAX_FIELDS = 300;
const MAX_NAME_LENGTH = 128;
const NAMELESS = `A name must be text of 1 to ${MAX_NAME_LENGTH} characters.`;
const MAX_NESTING = 10;
/** The most faults that are reported at once. */
const MAX_FAULTS = 100;

/** A question at the top level of the answers, as the definition spells it. */
export interface FoundField {
  readonly name: string;
  readonly title: string;
  readonly type: string;
}

export interface PlacedText {
  /** The position, such as `pages[0].elements[2].type`; empty for the whole definition. */
  readonly at: string;
  readonly text: string;
}

/** A fault and its position. */
export interface DefinitionFault extends PlacedText {
  /** The broken rule, for which the web client has a translated message; `values` are inserted into that message. */
  readonly kind?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface Sieved {
  /** The definition without its refused parts. */
  readonly accepted: JsonObject;
  /** The faults of the parts that `accepted` does not contain. */
  readonly refused: readonly DefinitionFault[];
  /** In the order of the form. */
  readonly fields: readonly FoundField[];
  /** The expressions in `accepted`. Only the engine can parse them. */
  readonly expressions: readonly PlacedText[];
}

interface Walk {
  readonly expressions: PlacedText[];
  readonly refused: DefinitionFault[];
  readonly fields: FoundField[];
  /** The number of questions so far, nested ones included. */
  count: number;
}

/** The current position. */
interface Place {
  /** The path of the current value. */
  readonly at: string;
  /** The names seen in one scope of answers: the form, a row of a table, an entry of a repeating section. */
  readonly scope: Map<string, string>;
  readonly depth: number;
  /** True for a question whose answer is at the top level of the answers. */
  readonly top: boolean;
}

/** Separates a definition into the parts that our profile allows and the faults of all others. */
export function sieve(definition: JsonObject): Sieved {
  const walk: Walk = { refused: [], fields: [], expressions: [], count: 0 };
  const place: Place = { at: '', scope: new Map(), depth: 0, top: true };
  const accepted = sieveObject(walk, definition, SURVEY, place);
  return { accepted, ...walk };
}

/** Returns the properties that are allowed and have an allowed value; reports the others. */
function sieveObject(walk: Walk, object: JsonObject, known: Properties, place: Place): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    const kind = known.get(name);
    const at = place.at === '' ? shorten(name) : `${place.at}.${shorten(name)}`;
    if (kind === undefined) {
      tell(walk.refused, at, `${shorten(name)} is not allowed.`);
      continue;
    }
    const good = sieveValue(walk, kind, name, value, { ...place, at });
    if (good !== undefined) kept.push([name, good]);
  }
  return Object.fromEntries(kept);
}

type ListOf = (walk: Walk, item: JsonValue, place: Place) => JsonValue | undefined;

function sieveValue(
  walk: Walk,
  kind: PropertyKind,
  name: string,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  switch (kind) {
    // Checked together with the object that has them.
    case 'name':
    case 'type':
      return value;
    case 'pages':
      return sieveList(walk, value, place, sievePage);
    case 'elements':
      return sieveList(walk, value, place, sieveElement);
    case 'columns':
      return sieveList(walk, value, place, sieveColumn);
    case 'choices':
      return sieveList(walk, value, place, sieveChoice);
    case 'validators':
      return sieveList(walk, value, place, sieveValidator);
    default: {
      const fault = faultOfValue(kind, value, name);
      if (fault === undefined && kind === 'expression' && typeof value === 'string') {
        walk.expressions.push({ at: place.at, text: value });
      }
      if (fault === undefined) return value;
      tell(walk.refused, place.at, fault);
      return undefined;
    }
  }
}

function sieveList(walk: Walk, list: JsonValue, place: Place, each: ListOf): JsonValue | undefined {
  if (!isArray(list)) {
    tell(walk.refused, place.at, 'This must be a list.');
    return undefined;
  }
  return list.flatMap((item, i) => each(walk, item, { ...place, at: `${place.at}[${i}]` }) ?? []);
}

const sievePage: ListOf = (walk, page, place) => {
  if (isObject(page)) return sieveObject(walk, page, PAGE, { ...place, depth: 1 });
  tell(walk.refused, place.at, 'A page must be an object.');
  return undefined;
};

const sieveElement: ListOf = (walk, element, place) => {
  if (!isObject(element)) {
    tell(walk.refused, place.at, 'An element must be an object.');
    return undefined;
  }
  const type = member(element, 'type');
  const known = typeof type === 'string' ? ELEMENTS.get(type) : undefined;
  if (typeof type !== 'string' || !known) {
    tell(walk.refused, `${place.at}.type`, notAmong('type', type, [...ELEMENTS.keys()]));
    return undefined;
  }
  if (place.depth >= MAX_NESTING) {
    tell(walk.refused, place.at, `Panels nest deeper than ${MAX_NESTING} levels.`);
    return undefined;
  }
  const depth = place.depth + 1;
  if (type === 'panel') return sieveObject(walk, element, known, { ...place, depth });
  const name = takeName(walk, element, place);
  if (place.top && name !== undefined) {
    walk.fields.push({ name, title: titleOf(element, name), type });
  }
  const within = { at: place.at, scope: new Map<string, string>(), depth, top: false };
  // Its properties are checked even when its name is refused, to report all faults.
  const question = withInputType(walk, sieveObject(walk, element, known, within), place);
  return name === undefined ? undefined : question;
};

const sieveColumn: ListOf = (walk, column, place) => {
  if (!isObject(column)) {
    tell(walk.refused, place.at, 'A column must be an object.');
    return undefined;
  }
  const name = takeName(walk, column, place);
  const type = member(column, 'cellType');
  if (type !== undefined && (typeof type !== 'string' || !CELL_TYPES.includes(type))) {
    tell(walk.refused, `${place.at}.cellType`, notAmong('type', type, CELL_TYPES));
    return undefined;
  }
  const cell = withInputType(walk, sieveObject(walk, column, COLUMN, place), place);
  return name === undefined ? undefined : cell;
};

/** Removes an input type for which the check of answers has no rules. */
function withInputType(walk: Walk, question: JsonObject, { at }: Place): JsonObject {
  const { inputType, ...rest } = question;
  if (inputType === undefined) return question;
  if (typeof inputType === 'string' && INPUT_TYPES.includes(inputType)) return question;
  tell(walk.refused, `${at}.inputType`, notAmong('type', inputType, INPUT_TYPES));
  return rest;
}

const sieveChoice: ListOf = (walk, choice, place) => {
  if (isObject(choice)) {
    const value = member(choice, 'value');
    if (isScalar(value)) return sieveObject(walk, choice, CHOICE, place);
  }
  if (isScalar(choice)) return choice;
  tell(walk.refused, place.at, 'A choice must be text or a number, or have one as its value.');
  return undefined;
};

const sieveValidator: ListOf = (walk, validator, place) => {
  const type = isObject(validator) ? member(validator, 'type') : undefined;
  const known = typeof type === 'string' ? VALIDATORS.get(type) : undefined;
  if (isObject(validator) && known) return sieveObject(walk, validator, known, place);
  const allowed = ['numeric', 'text', 'answercount', 'email', 'expression'];
  tell(walk.refused, place.at, notAmong('type of validator', type, allowed));
  return undefined;
};

/** Counts a question and reserves its names in the answers. @returns its name; undefined when it is refused. */
function takeName(walk: Walk, question: JsonObject, { at, scope }: Place): string | undefined {
  walk.count += 1;
  if (walk.count === MAX_FIELDS + 1) {
    tell(
      walk.refused,
      at,
      `There are more than ${MAX_FIELDS} fields. This one and all after it are left out.`,
    );
  }
  if (walk.count > MAX_FIELDS) return undefined;
  const name = member(question, 'name');
  const fault = faultOfName(name);
  if (fault !== undefined || typeof name !== 'string') {
    tell(walk.refused, `${at}.name`, fault ?? NAMELESS);
    return undefined;
  }
  const isTable = member(question, 'type') === 'matrixdynamic';
  const names = [
    name,
    ...(hasComment(question) ? [commentName(name)] : []),
    ...(isTable ? [totalName(name)] : []),
  ];
  // Case does not matter: expressions of the engine do not distinguish "Site" from "site".
  const taken = names.find((each) => scope.has(fold(each)));
  if (taken !== undefined) {
    const text = `The name ${shown(taken)} is taken by ${scope.get(fold(taken))}. Names must differ.`;
    tell(walk.refused, `${at}.name`, text);
    return undefined;
  }
  for (const each of names) scope.set(fold(each), at);
  return name;
}

function faultOfName(name: JsonValue | undefined): string | undefined {
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    return NAMELESS;
  }
  // Names of `Object.prototype`: the engine stores answers in plain objects.
  if (name in Object.prototype) return `The name ${name} is not allowed.`;
  // These characters have a meaning in expressions and in paths.
  if (/[{}[\].]/.test(name)) return 'A name must not hold a dot, a brace or a bracket.';
  return undefined;
}

function titleOf(element: JsonObject, name: string): string {
  const title = member(element, 'title');
  if (typeof title === 'string' && title.trim() !== '') return title;
  const first = isObject(title) ? (member(title, 'default') ?? Object.values(title)[0]) : undefined;
  return typeof first === 'string' && first.trim() !== '' ? first : name;
}

const isScalar = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function tell(faults: DefinitionFault[], at: string, text: string): void {
  if (faults.length < MAX_FAULTS) faults.push({ at, text });
}

const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text;

const shown = (value: JsonValue): string => shorten(JSON.stringify(value));

/** Returns the text for a value that is missing or not among the allowed ones. */
function notAmong(what: string, value: JsonValue | undefined, allowed: readonly string[]): string {
  const start =
    value === undefined ? `A ${what} is needed.` : `The ${what} ${shown(value)} is not allowed.`;
  return `${start} Allowed are ${allowed.join(', ')}.`;
}
