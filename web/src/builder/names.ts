// Names of fields: answers are stored under them and expressions use them. People read titles instead.

import { withFieldAt } from './change-fields.ts';
import { readChoices } from './choices.ts';
import {
  childrenOf,
  type Definition,
  type Field,
  fieldAt,
  fieldsOf,
  isList,
  isObject,
  isTable,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
} from './definition.ts';
import type { Scope } from './quoted-names.ts';
import { fieldTarget, referredNames, renaming, rewriteForm, rowsAround } from './references.ts';
import { renameMember } from './rename-member.ts';

const MAX_LENGTH = 60;

/** Makes a name of a title: `Work site №1` → `work_site_1`. Empty when no character of the title can be in a name. */
export const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^_+|_+$/g, '');

/** Returns the wanted name, or one with the first number that makes it unique. Case does not count. */
export function freshName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  const stem = wanted.replace(/_?\d+$/, '') || 'field';
  for (let i = 2; ; i += 1) {
    if (!taken.has(`${stem}_${i}`.toLowerCase())) return `${stem}_${i}`;
  }
}

/**
 * Returns the names of all fields in lower case, also of those in repeating sections, so that no two can be confused.
 */
export const takenNames = (definition: Definition): Set<string> =>
  new Set(fieldsOf(definition).map(({ field }) => field.name.toLowerCase()));

/**
 * Returns the names that no new field may get by itself: also those in references to deleted fields, because a condition
 * would silently apply to the new field.
 */
export const namesInUse = (definition: Definition): Set<string> =>
  new Set([...takenNames(definition), ...referredNames(definition)]);

export function freshPageName({ pages }: Definition): string {
  const taken = new Set(pages.map(({ name }) => name.toLowerCase()));
  return freshName(`page${pages.length + 1}`, taken);
}

/**
 * Returns the field and its inner fields under names that are not among the given ones, in lower case; references among
 * them are renamed too.
 */
export function freshNames(field: Field, inUse: ReadonlySet<string>): Field {
  const taken = new Set(inUse);
  let copy: Definition = { pages: [{ name: '', elements: [field] }] };
  for (const { path, field: each } of fieldsOf(copy)) {
    const name = freshName(each.name, new Set([...taken, ...takenBut(copy, each.name)]));
    taken.add(name.toLowerCase());
    if (name === each.name) continue;
    const target = fieldTarget(copy, path, each);
    // The field may come from a repeating section that is not copied with it.
    const ofEntry = ['panel\\.', 'prevPanel\\.', 'nextPanel\\.'];
    const before = (scope: Scope) => [
      ...target.before(scope),
      ...(target.holder === undefined && scope.rows.length === 0 ? ofEntry : []),
    ];
    copy = named(rewriteForm(copy, renaming({ ...target, before }, name)), path, name);
  }
  return copy.pages[0]?.elements[0] ?? field;
}

function takenBut(definition: Definition, name: string): ReadonlySet<string> {
  const taken = takenNames(definition);
  taken.delete(name.toLowerCase());
  return taken;
}

/** Renames a field, and the references to it in conditions, calculations and texts. */
export function renameField(definition: Definition, path: Path, to: string): Definition {
  const field = fieldAt(definition, path);
  if (field === undefined || field.name === to || to === '') return definition;
  const target = fieldTarget(definition, path, field);
  const followed = rewriteForm(definition, renaming(target, to));
  return named(followed, path, to);
}

function named(definition: Definition, path: Path, name: string): Definition {
  const from = fieldAt(definition, path)?.name ?? name;
  const followed = renameMember(definition, path.slice(0, -1), from, name);
  return withFieldAt(followed, path, (field) => ({ ...field, name }));
}

/**
 * Returns the cells of tables with fixed rows, and the rows of Likert scales, that an expression at `path` may name:
 * `{checks.brakes.result}`, `{service.speed}`.
 */
export function cellsAt(definition: Definition, path: Path): readonly Reference[] {
  return referencesAt(definition, path).flatMap(({ name, field: table }) => {
    const rows = readChoices(table['rows']).filter(({ value }) => !/[{}[\].]/.test(value));
    const { columns } = table;
    return rows.flatMap((row): readonly Reference[] => {
      const [at, text] = [`${name}.${row.value}`, row.text || row.value];
      if (table.type === 'matrix') return [{ name: at, field: rowOf(table, text) }];
      if (table.type !== 'matrixdropdown' || !isList(columns)) return [];
      return columns.filter(isObject).map((column) => ({
        name: `${at}.${textOf(column['name'])}`,
        field: cellOf(table, text, column),
      }));
    });
  });
}

/** Returns a row of a Likert scale as a field of its own. */
const rowOf = (scale: Field, row: string): Field => ({
  type: 'radiogroup',
  name: scale.name,
  title: `${titleOf(scale)}: ${row}`,
  choices: scale['columns'],
});

/** Returns a cell as a field of its own, with a title that says where it is. */
const cellOf = (table: Field, row: string, column: JsonObject): Field => ({
  ...(column['choices'] === undefined && { choices: table['choices'] }),
  ...column,
  type: textOf(column['cellType']) || 'dropdown',
  name: textOf(column['name']),
  title: `${titleOf(table)}: ${row}, ${titleOf(column)}`,
});

export interface Reference {
  /** The name as an expression writes it, without the braces. */
  readonly name: string;
  readonly field: Field;
}

/**
 * Returns the fields that an expression at `path` may name: those of the form, and those of its own repeating section.
 */
export function referencesAt(definition: Definition, path: Path): readonly Reference[] {
  const own = rowsAround(definition, path);
  return fieldsOf(definition).flatMap((placed) => {
    const { field } = placed;
    if (field.type === 'panel' || placed.path.join() === path.join()) return [];
    const rows = rowsAround(definition, placed.path);
    if (rows !== undefined && rows !== own) return [];
    return [{ name: referenceTo(definition, placed.path, field), field }];
  });
}

/**
 * Returns the name that expressions in the same section use: with `panel.` when the field is in a repeating section.
 */
export function referenceTo(definition: Definition, path: Path, field: Field): string {
  return rowsAround(definition, path) === undefined ? field.name : `panel.${field.name}`;
}

/** Returns the columns of a table, or the fields of a repeating section, whose values can be summed. */
export function numbersIn(field: Field): readonly JsonObject[] {
  const columns = isTable(field.type) && isList(field['columns']) ? field['columns'] : [];
  const fields = field.type === 'paneldynamic' ? childrenOf(field) : [];
  return [...fields, ...columns]
    .filter(isObject)
    .filter(
      ({ type, cellType = type, inputType }) =>
        SUMMED.has(textOf(cellType)) || (cellType === 'text' && inputType === 'number'),
    );
}

const SUMMED: ReadonlySet<string> = new Set(['expression', 'rating', 'slider']);
