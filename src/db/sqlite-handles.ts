import SqliteDatabase from 'better-sqlite3';

/**
 * Opens the connection that writes, one transaction at a time. Commits are durable, unless the caller lowers
 * `synchronous` and syncs the log itself. Pages are cached and not memory-mapped, because every page ever read of a
 * mapped file counts as memory of the process.
 */
export function openWriter(file: string): SqliteDatabase.Database {
  // A command that closes the database as its last user has it locked meanwhile.
  const handle = new SqliteDatabase(file, { timeout: OPENING_MS });
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  // See checkpoint.ts.
  handle.pragma('wal_autocheckpoint = 0');
  handle.pragma('foreign_keys = ON');
  handle.pragma('cache_size = -65536');
  handle.pragma('temp_store = MEMORY');
  // From here on, a wait would block the thread.
  handle.pragma('busy_timeout = 0');
  return handle;
}

const OPENING_MS = 5000;

/**
 * Opens a connection that only reads and never waits for the writer (WAL). Pages are cached and not memory-mapped:
 * after each commit of the writer, SQLite would unmap the whole file at the next read.
 */
export function openReader(file: string): SqliteDatabase.Database {
  const handle = new SqliteDatabase(file, { readonly: true, timeout: 1000 });
  handle.pragma('cache_size = -65536');
  handle.pragma('temp_store = MEMORY');
  return handle;
}

/** Opens a reader, memory-mapped, for queries that read more of the file than a cache holds. */
export function openScanner(file: string): SqliteDatabase.Database {
  const handle = openReader(file);
  handle.pragma('mmap_size = 268435456');
  return handle;
}
