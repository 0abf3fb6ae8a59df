import { counted } from '#kernel/counted.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import {
  commentName,
  hasComment,
  isTable,
  totalName,
} from '#questionnaires/answers/answer-shapes.ts';
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import { faultOfValue } from './check-value.ts';
import { DEFINITION_LIMITS } from './definition-limits.ts';
import {
  CELL_TYPES,
  CHOICE,
  CHOICE_WITH_IMAGE,
  COLUMN,
  ELEMENTS,
  INPUT_TYPES,
  PAGE,
  type Properties,
  type PropertyKind,
  ROW,
  SURVEY,
  VALIDATORS,
} from './profile.ts';
import { isStaticType } from './static-types.ts';
import type { Wrong } from './wrong.ts';

const MAX_NAME_LENGTH = 128;
const NAMELESS: Wrong = {
  kind: 'noName',
  values: { limit: MAX_NAME_LENGTH },
  text: `A name must be text of 1 to ${MAX_NAME_LENGTH} characters.`,
};
const MAX_NESTING = 10;
/** The most faults that are reported at once. */
const MAX_FAULTS = 100;

/** A question at the top level of the answers, as the definition spells it. */
export interface FoundField {
  readonly name: string;
  readonly title: string;
  readonly type: string;
}

export interface LocatedText {
  /** The position, such as `pages[0].elements[2].type`; empty for the whole definition. */
  readonly at: string;
  readonly text: string;
}

/** A fault and its position. */
export interface DefinitionFault extends LocatedText {
  /** The broken rule, for which the web client has a translated message; `values` are inserted into that message. */
  readonly kind?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface FilteredDefinition {
  /** The definition without its refused parts. */
  readonly accepted: JsonObject;
  /** The faults of the parts that `accepted` does not contain. */
  readonly refused: readonly DefinitionFault[];
  /** In the order of the form. */
  readonly fields: readonly FoundField[];
  /** The expressions in `accepted`. Only the engine can parse them. */
  readonly expressions: readonly LocatedText[];
}

interface Traversal {
  readonly expressions: LocatedText[];
  readonly refused: DefinitionFault[];
  readonly fields: FoundField[];
  /** The number of questions so far, nested ones included. */
  count: number;
  /** The number of choices so far. */
  choices: number;
}

/** The current position. */
interface Position {
  /** The path of the current value. */
  readonly at: string;
  /** The names seen in one scope of answers: the form, a row of a table, an entry of a repeating section. */
  readonly scope: Map<string, string>;
  readonly depth: number;
  /** True for a question whose answer is at the top level of the answers. */
  readonly top: boolean;
}

/** Separates a definition into the parts that our profile allows and the faults of all others. */
export function filterDefinition(definition: JsonObject): FilteredDefinition {
  const traversal: Traversal = { refused: [], fields: [], expressions: [], count: 0, choices: 0 };
  const position: Position = { at: '', scope: new Map(), depth: 0, top: true };
  const accepted = filterObject(traversal, onOnePlace(traversal, definition), SURVEY, position);
  return { accepted, ...traversal };
}

/** Refuses elements beside pages. The engine would show only those of the member that comes last. */
function onOnePlace(traversal: Traversal, definition: JsonObject): JsonObject {
  const { elements, ...rest } = definition;
  const pages = member(definition, 'pages');
  if (elements === undefined || !Array.isArray(pages) || pages.length === 0) return definition;
  report(traversal.refused, 'elements', {
    kind: 'elementsBesidePages',
    text: 'A definition has its fields on pages or in elements, not both. Move these elements onto a page.',
  });
  return rest;
}

/** Returns the properties that are allowed and have an allowed value; reports the others. */
function filterObject(
  traversal: Traversal,
  object: JsonObject,
  known: Properties,
  position: Position,
): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    const kind = known.get(name);
    const at = position.at === '' ? shorten(name) : `${position.at}.${shorten(name)}`;
    if (kind === undefined) {
      const text = `${shorten(name)} is not allowed.`;
      report(traversal.refused, at, { kind: 'notAllowed', values: { name: shorten(name) }, text });
      continue;
    }
    const good = filterValue(traversal, kind, name, value, { ...position, at });
    if (good !== undefined) kept.push([name, good]);
  }
  return Object.fromEntries(kept);
}

type ListOf = (traversal: Traversal, item: JsonValue, position: Position) => JsonValue | undefined;

function filterValue(
  traversal: Traversal,
  kind: PropertyKind,
  name: string,
  value: JsonValue,
  position: Position,
): JsonValue | undefined {
  switch (kind) {
    // Checked together with the object that has them.
    case 'name':
    case 'type':
      return value;
    case 'pages':
      return filterList(traversal, value, position, filterPage);
    case 'elements':
      return filterList(traversal, value, position, filterElement);
    case 'columns':
      return filterList(traversal, value, position, filterColumn);
    case 'choices':
      return filterList(traversal, value, position, filterChoice);
    case 'imageChoices':
      return filterList(traversal, value, position, filterImageChoice);
    case 'rows':
      return filterList(traversal, value, position, filterRow);
    case 'validators':
      return filterList(traversal, value, position, filterValidator);
    default: {
      const fault = faultOfValue(kind, value, name);
      if (fault === undefined && kind === 'expression' && typeof value === 'string') {
        traversal.expressions.push({ at: position.at, text: value });
      }
      if (fault === undefined) return value;
      report(traversal.refused, position.at, fault);
      return undefined;
    }
  }
}

function filterList(
  traversal: Traversal,
  list: JsonValue,
  position: Position,
  each: ListOf,
): JsonValue | undefined {
  if (!isArray(list)) {
    report(traversal.refused, position.at, { kind: 'needsList', text: 'This must be a list.' });
    return undefined;
  }
  return list.flatMap(
    (item, i) => each(traversal, item, { ...position, at: `${position.at}[${i}]` }) ?? [],
  );
}

const filterPage: ListOf = (traversal, page, position) => {
  if (isObject(page)) return filterObject(traversal, page, PAGE, { ...position, depth: 1 });
  report(traversal.refused, position.at, notAnObject('page'));
  return undefined;
};

const filterElement: ListOf = (traversal, element, position) => {
  if (!isObject(element)) {
    report(traversal.refused, position.at, notAnObject('element'));
    return undefined;
  }
  const type = member(element, 'type');
  const known = typeof type === 'string' ? ELEMENTS.get(type) : undefined;
  if (typeof type !== 'string' || !known) {
    report(traversal.refused, `${position.at}.type`, notAmong('type', type, [...ELEMENTS.keys()]));
    return undefined;
  }
  if (position.depth >= MAX_NESTING) {
    const text = `Panels nest deeper than ${MAX_NESTING} levels.`;
    report(traversal.refused, position.at, {
      kind: 'deepSections',
      values: { limit: MAX_NESTING },
      text,
    });
    return undefined;
  }
  const depth = position.depth + 1;
  if (type === 'panel') return filterObject(traversal, element, known, { ...position, depth });
  const name = takeName(traversal, element, position);
  if (position.top && name !== undefined && !isStaticType(type)) {
    traversal.fields.push({ name, title: titleOf(element, name), type });
  }
  // The columns of a table with fixed rows are beside the one that says which row it is.
  const scope = new Map(type === 'matrixdropdown' ? [[ROW_NAME, `${position.at}.rows`]] : []);
  const within = { at: position.at, scope, depth, top: false };
  // Its properties are checked even when its name is refused, to report all faults.
  const question = withInputType(
    traversal,
    filterObject(traversal, element, known, within),
    position,
  );
  return name === undefined ? undefined : question;
};

const filterColumn: ListOf = (traversal, column, position) => {
  if (!isObject(column)) {
    report(traversal.refused, position.at, notAnObject('column'));
    return undefined;
  }
  const name = takeName(traversal, column, position);
  const type = member(column, 'cellType');
  if (type !== undefined && (typeof type !== 'string' || !CELL_TYPES.includes(type))) {
    report(traversal.refused, `${position.at}.cellType`, notAmong('type', type, CELL_TYPES));
    return undefined;
  }
  const cell = withInputType(
    traversal,
    filterObject(traversal, column, COLUMN, position),
    position,
  );
  return name === undefined ? undefined : cell;
};

/** Removes an input type for which the check of answers has no rules. */
function withInputType(traversal: Traversal, question: JsonObject, { at }: Position): JsonObject {
  const { inputType, ...rest } = question;
  if (inputType === undefined) return question;
  if (typeof inputType === 'string' && INPUT_TYPES.includes(inputType)) return question;
  report(traversal.refused, `${at}.inputType`, notAmong('type', inputType, INPUT_TYPES));
  return rest;
}

const filterChoice: ListOf = (traversal, choice, position) =>
  filterItem(traversal, choice, position, CHOICE);

const filterImageChoice: ListOf = (traversal, choice, position) =>
  filterItem(traversal, choice, position, CHOICE_WITH_IMAGE);

const filterRow: ListOf = (traversal, row, position) => filterItem(traversal, row, position, ROW);

function filterItem(
  traversal: Traversal,
  choice: JsonValue,
  position: Position,
  known: Properties,
): JsonValue | undefined {
  traversal.choices += 1;
  const { choices: limit } = DEFINITION_LIMITS;
  if (traversal.choices === limit + 1) {
    const text = `The form has more than ${counted(limit, 'choice')}. This one and all after it are left out. Use a shared list.`;
    report(traversal.refused, position.at, { kind: 'tooManyChoices', values: { limit }, text });
  }
  if (traversal.choices > limit) return undefined;
  if (isObject(choice)) {
    const value = member(choice, 'value');
    if (isScalar(value)) return filterObject(traversal, choice, known, position);
  }
  if (isScalar(choice)) return choice;
  const text = 'A choice must be text or a number, or have one as its value.';
  report(traversal.refused, position.at, { kind: 'unfitChoice', text });
  return undefined;
}

const filterValidator: ListOf = (traversal, validator, position) => {
  const type = isObject(validator) ? member(validator, 'type') : undefined;
  const known = typeof type === 'string' ? VALIDATORS.get(type) : undefined;
  if (isObject(validator) && known) return filterObject(traversal, validator, known, position);
  const allowed = ['numeric', 'text', 'answercount', 'email', 'expression'];
  report(traversal.refused, position.at, notAmong('type of validator', type, allowed));
  return undefined;
};

/** Counts a question and reserves its names in the answers. @returns its name; undefined when it is refused. */
function takeName(
  traversal: Traversal,
  question: JsonObject,
  { at, scope }: Position,
): string | undefined {
  traversal.count += 1;
  if (traversal.count === DEFINITION_LIMITS.fields + 1) {
    const text = `There are more than ${DEFINITION_LIMITS.fields} fields. This one and all after it are left out.`;
    report(traversal.refused, at, {
      kind: 'tooManyFields',
      values: { limit: DEFINITION_LIMITS.fields },
      text,
    });
  }
  if (traversal.count > DEFINITION_LIMITS.fields) return undefined;
  const name = member(question, 'name');
  const fault = faultOfName(name);
  if (fault !== undefined || typeof name !== 'string') {
    report(traversal.refused, `${at}.name`, fault ?? NAMELESS);
    return undefined;
  }
  const hasTotals = isTable(member(question, 'type'));
  const names = [
    name,
    ...(hasComment(question) ? [commentName(name)] : []),
    ...(hasTotals ? [totalName(name)] : []),
  ];
  // Case does not matter: expressions of the engine do not distinguish "Site" from "site".
  const taken = names.find((each) => scope.has(fold(each)));
  if (taken !== undefined) {
    const text = `The name ${shown(taken)} is already used by ${scope.get(fold(taken))}. Choose another name.`;
    report(traversal.refused, `${at}.name`, {
      kind: 'nameTaken',
      values: { name: shorten(taken) },
      text,
    });
    return undefined;
  }
  for (const each of names) scope.set(fold(each), at);
  return name;
}

function faultOfName(name: JsonValue | undefined): Wrong | undefined {
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    return NAMELESS;
  }
  // Names of `Object.prototype`: the engine stores answers in plain objects.
  if (name in Object.prototype) {
    return { kind: 'nameReserved', values: { name }, text: `The name ${name} is not allowed.` };
  }
  // These characters have a meaning in expressions and in paths.
  if (/[{}[\].]/.test(name)) {
    const text = 'A name must not contain a dot, a brace or a bracket.';
    return { kind: 'nameSigns', text };
  }
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

function report(faults: DefinitionFault[], at: string, wrong: Wrong): void {
  if (faults.length < MAX_FAULTS) faults.push({ at, ...wrong });
}

const notAnObject = (what: 'page' | 'element' | 'column'): Wrong => ({
  kind: 'needsObject',
  text: `${what === 'element' ? 'An' : 'A'} ${what} must be an object.`,
});

const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text;

const shown = (value: JsonValue): string => shorten(JSON.stringify(value));

/** Returns the text for a value that is missing or not among the allowed ones. */
function notAmong(what: string, value: JsonValue | undefined, allowed: readonly string[]): Wrong {
  const list = allowed.join(', ');
  if (value === undefined) {
    const text = `A ${what} is needed. Use one of ${list}.`;
    return { kind: 'noType', values: { allowed: list }, text };
  }
  const text = `The ${what} ${shown(value)} is not allowed. Use one of ${list}.`;
  return { kind: 'typeNotAllowed', values: { type: shown(value), allowed: list }, text };
}
