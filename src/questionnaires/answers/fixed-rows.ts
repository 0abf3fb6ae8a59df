// The answer to a table whose rows the template gives. It has rows like that of other tables, so that every reader reads it,
// and each says which one it is. Either all rows are stored, in the order of the template, or none.

import { type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { faultOfList, type ValueFault } from './answer-faults.ts';
import { isUntouched, ROW_NAME } from './row-names.ts';

/**
 * Returns every row of the template, in its order, with the cells that were given for it. A row that does not say which
 * one it is has the place where it stands.
 * @returns undefined for the rows when none has an answer
 */
export function inOrder(
  fixed: readonly JsonValue[],
  given: readonly JsonObject[],
): { readonly rows: readonly JsonObject[] | undefined; readonly fault: ValueFault | undefined } {
  const names = given.map((row, i) => member(row, ROW_NAME) ?? fixed[i] ?? i);
  // The first of several rows with the same name is kept; they are a fault.
  const byName = new Map(names.map((name, i) => [textOf(name), given[i]] as const).toReversed());
  const rows = fixed.map((name) => {
    const { [ROW_NAME]: _, ...cells } = byName.get(textOf(name)) ?? {};
    return { [ROW_NAME]: name, ...cells };
  });
  return { rows: rows.every(isUntouched) ? undefined : rows, fault: faultOfList({}, names) };
}
