// Finds the references to a field, column or choice in expressions and texts, and rewrites them when it is renamed.
import { literal } from './conditions.ts';
import {
  childrenKey,
  childrenOf,
  type Definition,
  type Field,
  fieldAt,
  isList,
  isObject,
  isTable,
  type Json,
  type JsonObject,
  type Path,
  textOf,
} from './definition.ts';
import {
  callsFor,
  escaped,
  FROM_INSIDE,
  type Rewrite,
  renamingCalls,
  renamingMembers,
  type Scope,
} from './quoted-names.ts';

/** A field or column that texts refer to in braces. */
export interface Target {
  readonly name: string;
  /** Patterns of what a text of this scope may write between the brace and the name: `items[0].`, `panel.`, `row.`. */
  before(scope: Scope): readonly string[];
  /** The functions that find it by its name when a text of this scope calls them: `displayValue('site')`. */
  calls(scope: Scope): readonly string[];
  /** The table or repeating section that it is a member of. */
  readonly holder?: string;
  /** Suffixes of names that the engine derives from this one, such as `-comment`. */
  readonly suffixes?: readonly string[];
}

const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`;

/** `{items[0].` and, for a table inside of a repeating section, `{panel.items[0].`. */
const inside = (holder: string): string => `(?:[^{}]*\\.)?${escaped(holder)}\\[[^\\]{}]*\\]\\.`;

/** `{checks.brakes.`: a row that the template gives is named. */
const ofRow = (table: string): string => `(?:[^{}]*\\.)?${escaped(table)}\\.[^{}.[\\]]+\\.`;

export function fieldTarget(definition: Definition, path: Path, field: Field): Target {
  const { name } = field;
  const holder = rowsAround(definition, path)?.name;
  const calls = callsFor(definition, path, field, holder);
  if (holder === undefined)
    return { name, before: () => [''], calls, suffixes: ['-comment', '-total'] };
  return {
    name,
    holder,
    calls,
    suffixes: ['-comment', '-total'],
    before: ({ rows }) => [
      inside(holder),
      ...(rows.at(-1) === holder ? ['panel\\.', 'prevPanel\\.', 'nextPanel\\.'] : []),
      ...(rows.at(-2) === holder ? ['parentPanel\\.'] : []),
    ],
  };
}

export const columnTarget = (table: Field, name: string): Target => ({
  name,
  holder: table.name,
  before: (scope) => [
    inside(table.name),
    ...(table.type === 'matrixdropdown' ? [ofRow(table.name)] : []),
    `(?:[^{}]*\\.)?${escaped(table.name)}-total\\.`,
    ...(scope.table === table.name ? ['row\\.', 'prevRow\\.', 'nextRow\\.', 'totalRow\\.'] : []),
  ],
  calls: (scope) => (scope.table === table.name ? FROM_INSIDE : []),
});

/** A row that a template gives a table: `{checks.brakes.result}` names it. */
export const rowTarget = (table: Field, name: string): Target => ({
  name,
  before: () => [`(?:[^{}]*\\.)?${escaped(table.name)}\\.`],
  calls: () => [],
});

/** Returns the innermost repeating section around a path. */
export function rowsAround(definition: Definition, path: Path): Field | undefined {
  for (let length = path.length - 1; length > 1; length -= 1) {
    const holder = fieldAt(definition, path.slice(0, length));
    if (holder?.type === 'paneldynamic') return holder;
  }
  return undefined;
}

/**
 * Returns a rewrite that puts the new name in place of the old one. `{site}`, `{#site}`, `{site.city}` and `{site[0].x}`
 * all name `site`, and so does `displayValue('site')`; `sumInArray({items}, 'qty')` names `qty`, a member of `items`.
 */
export function renaming(target: Target, to: string): (scope: Scope) => Rewrite {
  const { name, holder, suffixes = [] } = target;
  const end = `(?=${anyOf(['', ...suffixes])}(?:\\s*\\}|[.[]))`;
  const members: Rewrite =
    holder === undefined ? (text) => text : renamingMembers(holder, name, to);
  return (scope) => {
    const reference = new RegExp(
      `(\\{\\s*#?${anyOf(target.before(scope))})${escaped(name)}${end}`,
      'gi',
    );
    const calls = renamingCalls(target.calls(scope), name, to);
    return (text) => calls(members(text.replaceAll(reference, (_, start: string) => start + to)));
  };
}

const TEXT = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"`;
const VALUE = `${TEXT}|-?\\d+(?:\\.\\d+)?(?![\\w.])|(?:true|false)\\b`;
const LIST = `\\[(?:${TEXT}|[^\\]'"])*\\]`;
const COMPARES =
  '<>|!=|==|=|notequal|equal|notcontains|notcontain|contains|contain|anyof|allof|noneof';

/** The value without its quotes. */
const unquoted = (value: string): string =>
  /^['"]/.test(value) ? value.slice(1, -1).replaceAll(/\\(['"])/g, '$1') : value;

interface Comparison {
  readonly reference: string;
  readonly operator: string;
  /** A value, or a list of values. */
  readonly value: string;
}

/** Returns a rewrite of every comparison of the target with a value, whichever of the two comes first. */
export function comparing(
  target: Target,
  change: (comparison: Comparison) => Comparison,
): (scope: Scope) => Rewrite {
  return (scope) => {
    const name = `\\{\\s*#?${anyOf(target.before(scope))}${escaped(target.name)}\\s*\\}`;
    const after = new RegExp(`(${name})(\\s*)(${COMPARES})(\\s*)(${LIST}|${VALUE})`, 'gi');
    const before = new RegExp(`(${VALUE})(\\s*)(==|=|<>|!=|notequal|equal)(\\s*)(${name})`, 'gi');
    return (text) =>
      text
        .replaceAll(after, (_, reference: string, a: string, operator: string, b, value) => {
          const next = change({ reference, operator, value: String(value) });
          return `${next.reference}${a}${next.operator}${String(b)}${next.value}`;
        })
        .replaceAll(before, (_, value: string, a: string, operator: string, b, reference) => {
          const next = change({ reference: String(reference), operator, value });
          // Only an equality may keep its value in front; with another operator the two sides are swapped.
          return next.operator === operator
            ? `${next.value}${a}${operator}${String(b)}${next.reference}`
            : `${next.reference}${a || ' '}${next.operator}${String(b) || ' '}${next.value}`;
        });
  };
}

/** Returns a change of comparisons that puts a new value in place of the old one. */
export const revaluing =
  (from: string, to: string) =>
  (comparison: Comparison): Comparison => ({
    ...comparison,
    value: comparison.value.replaceAll(new RegExp(VALUE, 'gi'), (value) =>
      unquoted(value) === from ? literal(to) : value,
    ),
  });

const REFERRING = /(?:If|Expression|expression|[tT]itle|description|Description)$/;

/** Rewrites every text that can refer to a field. Names and the values of choices cannot. */
function withReferences(holder: JsonObject, rewrite: Rewrite): JsonObject {
  const rewritten = (value: Json, refers: boolean): Json => {
    if (typeof value === 'string') return refers ? rewrite(value) : value;
    if (isList(value)) return value.map((each) => rewritten(each, refers));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) =>
        each === undefined ? [] : [[key, rewritten(each, refers || REFERRING.test(key))]],
      ),
    );
  };
  const result = rewritten(holder, false);
  return isObject(result) ? result : holder;
}

/** Rewrites a name that stands alone: of a field or column beside this one, or of the form itself. */
function rewriteName(name: string, rewrite: Rewrite, columns: readonly string[]): string {
  const isColumn = columns.includes(name);
  for (const before of isColumn ? ['row.'] : ['', 'panel.']) {
    const reference = `{${before}${name}}`;
    const renamed = rewrite(reference);
    if (renamed !== reference) return renamed.slice(before.length + 1, -1);
  }
  return name;
}

/** Rewrites the names of fields by which a choice from a shared list is narrowed, and that it fills in. */
const withNames = (
  property: string,
  value: Json,
  rewrite: Rewrite,
  columns: readonly string[] = [],
): Json => {
  if (property === 'filterField' && typeof value === 'string')
    return rewriteName(value, rewrite, columns);
  if (property !== 'fillIn' || !isList(value)) return value;
  return value.map((each) =>
    isObject(each) && typeof each['field'] === 'string'
      ? { ...each, field: rewriteName(each['field'], rewrite, columns) }
      : each,
  );
};

/** Rewrites these names in a property of a field, or in the columns of a table. */
function withNamesOf(field: Field, property: string, value: Json, rewrite: Rewrite): Json {
  if (field.type === 'sharedlist') return withNames(property, value, rewrite);
  if (!isTable(field.type) || property !== 'columns' || !isList(value)) return value;
  const columns = value.filter(isObject).map(({ name }) => textOf(name));
  return value.map((column) =>
    isObject(column) && column['cellType'] === 'sharedlist'
      ? Object.fromEntries(
          Object.entries(column).flatMap(([name, each]) =>
            each === undefined ? [] : [[name, withNames(name, each, rewrite, columns)]],
          ),
        )
      : column,
  );
}

/** Rewrites the texts of a field and of its inner fields. */
function rewriteField(field: Field, scope: Scope, rewriteIn: (scope: Scope) => Rewrite): Field {
  const key = childrenKey(field.type);
  const { name, type } = field;
  const inner: Scope =
    type === 'paneldynamic'
      ? { rows: [...scope.rows, name] }
      : isTable(type)
        ? { ...scope, table: name }
        : scope;
  const own = Object.entries(field).flatMap(([property, value]): readonly [string, Json][] => {
    if (value === undefined) return [];
    if (property === key) {
      return [[property, childrenOf(field).map((each) => rewriteField(each, inner, rewriteIn))]];
    }
    // Titles of entries and cells of rows refer to their own entry or row.
    const isInner = property === 'columns' || property.startsWith('template');
    const rewrite = rewriteIn(isInner ? inner : scope);
    const named = withNamesOf(field, property, value, rewrite);
    return Object.entries(withReferences({ [property]: named }, rewrite)).flatMap(
      ([changed, each]) => (each === undefined ? [] : [[changed, each]]),
    );
  });
  return { ...Object.fromEntries(own), name, type };
}

/** Rewrites all texts of a form. */
export function rewriteForm(
  definition: Definition,
  rewriteIn: (scope: Scope) => Rewrite,
): Definition {
  const scope: Scope = { rows: [] };
  const rewrite = rewriteIn(scope);
  const { pages, ...rest } = definition;
  return {
    ...withReferences(rest, rewrite),
    pages: pages.map(({ name, elements, ...page }) => ({
      ...withReferences(page, rewrite),
      name,
      elements: elements.map((each) => rewriteField(each, scope, rewriteIn)),
    })),
  };
}

const REFERENCE = /\{\s*#?([^{}]*)\}/g;
const CALL = /\b(?:displayValue|propertyValue|getComment|isContainerReady)\s*\(\s*['"]?([^'",)]+)/g;

/** Returns the names in all references, in lower case, whether or not there is such a field. */
export function referredNames(definition: Definition): ReadonlySet<string> {
  const names = new Set<string>();
  rewriteForm(definition, () => (text) => {
    for (const [, reference = ''] of text.matchAll(REFERENCE)) {
      for (const name of reference.split(/[.[]/)) names.add(name.trim().toLowerCase());
    }
    for (const [, name = ''] of text.matchAll(CALL)) names.add(name.trim().toLowerCase());
    return text;
  });
  return names;
}
