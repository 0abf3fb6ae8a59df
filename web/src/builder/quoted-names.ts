// Names that an expression writes as a text: of a field in `displayValue('site')`, of a member in
// `sumInArray({items}, 'qty')`.
import { literal } from './conditions.ts';
import {
  childrenOf,
  type Definition,
  type Field,
  fieldsOf,
  isList,
  isObject,
  isSamePath,
  type Path,
  textOf,
} from './definition.ts';

/** The location of a text: the names of the repeating sections around it, outermost first, and of its table. */
export interface Scope {
  readonly rows: readonly string[];
  readonly table?: string;
}

export type Rewrite = (text: string) => string;

export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The functions that look for a field in the row, then in the entries around the text, then in the form. */
export const FROM_INSIDE: readonly string[] = ['displayValue', 'propertyValue'];

/**
 * Returns the functions that find a field by its name, by the location of the text that calls them.
 * @param holder the repeating section that the field is a member of
 */
export function callsFor(
  definition: Definition,
  path: Path,
  { name, type }: Field,
  holder: string | undefined,
): (scope: Scope) => readonly string[] {
  // A field of the row or entry hides one of the same name that lies further out.
  const holders = new Set(
    fieldsOf(definition).flatMap(({ field }) =>
      memberNames(field).includes(name) ? [field.name] : [],
    ),
  );
  const ofForm = holder === undefined && type !== 'panel' ? ['getComment'] : [];
  const ofContainer = isFoundAsContainer(definition, path, name) ? ['isContainerReady'] : [];
  return ({ rows, table }) => {
    const around = [...(table === undefined ? [] : [table]), ...rows.toReversed()];
    const isSeen = type !== 'panel' && around.find((each) => holders.has(each)) === holder;
    return [...(isSeen ? FROM_INSIDE : []), ...ofForm, ...ofContainer];
  };
}

function memberNames(field: Field): readonly string[] {
  if (field.type === 'paneldynamic') return namesUnder(field);
  const { columns } = field;
  if (field.type !== 'matrixdynamic' || !isList(columns)) return [];
  return columns.filter(isObject).map(({ name }) => textOf(name));
}

const namesUnder = (holder: Field): readonly string[] =>
  childrenOf(holder).flatMap((each) => (each.type === 'panel' ? namesUnder(each) : [each.name]));

/** Returns whether the engine finds this one by the name: a page comes first, then a section, then a repeating one. */
function isFoundAsContainer(definition: Definition, path: Path, name: string): boolean {
  if (definition.pages.some((page) => page.name === name)) return false;
  const rows = fieldsOf(definition).filter(({ field }) => field.type === 'paneldynamic');
  const named = fieldsOf(definition).filter(
    (placed) =>
      placed.field.name === name &&
      !rows.some(
        (row) =>
          row.path.length < placed.path.length && row.path.every((n, i) => n === placed.path[i]),
      ),
  );
  const found =
    named.find(({ field }) => field.type === 'panel') ??
    named.find(({ field }) => field.type === 'paneldynamic');
  return found !== undefined && isSamePath(found.path, path);
}

/** Returns a rewrite of the calls that name a field. The engine tells upper from lower case here. */
export function renamingCalls(calls: readonly string[], name: string, to: string): Rewrite {
  if (calls.length === 0) return (text) => text;
  const quoted = `(['"])${escaped(name).replaceAll(/['"]/g, '\\\\?$&')}\\2`;
  const called = new RegExp(
    `((?<!\\w)(?:${calls.join('|')})\\s*\\(\\s*)(?:${quoted}|${escaped(name)})(?=\\s*[,)])`,
    'g',
  );
  return (text) =>
    text.replaceAll(called, (_, start: string, quote: string | undefined) =>
      quote === undefined ? start + literal(to) : `${start}${quote}${inQuotes(to)}${quote}`,
    );
}

const TEXT = `(?:'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*")`;

/** Returns a rewrite of the calls that name a column of a table or a field of a repeating section, their holder. */
export function renamingMembers(holder: string, name: string, to: string): Rewrite {
  const list = `InArray\\s*\\(\\s*\\{\\s*(?:[^{}]*\\.)?${escaped(holder)}\\s*\\}\\s*,\\s*`;
  // The second name says which member of the row with the least or greatest value is returned.
  const patterns = ['', `${TEXT}\\s*,\\s*`].map(
    (before) => new RegExp(`(${list}${before}(['"]))${escaped(name)}(?=\\2)`, 'gi'),
  );
  return (text) =>
    patterns.reduce(
      (changed, pattern) => changed.replaceAll(pattern, (_, start: string) => start + inQuotes(to)),
      text,
    );
}

const inQuotes = (name: string): string => literal(name).slice(1, -1);
