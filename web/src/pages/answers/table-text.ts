import type { AnswerRow } from '#answer-tables/app-types.ts';

/** A column as the clipboard needs it. */
interface TextColumn {
  readonly id: string;
  readonly header: string;
  /** Set where it shows the answers to a field. */
  readonly field?: unknown;
}

/** Text that a spreadsheet would run as a formula (OWASP CSV injection), full-width characters included. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?[\d.,\u00a0\u202f' ]+$/;

/**
 * Returns the rows as text that spreadsheets paste into cells: tabs between columns, a line a row. A quotation mark would
 * begin a cell that ends with the next one, so that cells with one are quoted as in CSV.
 */
export const tableText = (
  columns: readonly TextColumn[],
  rows: readonly AnswerRow[],
  statusText: (status: AnswerRow['status']) => string,
): string =>
  [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => textIn(row, column, statusText))),
  ]
    .map((cells) => cells.map(cellText).join('\t'))
    .join('\n');

function textIn(
  row: AnswerRow,
  { id, field }: TextColumn,
  statusText: (status: AnswerRow['status']) => string,
): string {
  if (field) return row.cells[id] ?? '';
  switch (id) {
    case 'number':
      return String(row.number);
    case 'status':
      return statusText(row.status);
    case 'lastUpdateDate':
      return row.updatedAt;
    case 'createdBy':
      return row.createdBy ?? '';
    case 'assignedTo':
      return row.assignedTo ?? '';
    case 'createdDate':
      return row.createdAt;
    case 'dueDate':
      return row.dueAt ?? '';
    case 'completedDate':
      return row.completedAt ?? '';
    case 'completedOnDeviceDate':
      return row.completedOnDeviceAt ?? '';
    default:
      return row.name;
  }
}

function cellText(cell: string): string {
  const line = cell.replaceAll(/[\t\r\n]+/g, ' ');
  const text = FORMULA.test(line) && !NUMBER.test(line) ? `'${line}` : line;
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}
