// Names that an expression writes as a text: of a field in `displayValue('site')`, of a member of a table or repeating
// section in `sumInArray({items}, 'qty')`. References in braces are in references.ts.
import { literal } from './conditions.ts';
import {
  childrenOf,
  type Definition,
  type Field,
  fieldsOf,
  isList,
  isObject,
  isSamePath,
  isTable,
  type Path,
  textOf,
} from './definition.ts';

/** The location of a text: the names of the repeating sections around it, outermost first, and of its table. */
export interface Scope {
  readonly rows: readonly string[];
  readonly table?: string;
}

export type Rewrite = (text: string) => string;

/** Returns a pattern that matches the text and nothing else. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The functions that look for a field in the row, then in the entries around the text, then in the form. */
export const FROM_INSIDE: readonly string[] = ['displayValue', 'propertyValue'];

/** The functions that look for a field in the form alone. */
const FROM_FORM: readonly string[] = ['getComment'];
/** The functions that look for a page, a section or a repeating section. */
const FOR_CONTAINERS: readonly string[] = ['isContainerReady'];

/**
 * Returns which functions find a field by its name, for the location of the text that calls them.
 * @param holder the repeating section that the field is a member of
 */
export function callsFor(
  definition: Definition,
  path: Path,
  { name, type }: Field,
  holder: string | undefined,
): (scope: Scope) => readonly string[] {
  // The tables and repeating sections that have a member of this name. The innermost one hides all others.
  const holders = new Set(
    fieldsOf(definition).flatMap(({ field }) =>
      memberNames(field).includes(name) ? [field.name] : [],
    ),
  );
  const isQuestion = type !== 'panel';
  const fromAnywhere = [
    ...(isQuestion && holder === undefined ? FROM_FORM : []),
    ...(isFoundAsContainer(definition, path, name) ? FOR_CONTAINERS : []),
  ];
  return ({ rows, table }) => {
    const outwards = [...(table === undefined ? [] : [table]), ...rows.toReversed()];
    const isNearest = isQuestion && outwards.find((each) => holders.has(each)) === holder;
    return [...(isNearest ? FROM_INSIDE : []), ...fromAnywhere];
  };
}

/** Returns the names of the columns of a table or of the fields of a repeating section; none for other fields. */
function memberNames(field: Field): readonly string[] {
  if (field.type === 'paneldynamic') return namesUnder(field);
  const { columns } = field;
  if (!isTable(field.type) || !isList(columns)) return [];
  return columns.filter(isObject).map(({ name }) => textOf(name));
}

const namesUnder = (holder: Field): readonly string[] =>
  childrenOf(holder).flatMap((each) => (each.type === 'panel' ? namesUnder(each) : [each.name]));

/**
 * Returns whether `isContainerReady` finds the section or repeating section at a path by its name. Of several with the
 * name, the engine takes a page, or else the first section, or else the first repeating section. It does not look inside
 * of repeating sections.
 */
function isFoundAsContainer(definition: Definition, path: Path, name: string): boolean {
  if (definition.pages.some((page) => page.name === name)) return false;
  const fields = fieldsOf(definition);
  const repeating = fields.filter(({ field }) => field.type === 'paneldynamic');
  const named = fields.filter(
    (each) =>
      each.field.name === name && !repeating.some((section) => isIn(section.path, each.path)),
  );
  const found =
    named.find(({ field }) => field.type === 'panel') ??
    named.find(({ field }) => field.type === 'paneldynamic');
  return found !== undefined && isSamePath(found.path, path);
}

/** Returns whether a path leads into the field at another one. */
const isIn = (holder: Path, path: Path): boolean =>
  holder.length < path.length && holder.every((index, i) => index === path[i]);

/**
 * Returns a rewrite of the calls that name a field: `displayValue('site')`, and `displayValue(site)` without quotes. The
 * engine tells upper from lower case here.
 */
export function renamingCalls(calls: readonly string[], name: string, to: string): Rewrite {
  if (calls.length === 0) return (text) => text;
  const quoted = `(['"])${betweenQuotes(name)}\\2`;
  const called = new RegExp(
    `((?<!\\w)(?:${calls.join('|')})\\s*\\(\\s*)(?:${quoted}|${escaped(name)})(?=\\s*[,)])`,
    'g',
  );
  return (text) =>
    text.replaceAll(called, (_, start: string, quote: string | undefined) =>
      quote === undefined ? start + literal(to) : `${start}${quote}${inQuotes(to)}${quote}`,
    );
}

/** A text in quotes. A quote that belongs to the text has a backslash before it. */
const TEXT = `(?:'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*")`;

/** Returns a rewrite of the calls that name a member of a table or repeating section: `sumInArray({items}, 'qty')`. */
export function renamingMembers(holder: string, name: string, to: string): Rewrite {
  // Up to the quote before the first name. A path in front of the holder, as in `{panel.items}`, leads to the same one.
  const list = `InArray\\s*\\(\\s*\\{\\s*(?:[^{}]*\\.)?${escaped(holder)}\\s*\\}\\s*,\\s*`;
  // A call such as `minInArray({items}, 'price', 'name')` has a second name: of the member to return from the row found.
  const patterns = ['', `${TEXT}\\s*,\\s*`].map(
    (before) => new RegExp(`(${list}${before}(['"]))${betweenQuotes(name)}(?=\\2)`, 'gi'),
  );
  return (text) =>
    patterns.reduce(
      (changed, pattern) => changed.replaceAll(pattern, (_, start: string) => start + inQuotes(to)),
      text,
    );
}

/** Returns a pattern for the name between quotes, where a quote of its own may have a backslash before it. */
const betweenQuotes = (name: string): string => escaped(name).replaceAll(/['"]/g, '\\\\?$&');

/** Returns the name as it is written between quotes. */
const inQuotes = (name: string): string => literal(name).slice(1, -1);
