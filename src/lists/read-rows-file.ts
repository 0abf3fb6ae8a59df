import { letOthersIn } from '#kernel/in-turns.ts';
import { type Header, type RowFault, readListHeader, readRecord } from './check-rows.ts';
import { type CsvRecord, createCsvReader } from './csv-records.ts';
import { LIST_LIMITS, type List, type NewRow } from './list.ts';
import { MOST_FAULTS, repeatedKey } from './write-rows.ts';

/** Rows that are handled before other requests are served. */
const AT_ONCE = 100;

export interface RowsFile {
  /** At most {@link MOST_FAULTS}. */
  readonly faults: readonly RowFault[];
  readonly faultCount: number;
  /** The row of each key. */
  readonly rowsByKey: ReadonlyMap<string, number>;
}

/**
 * Reads the rows of a CSV file as it arrives. In memory are its keys and a few rows at a time, never the whole file.
 * @param handle gets rows with different keys, in order, until the first fault
 */
export async function readRowsFile(
  list: List,
  source: AsyncIterable<Uint8Array>,
  handle: (rows: readonly NewRow[]) => Promise<void>,
): Promise<RowsFile> {
  const reader = createCsvReader({ cell: LIST_LIMITS.cell, cells: LIST_LIMITS.columns });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const faults: RowFault[] = [];
  const rowsByKey = new Map<string, number>();
  let count = 0;
  let faultCount = 0;
  let header: Header | undefined;
  let waiting: NewRow[] = [];

  const report = (more: readonly RowFault[]): void => {
    faultCount += more.length;
    faults.push(...more.slice(0, MOST_FAULTS - faults.length));
  };
  const take = (record: CsvRecord, columns: Header): void => {
    count += 1;
    if (count > LIST_LIMITS.rows) {
      // The rest of the file is not looked at.
      if (count === LIST_LIMITS.rows + 1) report([TOO_MANY_ROWS]);
      return;
    }
    const read = readRecord(list, columns, record, reader.delimiter === ';');
    if (!('cells' in read)) {
      report(read);
      return;
    }
    const before = rowsByKey.get(read.key);
    if (before !== undefined) report([repeatedKey(record.row, read.key, before)]);
    else {
      rowsByKey.set(read.key, record.row);
      waiting.push(read);
    }
  };
  const flush = async (isLast: boolean): Promise<void> => {
    while (waiting.length >= AT_ONCE || (isLast && waiting.length > 0)) {
      const rows = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      if (faultCount === 0) await handle(rows);
      await letOthersIn();
    }
  };
  const takeAll = async (records: readonly CsvRecord[]): Promise<void> => {
    for (const record of records) {
      if (header !== undefined) take(record, header);
      else {
        header = readListHeader(list, record);
        report(header.faults);
      }
    }
    await flush(false);
  };
  // Without its header, or as other text, nothing else of a file can be understood.
  const isReadable = () => !isOtherText && (header?.faults.length ?? 0) === 0;
  let isOtherText = false;
  const decode = (piece?: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      isOtherText = true;
      report([NOT_UTF8]);
      return '';
    }
  };
  for await (const piece of source) {
    if (isReadable()) await takeAll(reader.push(decode(piece)));
    await letOthersIn();
  }
  if (isReadable()) await takeAll(reader.push(decode()));
  if (isReadable()) await takeAll(reader.end());
  if (reader.openRow !== undefined) report([openQuote(reader.openRow)]);
  if (header === undefined && faultCount === 0) report([NO_HEADER]);
  await flush(true);
  return { faults, faultCount, rowsByKey };
}

const NOT_UTF8: RowFault = {
  kind: 'notUtf8',
  text: 'The file is not UTF-8 text. In Excel, save it as “CSV UTF-8”.',
};

const NO_HEADER: RowFault = {
  kind: 'noHeader',
  text: 'The file is empty. Its first row must name the columns.',
};

const openQuote = (row: number): RowFault => ({
  row,
  kind: 'openQuote',
  text: 'A quotation mark in this row is never closed.',
});

const TOO_MANY_ROWS: RowFault = {
  kind: 'tooManyRows',
  values: { limit: LIST_LIMITS.rows },
  text: `A list may have at most ${LIST_LIMITS.rows} rows.`,
};
