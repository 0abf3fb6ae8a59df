// The rows that a template gives a table: each has the name under which its answers are stored, and the text that people
// read.
import { type Choice, readChoices, storedOf, writeChoices } from './choices.ts';
import { type Definition, fieldAt, type Json, type JsonObject, type Path } from './definition.ts';
import { change } from './edit.ts';
import { freshName, nameFrom } from './names.ts';
import { onOneLine, rowsIn } from './pasted-rows.ts';
import { renaming, rewriteForm, rowTarget } from './references.ts';

const textOfRow = ({ text, value }: Choice): string => text || value;

/**
 * Reads one row per line. A row that was there before keeps its name: it is found by its text, or by its position while
 * no line is added or removed.
 */
export function rowsFrom(
  lines: string,
  before: readonly Choice[],
  definition: JsonObject = {},
): Json {
  const texts = rowsIn(lines).map((cells) => onOneLine(cells.join(' ')).trim());
  const left = new Set(before);
  const take = (row: Choice | undefined) =>
    row !== undefined && left.delete(row) ? row : undefined;
  const unchanged = texts.map((text) => take([...left].find((row) => textOfRow(row) === text)));
  const isSameCount = texts.length === before.length;
  const olds = unchanged.map((row, i) => row ?? (isSameCount ? take(before[i]) : undefined));
  const taken = new Set(olds.flatMap((row) => row?.value.toLowerCase() ?? []));
  const rows = texts.map((text, i): Choice => {
    const old = olds[i];
    if (old !== undefined) return { ...old, text };
    const value = freshName(nameFrom(text) || 'row_1', taken);
    taken.add(value.toLowerCase());
    return { value, text, kept: {} };
  });
  return writeChoices(rows, definition) ?? [];
}

/** Called when the rows have been edited: names that no version is published with follow the texts. */
export function settleRows(
  definition: Definition,
  path: Path,
  isKept: (value: string) => boolean,
): Definition {
  const rows = readChoices(fieldAt(definition, path)?.['rows']);
  return rows.reduce((changed, row, i) => {
    const taken = new Set(rows.flatMap(({ value }, j) => (j === i ? [] : value.toLowerCase())));
    const wanted = freshName(nameFrom(textOfRow(row)), taken);
    const isOwn = typeof storedOf(row) === 'string' && MADE.test(row.value);
    return isOwn && wanted !== '' && !isKept(row.value)
      ? renameRow(changed, path, i, wanted)
      : changed;
  }, definition);
}

/** A name that the builder made for a new row. */
const MADE = /^(?:row|zeile)_\d+$/;

/** Renames a row, and the references to its cells. */
function renameRow(definition: Definition, path: Path, index: number, to: string): Definition {
  const table = fieldAt(definition, path);
  const rows = readChoices(table?.['rows']);
  const row = rows[index];
  if (table === undefined || row === undefined || row.value === to) return definition;
  const named = rows.with(index, { ...row, value: to, text: textOfRow(row) });
  const followed = rewriteForm(definition, renaming(rowTarget(table, row.value), to));
  return change(followed, path, { rows: writeChoices(named, definition) });
}
