import { close, fdatasync, openSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';

/** Waits for the disk on behalf of a connection that writes. */
export interface WalSync {
  /** Opens the log if it is not open yet, before a commit. @throws Error when it can't, which says nothing of the disk */
  open(): void;
  /** Resolves when everything committed so far is durable; one call at a time. @throws Error from the disk */
  run(): Promise<void>;
  close(): void;
}

/**
 * With `synchronous = NORMAL`, a commit writes its pages to the -wal file and returns. The commit is durable once that
 * file is synced, which happens on another thread here. SQLite still syncs by itself where order matters: the file's
 * header when it starts over, the file before a checkpoint moves its pages, the database after it (sqlite.org/wal.html,
 * "Performance Considerations").
 */
export function createWalSync(handle: SqliteDatabase.Database): WalSync {
  handle.pragma('synchronous = NORMAL');
  let file: number | undefined;
  // The log exists once a transaction has begun, and is not replaced while a connection is open. Later, there may be no
  // descriptor left for it.
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
