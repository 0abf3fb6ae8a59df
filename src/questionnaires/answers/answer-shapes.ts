import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { type Rules, rulesOf } from './question-rules.ts';
import { ANSWER_NAME, ROW_NAME } from './row-names.ts';

/** What a question can hold. The engine does not check it (surveyjs/survey-library#11876), so Formstead does. */
export type Shape = OfShape & {
  /** Only a step of the review fills it in, or a rule. */
  readonly office?: true;
};

type OfShape =
  | { readonly kind: Exclude<PlainKind, 'row'> | 'place' | 'barcode'; readonly rules: Rules }
  | ListShape
  | PeopleShape
  | { readonly kind: 'file' | 'files' | 'sketch'; readonly field: string; readonly rules: Rules }
  | RowsShape
  /** Calculated by the engine and never accepted from a client. */
  | { readonly kind: 'computed'; readonly isTotal: boolean };

/** The rows of a table, or the entries of a repeating section. */
export interface RowsShape {
  readonly kind: 'rows';
  readonly members: Members;
  readonly rules: Rules;
  /** The rows that every answer has, in this order, each under `row`; undefined where people add rows. */
  readonly fixed?: readonly JsonValue[];
}

/** A person of the directory: the key is the id of the user, the label the name that was shown. */
export interface PeopleShape {
  readonly kind: 'row';
  readonly rules: Rules;
  /** The group whose members can be chosen, nested ones included; empty: all people. */
  readonly group: string;
}

/** A row of a shared list. */
export interface ListShape {
  readonly kind: 'row';
  readonly rules: Rules;
  /** The id of the list. */
  readonly list: string;
  /** Only rows whose value in the column is the answer to the field fit; undefined: all rows. */
  readonly narrowedBy: { readonly column: string; readonly field: string } | undefined;
}

/** Kinds of answers that contain neither other answers nor files. */
export type PlainKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'date-time'
  | 'month'
  | 'week'
  | 'choice'
  | 'choices'
  | 'ranking'
  | 'rating'
  | 'row';

/** Shapes by the name of the answer. */
export type Members = ReadonlyMap<string, Shape>;

/** Returns whether what is chosen is a row of a shared list, and no person. */
export const isOfList = (shape: ListShape | PeopleShape): shape is ListShape => 'list' in shape;

const COMMENT_SUFFIX = '-Comment';
const TOTAL_SUFFIX = '-total';

/** Returns whether a type is a table: people add its rows, or the template gives them. */
export const isTable = (type: unknown): boolean =>
  type === 'matrixdynamic' || type === 'matrixdropdown';

/** Returns what the answers to a definition may hold. Definitions that older versions stored are read as well. */
export function shapesOf(definition: JsonObject): Members {
  const members = new Map<string, Shape>();
  for (const page of listIn(definition, 'pages')) addElements(members, definition, page);
  addElements(members, definition, definition);
  return members;
}

function addElements(
  members: Map<string, Shape>,
  definition: JsonObject,
  holder: JsonValue,
  key = 'elements',
): void {
  if (!isObject(holder)) return;
  for (const element of listIn(holder, key)) {
    if (!isObject(element)) continue;
    const type = member(element, 'type');
    if (type === 'panel') addElements(members, definition, element);
    else if (typeof type === 'string') addQuestion(members, definition, element, type);
  }
}

function addQuestion(
  members: Map<string, Shape>,
  definition: JsonObject,
  question: JsonObject,
  type: string,
): void {
  const name = member(question, 'name');
  if (typeof name !== 'string') return;
  const shape = shapeOf(question, type, definition);
  if (!shape) return;
  const office = Object.hasOwn(question, 'office') ? ({ office: true } as const) : {};
  members.set(name, { ...shape, ...office });
  if (hasComment(question)) {
    members.set(commentName(name), { kind: 'text', rules: {}, ...office });
  }
  // The engine stores the totals of a table's columns beside the table.
  if (isTable(type)) {
    members.set(totalName(name), { kind: 'computed', isTotal: true });
  }
}

/** Kinds whose values mean something of their own: a day as a number, say, is no amount. All others are compared as they are. */
const APART: Readonly<Partial<Record<Shape['kind'], string>>> = {
  date: 'day',
  'date-time': 'day',
  time: 'time',
  place: 'place',
  rows: 'rows',
  file: 'file',
  files: 'file',
  sketch: 'sketch',
  barcode: 'barcode',
  row: 'row',
};

/** Returns whether the answers to two kinds of questions can be counted and sorted together. */
export const isComparable = (one: Shape['kind'], other: Shape['kind']): boolean =>
  APART[one] === APART[other];

/** Returns the name under which the comment on an answer is stored. */
export const commentName = (name: string): string => `${name}${COMMENT_SUFFIX}`;

/** Returns the name under which the totals of a table's columns are stored. */
export const totalName = (name: string): string => `${name}${TOTAL_SUFFIX}`;

export const hasComment = (question: JsonObject): boolean =>
  member(question, 'showOtherItem') === true || member(question, 'showCommentArea') === true;

/**
 * Returns what one question can hold; undefined for a type that has no answer. For a column of a table, `type` is the
 * result of {@link cellTypeOf}.
 */
export function shapeOf(
  question: JsonObject,
  type: string,
  definition: JsonObject = {},
): Shape | undefined {
  const rules = rulesOf(question, type, definition);
  const field = textOf(member(question, 'name') ?? '');
  switch (type) {
    case 'text':
      return { kind: INPUTS.get(textOf(member(question, 'inputType'))) ?? 'text', rules };
    case 'comment':
      return { kind: 'text', rules };
    case 'radiogroup':
    case 'dropdown':
      return { kind: 'choice', rules };
    case 'checkbox':
      return { kind: 'choices', rules };
    case 'imagepicker':
      return { kind: member(question, 'multiSelect') === true ? 'choices' : 'choice', rules };
    case 'ranking':
      return { kind: 'ranking', rules };
    case 'slider':
      return { kind: 'number', rules };
    case 'boolean':
      return { kind: 'boolean', rules };
    case 'rating':
      return { kind: 'rating', rules };
    case 'file':
      return { kind: 'files', field, rules };
    case 'signaturepad':
      return { kind: 'file', field, rules };
    case 'sketch':
      return { kind: 'sketch', field, rules };
    case 'location':
      return { kind: 'place', rules };
    case 'barcode':
      return { kind: 'barcode', rules };
    case 'sharedlist':
      return listShape(question, rules);
    case 'person':
      return { kind: 'row', rules, group: textOf(member(question, 'group') ?? '') };
    case 'expression':
      return { kind: 'computed', isTotal: false };
    case 'matrixdynamic':
      return { kind: 'rows', members: cellsOf(question, definition), rules };
    case 'matrixdropdown':
      return fixedRows(question, rules, cellsOf(question, definition));
    case 'matrix':
      return fixedRows(question, rules, new Map([[ANSWER_NAME, choiceAmong(question, 'columns')]]));
    case 'paneldynamic': {
      const members = new Map<string, Shape>();
      addElements(members, definition, question, 'templateElements');
      return { kind: 'rows', members, rules };
    }
    default:
      return undefined;
  }
}

function fixedRows(question: JsonObject, rules: Rules, cells: Members): RowsShape {
  const members = new Map([[ROW_NAME, choiceAmong(question, 'rows')], ...cells]);
  return { kind: 'rows', members, rules, fixed: fixedRowsOf(question) };
}

const choiceAmong = (question: JsonObject, list: string): Shape => ({
  kind: 'choice',
  rules: { choices: { values: new Set(valuesIn(question, list)), more: [] } },
});

/** Returns the values of the rows that a template gives a table. */
export const fixedRowsOf = (table: JsonObject): readonly JsonValue[] => valuesIn(table, 'rows');

const valuesIn = (question: JsonObject, list: string): readonly JsonValue[] =>
  listIn(question, list).map((each) => (isObject(each) ? (member(each, 'value') ?? null) : each));

function listShape(question: JsonObject, rules: Rules): ListShape {
  const textIn = (name: string) => {
    const text = member(question, name);
    return typeof text === 'string' ? text : '';
  };
  const [column, field] = [textIn('filterColumn'), textIn('filterField')];
  const isNarrowed = column !== '' && field !== '';
  const narrowedBy = isNarrowed ? { column, field } : undefined;
  return { kind: 'row', rules, list: textIn('list'), narrowedBy };
}

/** Kinds by input type. Every other input type is text. */
const INPUTS: ReadonlyMap<string, Exclude<PlainKind, 'row'>> = new Map([
  ['number', 'number'],
  ['range', 'number'],
  ['date', 'date'],
  ['time', 'time'],
  ['datetime-local', 'date-time'],
  ['month', 'month'],
  ['week', 'week'],
]);

function cellsOf(matrix: JsonObject, definition: JsonObject): Members {
  const members = new Map<string, Shape>();
  for (const column of listIn(matrix, 'columns')) {
    if (!isObject(column)) continue;
    const own = listIn(column, 'choices').length > 0 ? {} : { choices: listIn(matrix, 'choices') };
    addQuestion(members, definition, { ...column, ...own }, cellTypeOf(column, matrix));
  }
  return members;
}

/** Returns the cell type of a column: its own, else that of the table, else dropdown. */
export function cellTypeOf(column: JsonObject, matrix: JsonObject): string {
  const own = member(column, 'cellType');
  const type = own === undefined || own === 'default' ? member(matrix, 'cellType') : own;
  return typeof type === 'string' && type !== 'default' ? type : 'dropdown';
}

function listIn(holder: JsonObject, key: string): readonly JsonValue[] {
  const list = member(holder, key);
  return list !== undefined && isArray(list) ? list : [];
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
