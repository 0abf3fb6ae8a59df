import SqliteDatabase from 'better-sqlite3';

/**
 * The connection that writes: durable to the disk at each commit, unless whoever takes it sees to that, one transaction
 * at a time. Its pages are cached and not mapped: of a mapped file all that was ever read counts as the process's memory.
 */
export function openWriter(file: string): SqliteDatabase.Database {
  // A command that was the last to use the database has it for itself while it closes it.
  const handle = new SqliteDatabase(file, { timeout: OPENING_MS });
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  // See checkpoint.ts.
  handle.pragma('wal_autocheckpoint = 0');
  handle.pragma('foreign_keys = ON');
  handle.pragma('cache_size = -65536');
  handle.pragma('temp_store = MEMORY');
  // From now on whoever waits would hold up the thread.
  handle.pragma('busy_timeout = 0');
  return handle;
}

const OPENING_MS = 5000;

/**
 * A connection that only reads and never waits for the writer (WAL). Its pages are cached and not
 * mapped: after each commit of the writer SQLite would unmap the whole file at the next read.
 */
export function openReader(file: string): SqliteDatabase.Database {
  const handle = new SqliteDatabase(file, { readonly: true, timeout: 1000 });
  handle.pragma('cache_size = -65536');
  handle.pragma('temp_store = MEMORY');
  return handle;
}

/** The same for queries that read so much of the file that a cache would not hold it. */
export function openScanner(file: string): SqliteDatabase.Database {
  const handle = openReader(file);
  handle.pragma('mmap_size = 268435456');
  return handle;
}
