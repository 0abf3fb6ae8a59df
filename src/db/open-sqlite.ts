import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { ReaderPool } from './reader-pool.ts';
import { SqliteDialect } from './sqlite-driver.ts';
import { openReader, openWriter } from './sqlite-handles.ts';
import type { Tables } from './tables.ts';
import { runTransaction } from './transaction.ts';

const SCAN_DEADLINE_MS = 2000;

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'formstead.db');
}

export function openSqlite(dataDir: string, jitter: () => number): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = sqliteFile(dataDir);
  const writer = openWriter(file);
  const handle = openReader(file);
  // Outside the pool rows are few and time is not limited; the function only has to exist.
  for (const each of [writer, handle]) each.function('within_deadline', { varargs: true }, () => 1);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect(writer, handle) });
  const pool = new ReaderPool(file, Math.max(1, availableParallelism() - 1));
  return {
    engine: 'sqlite',
    reader: db,
    transaction: (work) => runTransaction(db, work, jitter),
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
