// Every row of a storage, in the order of its keys: what a copy to the other engine carries, and what proves that a
// copy is equal. Both engines keep text, whole numbers and floating-point numbers in columns of the same names.
import { createHash } from 'node:crypto';

/** The value of a column. Whole numbers are exact, also beyond 2^53. */
export type Cell = string | bigint | number | null;
export type CopiedRow = readonly Cell[];

export interface CopiedColumn {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'real';
}

export interface Table {
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
  /** Names of the columns of the primary key, in its order. */
  readonly key: readonly string[];
}

/** The rows of a storage at one moment. */
export interface RowSource {
  /** Returns rows in the order of the key, about {@link BATCH_BYTES} at most: none at the end of the table. */
  read(table: Table, after: CopiedRow | undefined): Promise<readonly CopiedRow[]>;
  count(table: Table): Promise<number>;
  close(): Promise<void>;
}

/** A storage that is being filled, in the order of the keys. */
export interface RowTarget extends RowSource {
  /** Stores rows, all or none. */
  write(table: Table, rows: readonly CopiedRow[]): Promise<void>;
  /** Returns the key of the last row; undefined for an empty table. */
  lastKey(table: Table): Promise<CopiedRow | undefined>;
}

/** Rows are read in batches of this size, so that large answers do not fill the memory. */
export const BATCH_BYTES = 4_000_000;
export const BATCH_ROWS = 1000;

export interface Digest {
  readonly rows: number;
  /** SHA-256 of all rows in the order of their keys, in hexadecimal; the same on both engines. */
  readonly sha256: string;
}

/** Returns the columns of the key of a row, in the order of the key. */
function keyOf({ columns, key }: Table, row: CopiedRow): CopiedRow {
  return key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null);
}

/** Calls `take` with each batch of rows behind a key. */
export async function eachBatch(
  source: RowSource,
  table: Table,
  after: CopiedRow | undefined,
  take: (rows: readonly CopiedRow[]) => Promise<void> | void,
): Promise<void> {
  let last = after;
  for (;;) {
    const rows = await source.read(table, last);
    const end = rows.at(-1);
    if (end === undefined) return;
    await take(rows);
    last = keyOf(table, end);
  }
}

/** Reads a whole table, and returns how many rows it has and their hash. */
export async function digestTable(source: RowSource, table: Table): Promise<Digest> {
  const hash = createHash('sha256');
  let rows = 0;
  await eachBatch(source, table, undefined, (batch) => {
    for (const row of batch) hash.update(canonical(row));
    rows += batch.length;
  });
  return { rows, sha256: hash.digest('hex') };
}

/** Returns a row as text that no other row has: each text is preceded by its length. */
const canonical = (row: CopiedRow): string => `${row.map(canonicalCell).join('')}\n`;

function canonicalCell(cell: Cell): string {
  if (cell === null) return 'n;';
  if (typeof cell === 'string') return `t${cell.length}:${cell};`;
  return `${typeof cell === 'bigint' ? 'i' : 'r'}${cell};`;
}
