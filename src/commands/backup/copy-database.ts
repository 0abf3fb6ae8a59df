import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { copyTable, digestTables } from '#commands/rows/copy-rows.ts';
import { AS_TEXT, postgresRows } from '#commands/rows/postgres-rows.ts';
import type { Digest } from '#commands/rows/rows.ts';
import { sqliteRows } from '#commands/rows/sqlite-rows.ts';
import { tablesOf } from '#commands/rows/sqlite-tables.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Reader } from '#db/database.ts';
import { migrateEmpty, readSchemaState } from '#db/migrate.ts';
import { openSqlite, sqliteFile } from '#db/open-sqlite.ts';
import type { CopyFailure } from './copy-worker.ts';

/**
 * Copies an SQLite database in one read transaction, so that writers never wait and the copy is consistent. A thread of
 * its own does it: a database of 100 GB takes longer than the lease of a backup, which this thread goes on renewing.
 * @param to a new file
 * @throws Error with SQLite's code
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  await writeFile(to, '', { flag: 'wx', mode: 0o600 });
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), {
    workerData: { from, to },
  });
  const [failure]: (CopyFailure | undefined)[] = await once(worker, 'message');
  if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
}

/**
 * Copies a PostgreSQL database into a new SQLite file, as of one moment, and leaves the file in `folder`.
 * @param reader the same database, which tells its schema
 * @returns the path of the file
 * @throws CommandFailure if its schema is not that of this version
 */
export async function copyPostgres(
  url: string,
  reader: Reader,
  folder: string,
  now: number,
): Promise<string> {
  const { pending, foreign } = await readSchemaState(reader);
  if (pending.length > 0 || foreign.length > 0) {
    throw new CommandFailure(
      'The schema of the database is not that of this version of Formstead. Make the backup with the version that serves it.',
    );
  }
  const file = await makeEmpty(folder, now);
  const client = new Client({ connectionString: url, types: AS_TEXT });
  // A connection that is lost between two queries is told by the next one; without a listener it ends the process.
  client.on('error', () => undefined);
  await client.connect();
  const handle = new SqliteDatabase(file);
  try {
    await client.query('begin isolation level repeatable read read only');
    const [source, target] = [postgresRows(client), sqliteRows(handle)];
    handle.exec('delete from migrations');
    for (const table of tablesOf(handle)) await copyTable(source, target, table);
    // Otherwise a part of the data is beside the file.
    handle.pragma('journal_mode = delete');
  } finally {
    handle.close();
    await client.end();
  }
  return file;
}

/** Creates an SQLite file with the schema of this version in a folder. @returns its path */
export async function makeEmpty(folder: string, now: number): Promise<string> {
  const empty = openSqlite(folder, { jitter: () => 0 });
  try {
    await empty.transaction((tx) => migrateEmpty(tx, now));
  } finally {
    await empty.close();
  }
  return sqliteFile(folder);
}

/** Returns what each table of an SQLite file holds. */
export async function digestFile(file: string): Promise<Readonly<Record<string, Digest>>> {
  const handle = new SqliteDatabase(file, { readonly: true });
  try {
    return await digestTables(sqliteRows(handle), tablesOf(handle));
  } finally {
    handle.close();
  }
}
