import type SqliteDatabase from 'better-sqlite3';
import { CommandFailure } from '#commands/shell/failures.ts';
import {
  BATCH_BYTES,
  BATCH_ROWS,
  type Cell,
  type CopiedColumn,
  type CopiedRow,
  type RowTarget,
  type Table,
} from './rows.ts';

/** Reads and writes the rows of an SQLite database. Closing it closes the handle. */
export function sqliteRows(handle: SqliteDatabase.Database): RowTarget {
  return {
    async read(table, after) {
      const { columns } = table;
      const rows: CopiedRow[] = [];
      let bytes = 0;
      const statement = handle.prepare<Cell[], unknown[]>(selectFrom(table, after)).raw(true);
      for (const found of statement.safeIntegers(true).iterate(...(after ?? []))) {
        const row = columns.map((column, i) => cellOf(table, column, found[i]));
        rows.push(row);
        bytes += sizeOf(row);
        if (bytes > BATCH_BYTES) break;
      }
      return rows;
    },
    async count({ name }) {
      return Number(handle.prepare(`select count(*) from "${name}"`).pluck().get());
    },
    async lastKey(table) {
      const names = table.key.map(quote);
      const last = names.map((name) => `${name} desc`).join(', ');
      const row = handle
        .prepare<[], Cell[]>(`select ${names} from "${table.name}" order by ${last} limit 1`)
        .raw(true)
        .safeIntegers(true)
        .get();
      return row;
    },
    async write({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ');
      const insert = handle.prepare(
        `insert into "${name}" (${columns.map((column) => quote(column.name))}) values (${places})`,
      );
      handle.transaction(() => {
        for (const row of rows) insert.run(...row);
      })();
    },
    async close() {
      handle.close();
    },
  };
}

function selectFrom({ name, columns, key }: Table, after: CopiedRow | undefined): string {
  const keys = key.map(quote).join(', ');
  const from = after ? ` where (${keys}) > (${key.map(() => '?').join(', ')})` : '';
  const all = columns.map((column) => quote(column.name)).join(', ');
  return `select ${all} from "${name}"${from} order by ${keys} limit ${BATCH_ROWS}`;
}

const quote = (name: string): string => `"${name}"`;

/** SQLite stores any value in any column, so each is checked against the type of its column. */
function cellOf(table: Table, { name, type }: CopiedColumn, value: unknown): Cell {
  if (value === null) return null;
  if (type === 'text' && typeof value === 'string') return value;
  if (type === 'integer' && typeof value === 'bigint') return value;
  if (type === 'real' && typeof value === 'number') return value;
  throw new CommandFailure(
    `A value of ${table.name}.${name} is not of the type of its column (${type}). The data was changed by something else.`,
  );
}

const sizeOf = (row: CopiedRow): number =>
  row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
