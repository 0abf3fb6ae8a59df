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
  // Two syncs of one descriptor at a time would share what is said of an error: one of them would hear that all is well.
  const opened: number[] = [];
  const idle: number[] = [];
  let running = 0;
  let isFinished = false;
  // It exists from the first commit on, and is not replaced while a connection is open.
  const open = (): number => {
    const file = openSync(`${handle.name}-wal`, 'r+');
    opened.push(file);
    return file;
  };
  const shut = (): void => {
    if (!isFinished || running > 0) return;
    for (const file of opened.splice(0)) close(file, () => undefined);
  };
  return {
    run() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      running += 1;
      const file = idle.pop() ?? open();
      fdatasync(file, (error) => {
        running -= 1;
        idle.push(file);
        shut();
        if (error) reject(error);
        else resolve();
      });
      return promise;
    },
    finish() {
      isFinished = true;
      if (opened.length > 0) fdatasyncSync(idle[0] ?? open());
      shut();
    },
  };
}
