// Changes the kind of a field or column. The answer to checkboxes is a list, so conditions that compared with one
// choice then ask whether the list contains it, and the other way round.
import { type Definition, fieldAt, type Path, textOf } from './definition.ts';
import { change, replace } from './edit.ts';
import { asColumnKind, asKind, type ColumnKind, columnsOf, type Kind } from './kinds.ts';
import { columnTarget, comparing, fieldTarget, rewriteForm, type Target } from './references.ts';

export function changeKind(definition: Definition, path: Path, kind: Kind): Definition {
  const field = fieldAt(definition, path);
  if (field === undefined) return definition;
  const next = replace(definition, path, asKind(field, kind));
  return converted(next, fieldTarget(definition, path, field), field.type, kind);
}

export function changeColumnKind(
  definition: Definition,
  path: Path,
  index: number,
  kind: ColumnKind,
): Definition {
  const table = fieldAt(definition, path);
  const columns = table === undefined ? [] : columnsOf(table);
  const column = columns[index];
  if (table === undefined || column === undefined) return definition;
  const next = change(definition, path, {
    columns: columns.with(index, asColumnKind(column, kind)),
  });
  const target = columnTarget(table, textOf(column['name']));
  return converted(next, target, textOf(column['cellType']), kind);
}

const TO_LIST: ReadonlyMap<string, string> = new Map([
  ['=', 'contains'],
  ['==', 'contains'],
  ['equal', 'contains'],
  ['<>', 'notcontains'],
  ['!=', 'notcontains'],
  ['notequal', 'notcontains'],
]);

const TO_ONE: ReadonlyMap<string, string> = new Map([
  ['contains', '='],
  ['contain', '='],
  ['notcontains', '<>'],
  ['notcontain', '<>'],
]);

/**
 * Rewrites the operators of conditions for the new kind of answer. A comparison with a whole list has no counterpart;
 * it stays, and publishing reports it.
 */
function converted(definition: Definition, target: Target, from: string, to: string): Definition {
  if ((from === 'checkbox') === (to === 'checkbox')) return definition;
  const operators = to === 'checkbox' ? TO_LIST : TO_ONE;
  const rewriteIn = comparing(target, (comparison) => {
    const { operator, value } = comparison;
    const converted = value.startsWith('[') ? undefined : operators.get(operator.toLowerCase());
    return { ...comparison, operator: converted ?? operator };
  });
  return rewriteForm(definition, rewriteIn);
}
