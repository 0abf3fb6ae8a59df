import { type AnswerField, timeOf } from '#answer-index/index.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { isoIn } from '#kernel/time-zone.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';

/** A cell of a table: its text, and what programs calculate with. Undefined: empty. */
export type TableCell =
  | {
      readonly text: string;
      readonly number?: number;
      /** A day or a time, as stored, and in milliseconds of a clock that shows it. */
      readonly moment?: { readonly stored: string; readonly ms: number; readonly hasTime: boolean };
      /** Where the first file is, as `<id of the form>/attachments/<id>`. */
      readonly file?: string;
    }
  | undefined;

/** Returns the cell of an answer below the heading of a field; the answer may be that of another version. */
export function cellOf(
  field: AnswerField,
  answer: ShownAnswer | undefined,
  formId: string,
): TableCell {
  if (answer?.state !== 'answered') return undefined;
  const { value, displayValue: text, rows, unit } = answer;
  if (rows) return { text: String(rows.length), number: rows.length };
  const file = fileIn(value);
  if (file !== undefined) return { text, file: `${formId}/attachments/${file}` };
  // A number in another unit is never below the heading of this one.
  if (unit !== field.unit && unit !== undefined) return { text };
  if (typeof value === 'number') {
    // A number among choices may have a text of its own.
    return field.choices.length > 0 && text !== String(value) ? { text } : { text, number: value };
  }
  if (field.kind !== 'date' || typeof value !== 'string') return { text };
  const ms = timeOf(value)?.number;
  return typeof ms === 'number'
    ? { text, moment: { stored: value, ms, hasTime: value.includes('T') } }
    : { text };
}

function fileIn(value: JsonValue): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  if (first === undefined || !isObject(first)) return undefined;
  const id = member(first, 'id');
  // Only files have a size: rows of lists have an id too.
  return typeof id === 'string' && member(first, 'size') !== undefined ? id : undefined;
}

/** Returns a time as a clock of the account shows it, with its offset. */
export function timeCell(at: number | undefined, timeZone: string): TableCell {
  if (at === undefined) return undefined;
  const text = isoIn(at, timeZone);
  // Without the offset: spreadsheets know no time zones.
  const ms = Date.parse(`${text.slice(0, 19)}Z`);
  return { text, moment: { stored: text, ms, hasTime: true } };
}

/** Returns the cell of CSV: a number, a day as it is stored, or text. */
export const csvCellOf = (cell: TableCell): string | number =>
  cell?.number ?? cell?.moment?.stored ?? cell?.text ?? '';
