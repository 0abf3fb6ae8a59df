// The definition that the builder works on: SurveyJS JSON whose questions all lie on pages. This folder holds pure
// functions on it that do not depend on React, the server or the renderer. Members that the builder has no input for
// stay as they are.

import { UNNAMED_LANGUAGE } from './languages.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** A question, or a section that holds further fields. */
export interface Field extends JsonObject {
  readonly name: string;
  readonly type: string;
}

export interface Page extends JsonObject {
  readonly name: string;
  readonly elements: readonly Field[];
}

export interface Definition extends JsonObject {
  readonly pages: readonly Page[];
}

/**
 * The position of a page or field: the index of the page, then of the field on it, then of the field inside that one.
 */
export type Path = readonly number[];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Returns whether a type is a table: people add its rows, or the template gives them. */
export const isTable = (type: string): boolean =>
  type === 'matrixdynamic' || type === 'matrixdropdown';

/** Returns the member that holds the inner fields of a type; undefined for a type that has none. */
export function childrenKey(type: string): 'elements' | 'templateElements' | undefined {
  if (type === 'panel') return 'elements';
  return type === 'paneldynamic' ? 'templateElements' : undefined;
}

export function childrenOf(field: Field): readonly Field[] {
  const key = childrenKey(field.type);
  return key === undefined ? [] : fieldsIn(field[key]);
}

const fieldsIn = (list: Json | undefined): readonly Field[] =>
  isList(list) ? list.filter(isField) : [];

const isField = (value: Json): value is Field =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';

export const emptyDefinition = (): Definition => ({ pages: [{ name: 'page1', elements: [] }] });

/**
 * Reads a definition so that every field lies on a page and has a name and a type; undefined when the builder cannot
 * show it.
 */
export function readDefinition(value: unknown): Definition | undefined {
  if (!isObject(value)) return undefined;
  const { elements, pages = [], ...rest } = value;
  if (!isList(pages)) return undefined;
  const given = elements === undefined ? pages : [...pages, { elements }];
  const read = given.map((page, i) => readPage(page, i + 1));
  const shown = read.filter((page) => page !== undefined);
  if (shown.length < read.length) return undefined;
  return { ...rest, pages: shown.length === 0 ? emptyDefinition().pages : shown };
}

function readPage(page: Json, number: number): Page | undefined {
  if (!isObject(page)) return undefined;
  const elements = readFields(page['elements'], `panel${number}`);
  return elements && { ...page, name: textOf(page['name']) || `page${number}`, elements };
}

/** Gives sections without a name one that is made of `stem`. */
function readFields(list: Json | undefined, stem: string): readonly Field[] | undefined {
  if (list === undefined) return [];
  if (!isList(list)) return undefined;
  const read = list.map((each, i) => readField(each, `${stem}_${i + 1}`));
  const fields = read.filter((field) => field !== undefined);
  return fields.length < read.length ? undefined : fields;
}

function readField(value: Json, unnamed: string): Field | undefined {
  if (!isObject(value)) return undefined;
  const { type, name: given } = value;
  const name = textOf(given) || (type === 'panel' ? unnamed : '');
  if (typeof type !== 'string' || name === '') return undefined;
  const key = childrenKey(type);
  if (key === undefined) return { ...value, type, name };
  const inside = readFields(value[key], unnamed);
  return inside && { ...value, type, name, [key]: inside };
}

/** Returns the field at a path; undefined for the path of a page, and where there is no field. */
export function fieldAt(definition: Definition, path: Path): Field | undefined {
  const [page = -1, first = -1, ...deeper] = path;
  let field = definition.pages[page]?.elements[first];
  for (const index of deeper) field = field && childrenOf(field)[index];
  return field;
}

export interface Placed {
  readonly path: Path;
  readonly field: Field;
}

/** Returns every field in the order of the form, each before its inner fields. */
export function fieldsOf(definition: Definition): readonly Placed[] {
  const placed: Placed[] = [];
  const walk = (fields: readonly Field[], above: Path): void => {
    for (const [i, field] of fields.entries()) {
      const path = [...above, i];
      placed.push({ path, field });
      walk(childrenOf(field), path);
    }
  };
  for (const [i, page] of definition.pages.entries()) walk(page.elements, [i]);
  return placed;
}

/** Returns the title that people read; the name where there is none. */
export function titleOf(holder: JsonObject): string {
  const { title, name } = holder;
  if (isObject(title)) return textOf(title['default']) || textOf(Object.values(title)[0]);
  return textOf(title) || textOf(name);
}

/** Returns a text; of a text in several languages, the default one. */
export const wordsOf = (value: Json | undefined): string =>
  isObject(value) ? textOf(value['default']) : String(value ?? '');

/**
 * Returns a text with another default wording; undefined for an empty text without translations. A text that is also
 * stored under the code of the default language changes there, too.
 */
export function writeWords(
  value: Json | undefined,
  text: string,
  { locale }: JsonObject,
): Json | undefined {
  if (!isObject(value)) return text === '' ? undefined : text;
  const code = textOf(locale) || UNNAMED_LANGUAGE;
  return { ...value, default: text, ...(value[code] !== undefined && { [code]: text }) };
}

export const isSamePath = (a: Path, b: Path): boolean =>
  a.length === b.length && a.every((index, i) => index === b[i]);

/**
 * Returns the path in the builder for a location that the server names, such as `pages[0].elements[2].columns[1].name`,
 * and the first member after it, here `columns`.
 */
export function pathOfPlace(at: string): { readonly path: Path; readonly member: string } {
  const path: number[] = [];
  let rest = at.replace(/^elements/, 'pages[0].elements');
  for (;;) {
    const step = /^\.?(?:pages|elements|templateElements)\[(\d+)\]/.exec(rest);
    if (step === null) break;
    path.push(Number(step[1]));
    rest = rest.slice(step[0].length);
  }
  return { path, member: /^\.?(\w+)/.exec(rest)?.[1] ?? '' };
}
