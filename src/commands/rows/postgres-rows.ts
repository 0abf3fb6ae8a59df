import type { Client } from 'pg';
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

const TYPES = { text: 'text', integer: 'bigint', real: 'double precision' } as const;

/** Leaves every value as the text that PostgreSQL sends, because whole numbers may be beyond 2^53. */
export const AS_TEXT = { getTypeParser: () => (value: string) => value };

/**
 * Reads and writes the rows of a PostgreSQL database. A reader begins a transaction before, so that it sees one moment.
 * @param client opened with {@link AS_TEXT}; closing the rows ends it
 */
export function postgresRows(client: Client): RowTarget {
  let limit = BATCH_ROWS;
  return {
    async read(table, after) {
      const { text, values } = selectFrom(table, after, limit);
      const { rows } = await client.query<(string | null)[]>({ text, values, rowMode: 'array' });
      const found = rows.map((row) => table.columns.map((column, i) => cellOf(column, row[i])));
      const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 1);
      // The next batch is as large as this one makes likely.
      limit = Math.min(BATCH_ROWS, Math.max(1, Math.floor((rows.length * BATCH_BYTES) / bytes)));
      return found;
    },
    async count({ name }) {
      const { rows } = await client.query({ text: `select count(*) from "${name}"` });
      return Number(rows[0]?.count);
    },
    async lastKey(table) {
      const keys = orderOf(table);
      const { rows } = await client.query<(string | null)[]>({
        text: `select ${table.key.map(quote)} from "${table.name}" order by ${keys.map((key) => `${key} desc`)} limit 1`,
        rowMode: 'array',
      });
      return rows[0] && keyColumns(table).map((column, i) => cellOf(column, rows[0]?.[i]));
    },
    async write(table, rows) {
      const { name, columns } = table;
      const values = columns.map((column, i) => rows.map((row) => textOf(table, column, row[i])));
      const sources = columns.map(({ type }, i) => `$${i + 1}::${TYPES[type]}[]`);
      const names = columns.map((column) => quote(column.name));
      // One statement is one transaction.
      await client.query(
        `insert into "${name}" (${names}) select * from unnest(${sources.join(', ')})`,
        values,
      );
    },
    close: () => client.end(),
  };
}

function selectFrom(table: Table, after: CopiedRow | undefined, limit: number) {
  const order = orderOf(table).join(', ');
  const all = table.columns.map((column) => quote(column.name)).join(', ');
  const values = (after ?? []).map((cell) => (cell === null ? null : String(cell)));
  const places = keyColumns(table).map(({ type }, i) => `$${i + 1}::${TYPES[type]}`);
  const from = after ? ` where (${order}) > (${places.join(', ')})` : '';
  return {
    text: `select ${all} from "${table.name}"${from} order by ${order} limit ${limit}`,
    values,
  };
}

const quote = (name: string): string => `"${name}"`;

const keyColumns = ({ columns, key }: Table): readonly CopiedColumn[] =>
  key.flatMap((name) => columns.filter((column) => column.name === name));

/** Orders text as SQLite does, by code points. */
const orderOf = (table: Table): readonly string[] =>
  keyColumns(table).map(
    ({ name, type }) => `${quote(name)}${type === 'text' ? ' collate "C"' : ''}`,
  );

function cellOf({ type }: CopiedColumn, value: string | null | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'integer') return BigInt(value);
  return type === 'real' ? Number(value) : value;
}

/** @throws CommandFailure for a text with a NUL character, which PostgreSQL can't store */
function textOf(table: Table, { name }: CopiedColumn, cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell);
  if (text.includes('\0')) {
    throw new CommandFailure(
      `A text in ${table.name}.${name} contains a NUL character, which PostgreSQL can't store. Find it and remove it in Formstead first.`,
    );
  }
  return text;
}

const sizeOf = (row: readonly (string | null)[]): number =>
  row.reduce((sum, cell) => sum + (cell?.length ?? 0) + 8, 0);
