import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** What a question can hold. The engine does not ask (surveyjs/survey-library#11876), so we do. */
export type Shape =
  | { readonly kind: 'number' | 'date' | 'text' | 'boolean' | 'scalar' | 'rating' | 'scalars' }
  | { readonly kind: 'file' | 'files'; readonly field: string }
  | { readonly kind: 'rows'; readonly members: Members }
  /** Filled in by the engine and never taken from a client. */
  | { readonly kind: 'computed'; readonly isTotal: boolean };

/** Shapes by the name that the answers have them under. */
export type Members = ReadonlyMap<string, Shape>;

const COMMENT_SUFFIX = '-Comment';
const TOTAL_SUFFIX = '-total';

/** What the answers to a definition may hold. Definitions stored by older versions are read as well. */
export function shapesOf(definition: JsonObject): Members {
  const members = new Map<string, Shape>();
  for (const page of listIn(definition, 'pages')) addElements(members, page, 'elements');
  addElements(members, definition, 'elements');
  return members;
}

function addElements(members: Map<string, Shape>, holder: JsonValue, key: string): void {
  if (!isObject(holder)) return;
  for (const element of listIn(holder, key)) {
    if (!isObject(element)) continue;
    const type = member(element, 'type');
    if (type === 'panel') addElements(members, element, 'elements');
    else if (typeof type === 'string') addQuestion(members, element, type);
  }
}

function addQuestion(members: Map<string, Shape>, question: JsonObject, type: string): void {
  const name = member(question, 'name');
  if (typeof name !== 'string') return;
  const shape = shapeOf(question, type, name);
  if (!shape) return;
  members.set(name, shape);
  if (hasComment(question)) members.set(commentName(name), { kind: 'text' });
  // The engine keeps the totals of a table's columns beside the table.
  if (type === 'matrixdynamic') {
    members.set(totalName(name), { kind: 'computed', isTotal: true });
  }
}

/** Where a question keeps the text that stands beside its answer. */
export const commentName = (name: string): string => `${name}${COMMENT_SUFFIX}`;

/** Where a table keeps the totals of its columns. */
export const totalName = (name: string): string => `${name}${TOTAL_SUFFIX}`;

export const hasComment = (question: JsonObject): boolean =>
  member(question, 'showOtherItem') === true || member(question, 'showCommentArea') === true;

/** Undefined for an element that nobody answers. */
export function shapeOf(question: JsonObject, type: string, name: string): Shape | undefined {
  switch (type) {
    case 'text':
      return textShape(member(question, 'inputType'));
    case 'comment':
    case 'radiogroup':
    case 'dropdown':
      return { kind: 'scalar' };
    case 'checkbox':
      return { kind: 'scalars' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'rating':
      return { kind: 'rating' };
    case 'file':
      return { kind: 'files', field: name };
    case 'signaturepad':
      return { kind: 'file', field: name };
    case 'expression':
      return { kind: 'computed', isTotal: false };
    case 'matrixdynamic':
      return { kind: 'rows', members: cellsOf(question) };
    case 'paneldynamic': {
      const members = new Map<string, Shape>();
      addElements(members, question, 'templateElements');
      return { kind: 'rows', members };
    }
    default:
      return undefined;
  }
}

function textShape(inputType: JsonValue | undefined): Shape {
  if (inputType === 'number' || inputType === 'range') return { kind: 'number' };
  return { kind: inputType === 'date' ? 'date' : 'text' };
}

function cellsOf(matrix: JsonObject): Members {
  const members = new Map<string, Shape>();
  for (const column of listIn(matrix, 'columns')) {
    if (isObject(column)) addQuestion(members, column, cellTypeOf(column, matrix));
  }
  return members;
}

/** A cell is a dropdown until it or its table says otherwise. */
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
