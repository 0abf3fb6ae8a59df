import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** In the data directory; empty, it is only there to be locked. */
const FILE_NAME = 'serving.lock';

/** Another server uses the data directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/**
 * Keeps a second server off a data directory with SQLite: two would write side by side and each would answer from pages
 * that the other has changed. The lock is SQLite's own on a file of its own, which the kernel holds for the life of the
 * process (fcntl(2)) and lets go at its end, however it ends. A file with a process id would be none: in a container
 * that is always 1. Commands take no lock and may run beside the server.
 * @returns what lets the lock go
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
