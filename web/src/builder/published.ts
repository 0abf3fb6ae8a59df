// The published version: its answers are stored under its names and values, so those no longer follow the titles that
// people read.
import { readChoices } from './choices.ts';
import { type Definition, type Field, fieldsOf, isList, isObject, textOf } from './definition.ts';

export interface Published {
  hasField(name: string): boolean;
  hasColumn(table: string, name: string): boolean;
  /** Returns whether a field, or one of its columns, has the choice. */
  hasChoice(field: string, value: string, column?: string): boolean;
  /** Returns whether a table has the fixed row. */
  hasRow(table: string, name: string): boolean;
}

/** No version is published. */
export const NOTHING_PUBLISHED: Published = {
  hasField: () => false,
  hasColumn: () => false,
  hasChoice: () => false,
  hasRow: () => false,
};

/** A version is published, but not loaded yet: no name or value may follow its title. */
export const ALL_PUBLISHED: Published = {
  hasField: () => true,
  hasColumn: () => true,
  hasChoice: () => true,
  hasRow: () => true,
};

export function publishedIn(definition: Definition): Published {
  const fields = new Map(fieldsOf(definition).map(({ field }) => [field.name, field]));
  const columnOf = (table: string, name: string) => {
    const columns = fields.get(table)?.['columns'];
    return isList(columns)
      ? columns.filter(isObject).find((column) => textOf(column['name']) === name)
      : undefined;
  };
  const choicesOf = (field: string, column: string | undefined) => {
    const holder: Field | ReturnType<typeof columnOf> =
      column === undefined ? fields.get(field) : columnOf(field, column);
    return readChoices(holder?.['choices']);
  };
  return {
    hasField: (name) => fields.has(name),
    hasColumn: (table, name) => columnOf(table, name) !== undefined,
    hasChoice: (field, value, column) =>
      choicesOf(field, column).some((choice) => choice.value === value),
    hasRow: (table, name) =>
      readChoices(fields.get(table)?.['rows']).some((row) => row.value === name),
  };
}
