// Reads CSV (RFC 4180) as it arrives, with commas, semicolons or tabs, as spreadsheets in different languages write it.

export interface CsvRecord {
  /** 1 for the first record, as spreadsheets number their rows. */
  readonly row: number;
  readonly cells: readonly string[];
}

interface CsvLimits {
  /** Characters of a cell and cells of a record that are kept; one more is kept to show that there are more. */
  readonly cell: number;
  readonly cells: number;
}

export interface CsvReader {
  /** Returns the records that end in this text. Records without any text are left out, but counted. */
  push(text: string): readonly CsvRecord[];
  /** Returns the last record. */
  end(): readonly CsvRecord[];
  /** The sign between cells; undefined before the first record has ended. */
  readonly delimiter: string | undefined;
  /** The record in which a quotation mark opens a cell that never ends; only known after {@link end}. */
  readonly openRow: number | undefined;
}

/** Characters of the first line that are looked at to find the sign between cells. */
const LONGEST_HEAD = 65_536;

export function createCsvReader(limits: CsvLimits): CsvReader {
  let head: string | undefined = '';
  let delimiter: string | undefined;
  let row = 1;
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  // A quotation mark inside quotes was read: it ends the quotes, unless another one follows.
  let isEnding = false;
  let isAfterReturn = false;
  let openRow: number | undefined;

  const add = (text: string): void => {
    if (cell.length <= limits.cell) cell += text;
  };
  const endCell = (): void => {
    if (cells.length <= limits.cells) cells.push(cell.slice(0, limits.cell + 1));
    cell = '';
    isEnding = false;
  };
  const endRecord = (records: CsvRecord[]): void => {
    endCell();
    if (cells.some((each) => each.trim() !== '')) records.push({ row, cells });
    cells = [];
    row += 1;
  };
  /** Reads one character outside of quotes. */
  const readPlain = (sign: string, records: CsvRecord[]): void => {
    if (sign === '\n' && isAfterReturn) {
      isAfterReturn = false;
      return;
    }
    isAfterReturn = sign === '\r';
    if (sign === '\n' || sign === '\r') endRecord(records);
    else if (sign === delimiter) endCell();
    else if (sign === '"' && cell === '') isQuoted = true;
    else add(sign);
  };
  const read = (text: string): readonly CsvRecord[] => {
    const records: CsvRecord[] = [];
    for (const sign of text) {
      if (isQuoted) {
        if (sign === '"') {
          isQuoted = false;
          isEnding = true;
        } else add(sign);
      } else if (isEnding && sign === '"') {
        isQuoted = true;
        isEnding = false;
        add(sign);
      } else {
        isEnding = false;
        readPlain(sign, records);
      }
    }
    return records;
  };
  const begin = (first: string): readonly CsvRecord[] => {
    delimiter = delimiterOf(first);
    head = undefined;
    return read(first);
  };
  return {
    push(text) {
      if (head === undefined) return read(text);
      head += text;
      const hasLine = /[\r\n]/.test(head) || head.length > LONGEST_HEAD;
      return hasLine ? begin(head.replace(/^\ufeff/, '')) : [];
    },
    end() {
      const records = [...(head === undefined ? [] : begin(head.replace(/^\ufeff/, '')))];
      if (isQuoted) openRow = row;
      if (cell !== '' || cells.length > 0 || isQuoted) endRecord(records);
      return records;
    },
    get delimiter() {
      return delimiter;
    },
    get openRow() {
      return openRow;
    },
  };
}

const DELIMITERS = [';', '\t', ','] as const;

/** Returns the sign that is most frequent in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((sign) => [sign, line.split(sign).length - 1] as const);
  const [best] = counts.toSorted(([, a], [, b]) => b - a);
  return best !== undefined && best[1] > 0 ? best[0] : ',';
}
