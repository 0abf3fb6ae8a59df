// An SQLite file with the rows of one archive, where they are checked before the first of them reaches the storage.
import SqliteDatabase from 'better-sqlite3';
import { makeEmpty } from '#commands/backup/copy-database.ts';
import type { Cell, CopiedRow, Table } from '#commands/rows/rows.ts';
import { tablesOf } from '#commands/rows/sqlite-tables.ts';
import { CommandFailure } from '#commands/shell/failures.ts';

export interface Staging {
  /** The path of the file. */
  readonly file: string;
  readonly tables: readonly Table[];
  readonly handle: SqliteDatabase.Database;
  /** Returns a function that adds a row to a table. @throws CommandFailure, from that function, if it does not fit */
  inserter(table: Table): (row: CopiedRow, where: string) => void;
  /** Returns a function that sets columns of the row with a key, and returns how many rows have it. */
  updater(
    table: Table,
    columns: readonly string[],
  ): (values: Readonly<Record<string, Cell>>) => number;
  /** Runs `work` in a transaction, without which each row would be synced to the disk. */
  together<T>(work: () => Promise<T>): Promise<T>;
  /** @throws CommandFailure if a row refers to one that is not there */
  requireWhole(): void;
  close(): void;
}

export async function openStaging(folder: string, now: number): Promise<Staging> {
  const file = await makeEmpty(folder, now);
  const handle = new SqliteDatabase(file);
  handle.pragma('foreign_keys = off');
  handle.pragma('synchronous = off');
  const tables = tablesOf(handle);
  return {
    ...{ file, tables, handle },
    inserter({ name, columns }) {
      const names = columns.map((column) => `"${column.name}"`);
      const places = columns.map(() => '?');
      const insert = handle.prepare(`insert into "${name}" (${names}) values (${places})`);
      return (row, where) => {
        try {
          insert.run(...row);
        } catch (cause) {
          if (!isConstraint(cause)) throw cause;
          throw new CommandFailure(`${where} does not fit: ${cause.message}.`, { cause });
        }
      };
    },
    updater({ name, key }, columns) {
      const set = columns.map((column) => `"${column}" = @${column}`);
      const of = key.map((column) => `"${column}" = @${column}`).join(' and ');
      const update = handle.prepare(`update "${name}" set ${set} where ${of}`);
      return (values) => update.run(values).changes;
    },
    async together(work) {
      handle.exec('begin');
      const result = await work();
      handle.exec('commit');
      return result;
    },
    requireWhole() {
      const fault = handle
        .prepare<[], { table: string; parent: string }>(
          'select "table", parent from pragma_foreign_key_check',
        )
        .get();
      if (fault === undefined) return;
      throw new CommandFailure(
        `A row of ${fault.table} in the archive refers to one of ${fault.parent} that is not in it.`,
      );
    },
    close: () => void handle.close(),
  };
}

const isConstraint = (error: unknown): error is Error =>
  error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
