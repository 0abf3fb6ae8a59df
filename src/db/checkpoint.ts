import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MoveResult } from './checkpoint-worker.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * The log is moved into the file from this number of pages (of 4 KiB) on, so that a page that changed often moves once.
 */
const CHECKPOINT_PAGES = 4000;

/**
 * Returns whether the log is long enough to be moved into the file (decision 40). SQLite would move it by itself, but
 * would not report that the file could not be synced: the next time, it assumes that pages of an earlier, partial move
 * are on the disk, and a power cut then leaves a damaged file.
 */
export function isLogLong(statements: StatementCache): boolean {
  const state = statements.get('pragma wal_checkpoint(noop)').get();
  const { log, checkpointed } = Object(state);
  return log >= CHECKPOINT_PAGES && checkpointed < log;
}

/**
 * Moves the log into the file, on a thread of its own: it takes as long as the disk does, often 100 ms (decision 64).
 */
export interface LogMover {
  /**
   * Moves the pages that no reader needs in the log. Nothing may be committed meanwhile, because a log that is written
   * to without a pause never starts over.
   * @throws Error with SQLite's code when the log could not be moved; see {@link isFailedSync}
   */
  move(): Promise<void>;
  close(): Promise<void>;
}

/** @param file the database; the thread starts when it is first needed */
export function createLogMover(file: string): LogMover {
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: file,
    });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    // A waiting `move` gets the error as well; without a listener, it would end the process.
    started.on('error', () => undefined);
    started.unref();
    return started;
  };
  return {
    async move() {
      worker ??= start();
      const moving = worker;
      // A process with nothing else to wait for would end meanwhile.
      moving.ref();
      const gone = new AbortController();
      const { signal } = gone;
      const answered: Promise<MoveResult[]> = once(moving, 'message', { signal });
      const ended = once(moving, 'exit', { signal }).then(() => {
        throw new Error('The thread that moves the log has ended.');
      });
      moving.postMessage('move');
      try {
        const [result] = await Promise.race([answered, ended]);
        if (result && 'error' in result) {
          throw Object.assign(new Error(result.error), { code: result.code });
        }
      } finally {
        moving.unref();
        gone.abort();
        await Promise.allSettled([answered, ended]);
      }
    },
    async close() {
      if (!worker) return;
      const ended = once(worker, 'exit');
      worker.ref();
      worker.postMessage('close');
      await ended;
    },
  };
}

/** Returns whether SQLite could not sync a file or a directory, so that its earlier writes may be lost. */
export const isFailedSync = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC');
