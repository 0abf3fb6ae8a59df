import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';

/** The largest definition, in bytes of JSON. */
const MAX_DEFINITION_BYTES = 262_144;
/** The most questions of one definition, table columns and repeated questions included. */
export const MAX_FIELDS = 300;
const MAX_NAME_LENGTH = 128;
const MAX_NESTING = 10;

/** Questions that hold an answer. `panel` and the pages only arrange them. */
const FIELD_TYPES: readonly string[] = [
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'file',
  'signaturepad',
  'matrixdynamic',
  'paneldynamic',
  'expression',
];
const CELL_TYPES: readonly string[] = [
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'expression',
];

/** What lets a definition run code, fetch addresses, or send the person elsewhere. */
const REFUSED_AT_TOP: readonly string[] = [
  'triggers',
  'navigateToUrl',
  'navigateToUrlOnCondition',
  'completedHtml',
  'completedHtmlOnCondition',
];
const REFUSED_IN_ELEMENT: readonly string[] = ['choicesByUrl'];

/** A question at the top level of the answers, as the definition spells it. */
export interface FoundField {
  readonly name: string;
  readonly title: string;
  readonly type: string;
}

export interface CheckedDefinition {
  /** The definition as it is stored. */
  readonly text: string;
  /** In the order of the form. */
  readonly fields: readonly FoundField[];
}

interface Walk {
  readonly fields: FoundField[];
  /** All questions so far, nested ones included. */
  count: number;
}

/** Names seen in one scope of answers: the form, a table row, a repeated panel. */
type Scope = Map<string, string>;

/**
 * Checks a SurveyJS definition against our profile: shape, size, types, names. What a property may
 * say in detail is the engine's business.
 * @throws AppError `invalid-definition` naming the place.
 */
export function checkDefinition(definition: JsonValue): CheckedDefinition {
  if (!isObject(definition)) throw wrong('', 'The definition must be a JSON object.');
  const text = JSON.stringify(definition);
  if (Buffer.byteLength(text) > MAX_DEFINITION_BYTES) {
    throw wrong('', `The definition is larger than ${MAX_DEFINITION_BYTES} bytes.`);
  }
  refuse(definition, REFUSED_AT_TOP, '');
  const walk: Walk = { fields: [], count: 0 };
  const scope: Scope = new Map();
  for (const [i, page] of listOf(definition, 'pages', '').entries()) {
    if (!isObject(page)) throw wrong(`pages[${i}]`, 'A page must be an object.');
    walkElements(walk, page, 'elements', { scope, at: `pages[${i}].`, depth: 1, top: true });
  }
  walkElements(walk, definition, 'elements', { scope, at: '', depth: 1, top: true });
  return { text, fields: walk.fields };
}

interface Place {
  readonly scope: Scope;
  /** Path of the object that holds the elements, with its dot. */
  readonly at: string;
  readonly depth: number;
  /** True where a question is a member of the answers themselves. */
  readonly top: boolean;
}

function walkElements(walk: Walk, holder: JsonObject, key: string, place: Place): void {
  if (place.depth > MAX_NESTING) {
    throw wrong(place.at, `Panels nest deeper than ${MAX_NESTING} levels.`);
  }
  for (const [i, element] of listOf(holder, key, place.at).entries()) {
    const at = `${place.at}${key}[${i}]`;
    if (!isObject(element)) throw wrong(at, 'An element must be an object.');
    walkElement(walk, element, at, place);
  }
}

function walkElement(walk: Walk, element: JsonObject, at: string, place: Place): void {
  const type = member(element, 'type');
  const inside = { ...place, at: `${at}.`, depth: place.depth + 1 };
  if (type === 'panel') {
    walkElements(walk, element, 'elements', inside);
    return;
  }
  if (typeof type !== 'string' || !FIELD_TYPES.includes(type)) {
    throw wrong(
      `${at}.type`,
      `The type ${shown(type)} is not allowed. Allowed are panel, ${FIELD_TYPES.join(', ')}.`,
    );
  }
  refuse(element, REFUSED_IN_ELEMENT, `${at}.`);
  refuseRegex(element, `${at}.`);
  const name = takeName(walk, element, at, place.scope);
  if (place.top) walk.fields.push({ name, title: titleOf(element, name), type });
  const inner = { ...inside, scope: new Map(), top: false };
  if (type === 'paneldynamic') walkElements(walk, element, 'templateElements', inner);
  if (type === 'matrixdynamic') walkColumns(walk, element, inner);
}

function walkColumns(walk: Walk, matrix: JsonObject, place: Place): void {
  for (const [i, column] of listOf(matrix, 'columns', place.at).entries()) {
    const at = `${place.at}columns[${i}]`;
    if (!isObject(column)) throw wrong(at, 'A column must be an object.');
    takeName(walk, column, at, place.scope);
    const type = member(column, 'cellType');
    if (type !== undefined && (typeof type !== 'string' || !CELL_TYPES.includes(type))) {
      throw wrong(
        `${at}.cellType`,
        `The type ${shown(type)} is not allowed. Allowed are ${CELL_TYPES.join(', ')}.`,
      );
    }
    refuse(column, REFUSED_IN_ELEMENT, `${at}.`);
    refuseRegex(column, `${at}.`);
  }
}

function takeName(walk: Walk, element: JsonObject, at: string, scope: Scope): string {
  const name = member(element, 'name');
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    throw wrong(`${at}.name`, `A name must be text of 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  if (name === '__proto__') throw wrong(`${at}.name`, 'The name __proto__ is not allowed.');
  // Without case: expressions of the engine do not tell "Site" from "site".
  const key = fold(name);
  const taken = scope.get(key);
  if (taken !== undefined) {
    throw wrong(`${at}.name`, `The name ${shown(name)} is taken by ${taken}. Names must differ.`);
  }
  scope.set(key, at);
  walk.count += 1;
  if (walk.count > MAX_FIELDS) throw wrong(at, `There are more than ${MAX_FIELDS} fields.`);
  return name;
}

function titleOf(element: JsonObject, name: string): string {
  const title = member(element, 'title');
  if (typeof title === 'string' && title.trim() !== '') return title;
  const first = isObject(title) ? (member(title, 'default') ?? Object.values(title)[0]) : undefined;
  return typeof first === 'string' && first.trim() !== '' ? first : name;
}

function listOf(holder: JsonObject, key: string, at: string): readonly JsonValue[] {
  const list = member(holder, key);
  if (list === undefined) return [];
  if (!isArray(list)) throw wrong(`${at}${key}`, 'This must be a list.');
  return list;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function refuse(holder: JsonObject, names: readonly string[], at: string): void {
  const found = names.find((name) => Object.hasOwn(holder, name));
  if (found !== undefined) throw wrong(`${at}${found}`, `${found} is not allowed.`);
}

// One expression such as ^(a+)+$ would stop the whole server.
function refuseRegex(element: JsonObject, at: string): void {
  for (const [i, validator] of listOf(element, 'validators', at).entries()) {
    const type = isObject(validator) ? member(validator, 'type') : undefined;
    if (type !== 'regex' && type !== 'regexvalidator') continue;
    throw wrong(`${at}validators[${i}]`, 'Validators of the type regex are not allowed.');
  }
}

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text;
}

function wrong(place: string, detail: string) {
  const at = place.replace(/\.$/, '');
  return fail(
    'invalid-definition',
    at === '' ? detail : `${at}: ${detail}`,
    at === '' ? {} : { at },
  );
}
