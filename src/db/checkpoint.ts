import type { StatementCache } from './statement-cache.ts';

/**
 * So many pages (of 4 KiB) of the log are moved to the file together. At each time the main thread waits for the disk
 * (decision 20), and a page that changed often is moved once.
 */
const CHECKPOINT_PAGES = 4000;

/**
 * Moves the log into the file once it is long (decision 40). SQLite would do so by itself, and tell nobody when the file could
 * not be synced: the next time, it takes pages for written that an earlier, partial move has left to the disk, and a power cut
 * then leaves a damaged file.
 * @throws when a sync failed: nothing may be moved any more, and what is in the log is safe there
 */
export function checkpointIfDue(statements: StatementCache): void {
  try {
    const state = statements.get('pragma wal_checkpoint(noop)').get();
    const { log, checkpointed } = Object(state);
    if (!(log >= CHECKPOINT_PAGES && checkpointed < log)) return;
    statements.get('pragma wal_checkpoint(passive)').get();
  } catch (error) {
    // What else keeps it, such as a full disk, is tried again after the next commit.
    if (isFailedSync(error)) throw error;
  }
}

/** Returns whether SQLite could not sync a file or a directory: what it wrote there before may be lost. */
export const isFailedSync = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC');
