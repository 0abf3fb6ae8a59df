// Renames a field or column where the tables and repeating sections around it name it outside of texts.
import { withFieldAt } from './change-fields.ts';
import {
  type Definition,
  fieldAt,
  isList,
  isObject,
  isTable,
  type Json,
  type Path,
} from './definition.ts';

const DEFAULTS = ['defaultValue', 'defaultPanelValue', 'defaultRowValue'] as const;

/**
 * Renames a member in the `keyName` of its table or repeating section, and in the rows and entries that this one, and
 * those around it, start with.
 * @param holder the path of the table or the innermost section, or of a section in that
 */
export function renameMember(
  definition: Definition,
  holder: Path,
  from: string,
  to: string,
): Definition {
  const around = holder.flatMap((_, i) => {
    const path = holder.slice(0, i + 1);
    const field = fieldAt(definition, path);
    return field !== undefined && (field.type === 'paneldynamic' || isTable(field.type))
      ? [{ path, name: field.name }]
      : [];
  });
  return around.reduce((changed, { path }, i) => {
    const inner = around.slice(i + 1).map(({ name }) => name);
    return withFieldAt(changed, path, (field) => ({
      ...field,
      ...Object.fromEntries(
        DEFAULTS.flatMap((property) => {
          const value = field[property];
          return value === undefined ? [] : [[property, renameIn(value, inner, from, to)] as const];
        }),
      ),
      ...(inner.length === 0 && field['keyName'] === from && { keyName: to }),
    }));
  }, definition);
}

/** Renames the member in rows, or in the rows of the tables and sections `inner` that these hold. */
function renameIn(value: Json, inner: readonly string[], from: string, to: string): Json {
  if (isList(value)) return value.map((each) => renameIn(each, inner, from, to));
  if (!isObject(value)) return value;
  const [next, ...deeper] = inner;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): readonly (readonly [string, Json])[] => {
      if (each === undefined) return [];
      if (next !== undefined)
        return [[key, key === next ? renameIn(each, deeper, from, to) : each]];
      if (key === `${from}-Comment`) return [[`${to}-Comment`, each]];
      return [[key === from ? to : key, each]];
    }),
  );
}
