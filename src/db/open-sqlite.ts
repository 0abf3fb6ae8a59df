import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { Reader } from './dialect.ts';
import { ReaderPool } from './reader-pool.ts';
import { SqliteDialect } from './sqlite-driver.ts';
import { openReader, openWriter } from './sqlite-handles.ts';
import { SqliteReads } from './sqlite-reads.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import type { Tables } from './tables.ts';
import { runTransaction } from './transaction.ts';

const SCAN_DEADLINE_MS = 2000;

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'formstead.db');
}

export function openSqlite(dataDir: string, jitter: () => number): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = sqliteFile(dataDir);
  // The directory may be one that others can enter. SQLite's -wal and -shm get the mode of this file.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const writer = openWriter(file);
  const handle = openReader(file);
  // Outside the pool rows are few and time is not limited; the function only has to exist.
  for (const each of [writer, handle]) each.function('within_deadline', { varargs: true }, () => 1);
  const turns = new SqliteWriter(writer, {
    onBegin: () => reads.release(),
    onCommit: () => reads.committed(),
  });
  const reads = new SqliteReads(handle, turns);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect(turns, reads) });
  const unawaited = new Kysely<Tables>({
    dialect: new SqliteDialect(turns, reads, 'commit-unawaited'),
  });
  const pool = new ReaderPool(file, Math.max(1, availableParallelism() - 1));
  return {
    engine: 'sqlite',
    reader: db,
    transaction: (work) => runTransaction(db, work, jitter),
    async batch(work) {
      try {
        return await work((each) => runTransaction(unawaited, each, jitter));
      } finally {
        await turns.settle();
      }
    },
    async scan<R>(
      query: { compile(): { sql: string; parameters: readonly unknown[] } },
      options = {},
    ) {
      const { sql, parameters } = query.compile();
      const { deadlineMs = SCAN_DEADLINE_MS }: { deadlineMs?: number } = options;
      return (await pool.run(sql, parameters, deadlineMs)) as R[];
    },
    async close() {
      await pool.close();
      await db.destroy();
    },
  };
}

/** A database file to look at: nothing in it, and no schema, is changed. */
export function openReadOnly(file: string): { readonly reader: Reader; close(): Promise<void> } {
  const handle = openReader(file);
  const writer = new SqliteWriter(handle);
  const reader = new Kysely<Tables>({
    dialect: new SqliteDialect(writer, new SqliteReads(handle, writer)),
  });
  return { reader, close: () => reader.destroy() };
}
