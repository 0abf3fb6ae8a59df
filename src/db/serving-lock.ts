import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { makeFolder } from '#kernel/make-folder.ts';

/** An empty file in the data directory, which exists only to be locked. */
const FILE_NAME = 'serving.lock';

/** `read`: together with others that only read. `write`: alone. */
export type ServingUse = 'read' | 'write';

/** Another server uses the data directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/**
 * Locks a data directory with SQLite against a second server: both would write, and each would answer from cached pages
 * that the other has changed. The lock is SQLite's own, on a separate file. The kernel holds it for the life of the
 * process (fcntl(2)) and releases it however the process ends. A file with a process id would not do, because in a
 * container the id is always 1. Commands take no lock and may run beside the server, except a move of the data, which
 * reads like a node that only reads.
 * @returns a function that releases the lock
 * @throws DataDirInUse
 */
export function lockForServing(dataDir: string, use: ServingUse = 'write'): () => void {
  makeFolder(dataDir);
  const handle = new SqliteDatabase(join(dataDir, FILE_NAME), {
    timeout: use === 'read' ? PATIENCE_MS : 0,
  });
  try {
    take(handle, use);
  } catch (cause) {
    handle.close();
    const isHeld =
      cause instanceof SqliteDatabase.SqliteError && cause.code.startsWith('SQLITE_BUSY');
    if (!isHeld) throw cause;
    throw new DataDirInUse(whyInUse(dataDir, use), { cause });
  }
  return () => void handle.close();
}

/** A server that asks for the lock in vain keeps readers out for a moment. */
const PATIENCE_MS = 1000;

function take(handle: SqliteDatabase.Database, use: ServingUse): void {
  if (use === 'write') {
    handle.exec('begin exclusive');
    return;
  }
  handle.exec('begin');
  // The shared lock is taken with the first read.
  handle.prepare('select count(*) from sqlite_master').get();
}

function whyInUse(dataDir: string, use: ServingUse): string {
  if (use === 'write' && isOnlyRead(dataDir)) {
    return `The data in ${dataDir} is being moved, or is served by a node that only reads (FORMSTEAD_READ_ONLY=on): what this server wrote would be missing in the copy. Wait until the move is done, and stop that node.`;
  }
  return (
    `Another server already serves ${dataDir}. Stop it first, or set FORMSTEAD_DATA_DIR to another directory. ` +
    'Several servers together need PostgreSQL: set FORMSTEAD_DATABASE_URL.'
  );
}

/** Returns whether all who hold the lock only read, so that one more could. */
function isOnlyRead(dataDir: string): boolean {
  try {
    lockForServing(dataDir, 'read')();
    return true;
  } catch {
    return false;
  }
}
