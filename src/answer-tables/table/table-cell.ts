import { type AnswerField, timeOf } from '#answer-index/index.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { isoIn } from '#kernel/time-zone.ts';
import { fileOfSketch } from '#questionnaires/answers/sketch-shapes.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';

/** A cell of a table: its text, and what programs calculate with. Undefined: empty. */
export type TableCell =
  | {
      readonly text: string;
      readonly number?: number;
      /** A day, a time of day or both, as stored, and in milliseconds of a clock that shows it. */
      readonly moment?: CellMoment;
      /** Where the first file is, as `<id of the form>/attachments/<id>`. */
      readonly file?: string;
    }
  | undefined;

export interface CellMoment {
  readonly stored: string;
  /** Since the epoch; of a time of day, since midnight. */
  readonly ms: number;
  readonly shows: 'day' | 'time' | 'both';
}

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
  const moment = momentOf(field, value);
  return { text, ...(moment && { moment }) };
}

function momentOf({ kind }: AnswerField, value: JsonValue): CellMoment | undefined {
  if ((kind !== 'date' && kind !== 'time') || typeof value !== 'string') return undefined;
  const ms = timeOf(value)?.number;
  if (typeof ms !== 'number') return undefined;
  const shows = kind === 'time' ? 'time' : value.includes('T') ? 'both' : 'day';
  return { stored: value, ms, shows };
}

/** Returns the id of the first file of an answer; of a drawing on a photo, of the picture with the drawing. */
function fileIn(value: JsonValue): string | undefined {
  const [given] = Array.isArray(value) ? value : [value];
  const first = given === undefined ? undefined : (fileOfSketch(given, 'picture') ?? given);
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
  return { text, moment: { stored: text, ms, shows: 'both' } };
}

/** Returns the cell of CSV: a number, a day as it is stored, or text. */
export const csvCellOf = (cell: TableCell): string | number =>
  cell?.number ?? cell?.moment?.stored ?? cell?.text ?? '';
