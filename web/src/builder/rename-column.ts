// Renames columns of tables, and the references to them.
import { type Definition, type Field, fieldAt, type Path, textOf } from './definition.ts';
import { change } from './edit.ts';
import { columnsOf } from './kinds.ts';
import { columnTarget, renaming, rewriteForm } from './references.ts';

/**
 * Renames a column of the table at `path`, and the references to it in other columns, totals, calculations and texts.
 */
export function renameColumn(
  definition: Definition,
  path: Path,
  index: number,
  to: string,
): Definition {
  const table = fieldAt(definition, path);
  const column = table && columnsOf(table)[index];
  const from = textOf(column?.['name']);
  if (table === undefined || from === '' || from === to || to === '') return definition;
  const followed = rewriteForm(definition, renaming(columnTarget(table, from), to));
  const columns = columnsAt(followed, path);
  return change(followed, path, {
    columns: columns.with(index, { ...columns[index], name: to }),
    ...(table['keyName'] === from && { keyName: to }),
  });
}

function columnsAt(definition: Definition, path: Path): ReturnType<typeof columnsOf> {
  const table: Field | undefined = fieldAt(definition, path);
  return table === undefined ? [] : columnsOf(table);
}
