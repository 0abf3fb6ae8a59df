import { close, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';

/**
 * Commits that the disk works for at a time. With one, everybody else would wait for a slow disk twice; a disk that takes
 * them one by one is no slower with two.
 */
export const SYNCS_AT_ONCE = 2;

/** Waits for the disk on behalf of a connection that writes. */
export interface WalSync {
  /** Resolves when everything committed so far is durable; {@link SYNCS_AT_ONCE} may run. @throws what the disk says */
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
  // One for each sync: of two with the same, one would hear that all is well when the disk has failed.
  const files: number[] = [];
  const idle: number[] = [];
  let isFinished = false;
  // The file exists from the first commit on, and is not replaced while a connection is open. All at once and one more, for
  // the end: later there may be none left, which must not pass for a failure of the disk.
  const open = (): void => {
    while (files.length <= SYNCS_AT_ONCE) files.push(openSync(`${handle.name}-wal`, 'r+'));
    idle.push(...files);
  };
  const take = (): number => {
    if (files.length === 0) open();
    const file = idle.pop();
    if (file === undefined) throw new Error('the disk is asked for too much at a time');
    return file;
  };
  const shut = (): void => {
    if (!isFinished || idle.length < files.length) return;
    for (const file of files.splice(0)) close(file, () => undefined);
  };
  return {
    run() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const file = take();
      fdatasync(file, (error) => {
        idle.push(file);
        shut();
        if (error) reject(error);
        else resolve();
      });
      return promise;
    },
    finish() {
      isFinished = true;
      const [file] = idle;
      if (file !== undefined) fdatasyncSync(file);
      shut();
    },
  };
}
