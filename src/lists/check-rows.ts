import { counted } from '#kernel/counted.ts';
import { readDayText } from '#kernel/day-text.ts';
import type { JsonValue } from '#kernel/json.ts';
import { fold, isStorable } from '#kernel/text.ts';
import type { CsvRecord } from './csv-records.ts';
import { LIST_LIMITS, type List, type ListColumn, type NewRow } from './list.ts';

/** What is wrong with rows. */
export interface RowFault {
  /** The row, as spreadsheets number it, or the position in the request, from 1; undefined for the whole file. */
  readonly row?: number;
  /** The label of the column. */
  readonly column?: string;
  /** The broken rule, for which the web client has a translated message; `values` are inserted into that message. */
  readonly kind: RowRule;
  readonly values?: Readonly<Record<string, string | number>>;
  /** In English. */
  readonly text: string;
}

export type RowRule =
  | 'notUtf8'
  | 'noHeader'
  | 'unknownColumn'
  | 'missingColumn'
  | 'repeatedColumn'
  | 'cellCount'
  | 'openQuote'
  | 'emptyKey'
  | 'longKey'
  | 'emptyLabel'
  | 'longCell'
  | 'notStorable'
  | 'notText'
  | 'notNumber'
  | 'notDate'
  | 'repeatedKey'
  | 'tooManyRows';

type Shape = Pick<List, 'columns' | 'keyColumn' | 'labelColumn'>;

/** The columns of the cells of a file, in its order. */
export interface Header {
  readonly columns: readonly ListColumn[];
  readonly faults: readonly RowFault[];
}

/** Reads the first record of a file, which names each column of the list by its label or its key. */
export function readListHeader({ columns }: Shape, { row, cells }: CsvRecord): Header {
  const faults: RowFault[] = [];
  const found = cells.flatMap((cell) => {
    const name = fold(cell.trim());
    const column = columns.find(({ key, label }) => fold(label) === name || key === name);
    if (column) return [column];
    faults.push({
      row,
      kind: 'unknownColumn',
      values: { name: shown(cell) },
      text: `The list has no column ${JSON.stringify(shown(cell))}. Add it to the list, or remove it from the file.`,
    });
    return [];
  });
  for (const column of columns) {
    const count = found.filter((each) => each === column).length;
    if (count === 1) continue;
    const kind = count === 0 ? 'missingColumn' : 'repeatedColumn';
    const name = shown(column.label);
    const text =
      count === 0
        ? `The file has no column ${JSON.stringify(name)}.`
        : `The file has the column ${JSON.stringify(name)} more than once.`;
    faults.push({ row, kind, values: { name }, text });
  }
  return { columns: found, faults };
}

/** Reads a record of a file. @param isComma whether fractions may have a comma */
export function readRecord(
  list: Shape,
  header: Header,
  { row, cells }: CsvRecord,
  isComma: boolean,
): NewRow | readonly RowFault[] {
  const { columns } = header;
  if (cells.length > columns.length) {
    const values = { count: cells.length, columns: columns.length };
    const text = `The row has ${counted(cells.length, 'cell')}, and the file ${counted(columns.length, 'column')}.`;
    return [{ row, kind: 'cellCount', values, text }];
  }
  const given = new Map(columns.map(({ key }, i) => [key, cells[i] ?? '']));
  return checkRow(list, row, (key) => given.get(key), isComma);
}

/**
 * Checks the cells of a row, and converts them to the types of their columns.
 * @param sentFor returns the value of a column as it was sent
 * @param isComma whether fractions may have a comma
 */
export function checkRow(
  { columns, keyColumn, labelColumn }: Shape,
  row: number,
  sentFor: (key: string) => JsonValue | undefined,
  isComma = false,
): NewRow | readonly RowFault[] {
  const faults: RowFault[] = [];
  const cells: [string, string | number][] = [];
  for (const column of columns) {
    const value = checkCell(column, sentFor(column.key) ?? '', isComma);
    if (typeof value === 'object') faults.push({ row, column: column.label, ...value });
    else if (value !== '') cells.push([column.key, value]);
  }
  const own = new Map(cells);
  const key = String(own.get(keyColumn) ?? '');
  const label = String(own.get(labelColumn) ?? '');
  const labelOf = (wanted: string) => columns.find((each) => each.key === wanted)?.label ?? '';
  if (faults.length === 0 && key === '') {
    faults.push({
      row,
      column: labelOf(keyColumn),
      kind: 'emptyKey',
      text: 'Each row needs a key.',
    });
  }
  if (key.length > LIST_LIMITS.key) {
    const text = `A key may have at most ${LIST_LIMITS.key} characters.`;
    const values = { limit: LIST_LIMITS.key };
    faults.push({ row, column: labelOf(keyColumn), kind: 'longKey', values, text });
  }
  if (faults.length === 0 && label === '') {
    const text = 'Each row needs a text that people choose it by.';
    faults.push({ row, column: labelOf(labelColumn), kind: 'emptyLabel', text });
  }
  if (faults.length > 0) return faults;
  return { key, label, cells: Object.fromEntries(cells), active: true };
}

type CellFault = Pick<RowFault, 'kind' | 'values' | 'text'>;

function checkCell(
  { type }: ListColumn,
  value: JsonValue,
  isComma: boolean,
): string | number | CellFault {
  if (typeof value === 'number' && type === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'number' && type === 'text') return String(value);
  if (typeof value !== 'string') return { kind: 'notText', text: 'This must be text.' };
  const text = value.trim();
  if (text.length > LIST_LIMITS.cell) {
    const values = { limit: LIST_LIMITS.cell };
    return {
      kind: 'longCell',
      values,
      text: `A cell may have at most ${LIST_LIMITS.cell} characters.`,
    };
  }
  if (!isStorable(text)) {
    return { kind: 'notStorable', text: 'The text contains characters that cannot be stored.' };
  }
  if (text === '' || type === 'text') return text;
  return type === 'number' ? numberIn(text, isComma) : dayIn(text);
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const WITH_COMMA = /^-?\d{1,15},\d{1,10}$/;

function numberIn(text: string, isComma: boolean): number | CellFault {
  const plain = isComma && WITH_COMMA.test(text) ? text.replace(',', '.') : text;
  if (NUMBER.test(plain)) return Number(plain);
  const values = { value: shown(text) };
  return { kind: 'notNumber', values, text: `${JSON.stringify(shown(text))} is not a number.` };
}

function dayIn(text: string): string | CellFault {
  const day = readDayText(text);
  if (day !== undefined) return day;
  const values = { value: shown(text) };
  const wanted = `${JSON.stringify(shown(text))} is not a date. Write it as 2026-12-31.`;
  return { kind: 'notDate', values, text: wanted };
}

const shown = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
