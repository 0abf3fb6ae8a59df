import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** An empty file in the data directory, which exists only to be locked. */
const FILE_NAME = 'serving.lock';

/** Another server uses the data directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/**
 * Locks a data directory with SQLite against a second server: both would write, and each would answer from cached pages
 * that the other has changed. The lock is SQLite's own, on a separate file. The kernel holds it for the life of the
 * process (fcntl(2)) and releases it however the process ends. A file with a process id would not do, because in a
 * container the id is always 1. Commands take no lock and may run beside the server.
 * @returns a function that releases the lock
 * @throws DataDirInUse
 */
export function lockForServing(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const handle = new SqliteDatabase(join(dataDir, FILE_NAME), { timeout: 0 });
  try {
    handle.exec('begin exclusive');
  } catch (cause) {
    handle.close();
    const isHeld =
      cause instanceof SqliteDatabase.SqliteError && cause.code.startsWith('SQLITE_BUSY');
    if (!isHeld) throw cause;
    throw new DataDirInUse(
      `Another server already serves ${dataDir}. Stop it first, or set FORMSTEAD_DATA_DIR to another directory. ` +
        'Several servers together need PostgreSQL: set FORMSTEAD_DATABASE_URL.',
      { cause },
    );
  }
  return () => void handle.close();
}
