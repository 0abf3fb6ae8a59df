// Renames columns of tables, and the references to them.

import { withFieldAt } from './change-fields.ts';
import { type Definition, fieldAt, type Path, textOf } from './definition.ts';
import { columnsOf } from './kinds.ts';
import { columnTarget, renaming, rewriteForm } from './references.ts';
import { renameMember } from './rename-member.ts';

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
  return withFieldAt(renameMember(followed, path, from, to), path, (each) => {
    const columns = columnsOf(each);
    return { ...each, columns: columns.with(index, { ...columns[index], name: to }) };
  });
}
