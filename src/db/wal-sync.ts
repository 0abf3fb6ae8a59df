import { close, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';

/** Waits for the disk on behalf of a connection that writes. */
export interface WalSync {
  /** Resolves when everything committed so far is durable. @throws what the disk says */
  run(): Promise<void>;
  /** The same at once, for a connection that is about to be closed; no more after that. */
  finish(): void;
}

/**
 * With `synchronous = NORMAL` a commit writes its pages to the -wal file and goes on: it is durable once that file is,
 * which another thread waits for. SQLite still syncs by itself where order matters: the file's header when it starts
 * over, the file before a checkpoint moves its pages, the database after it (sqlite.org/wal.html, "Performance
 * Considerations").
 */
export function createWalSync(handle: SqliteDatabase.Database): WalSync {
  handle.pragma('synchronous = NORMAL');
  let file: number | undefined;
  let running = 0;
  let isFinished = false;
  // It exists from the first commit on, and is not replaced while a connection is open.
  const open = (): number => {
    file ??= openSync(`${handle.name}-wal`, 'r+');
    return file;
  };
  const shut = (): void => {
    if (isFinished && running === 0 && file !== undefined) close(file, () => undefined);
  };
  return {
    run() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      running += 1;
      fdatasync(open(), (error) => {
        running -= 1;
        shut();
        if (error) reject(error);
        else resolve();
      });
      return promise;
    },
    finish() {
      isFinished = true;
      if (file !== undefined) fdatasyncSync(file);
      shut();
    },
  };
}
