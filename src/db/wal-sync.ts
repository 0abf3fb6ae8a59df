import { close, fdatasync, openSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';

/** Syncs the log of the connection that writes. */
export interface WalSync {
  /**
   * Opens the log before a commit, unless it is open.
   * @throws Error when it can't be opened, which does not mean that the disk failed
   */
  open(): void;
  /**
   * Resolves when all commits so far are durable; one call at a time.
   * @throws Error of the disk
   */
  run(): Promise<void>;
  close(): void;
}

/**
 * With `synchronous = NORMAL`, a commit writes its pages to the -wal file and returns. It is durable once that file is
 * synced, which happens here on another thread. SQLite still syncs by itself where order matters: the header of the log
 * when it starts over, the log before a checkpoint moves its pages, and the database after it (sqlite.org/wal.html,
 * "Performance Considerations").
 */
export function createWalSync(handle: SqliteDatabase.Database): WalSync {
  handle.pragma('synchronous = NORMAL');
  let file: number | undefined;
  // The log exists once a transaction has begun, and is not replaced while a connection is open. It stays open, because
  // the process may have no descriptor left later.
  const open = (): number => {
    file ??= openSync(`${handle.name}-wal`, 'r+');
    return file;
  };
  return {
    open,
    run() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      fdatasync(open(), (error) => {
        if (error) reject(error);
        else resolve();
      });
      return promise;
    },
    close() {
      if (file !== undefined) close(file, () => undefined);
      file = undefined;
    },
  };
}
