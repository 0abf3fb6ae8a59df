import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MoveResult } from './checkpoint-worker.ts';
import type { StatementCache } from './statement-cache.ts';

/** So many pages (of 4 KiB) of the log are moved to the file together: a page that changed often is moved once. */
const CHECKPOINT_PAGES = 4000;

/**
 * Returns whether the log is long enough to be moved into the file (decision 40). SQLite would do so by itself, and tell
 * nobody when the file could not be synced: the next time, it takes pages for written that an earlier, partial move has
 * left to the disk, and a power cut then leaves a damaged file.
 */
export function isLogLong(statements: StatementCache): boolean {
  const state = statements.get('pragma wal_checkpoint(noop)').get();
  const { log, checkpointed } = Object(state);
  return log >= CHECKPOINT_PAGES && checkpointed < log;
}

/** Moves the log into the file, on a thread of its own: it takes as long as the disk does, often 100 ms. */
export interface LogMover {
  /**
   * Moves what readers do not need where it is. Nothing may be committed meanwhile, or a log that is written to without a
   * pause would never begin anew.
   * @throws Error when it could not be moved, with the code of SQLite; see {@link isFailedSync}
   */
  move(): Promise<void>;
  close(): Promise<void>;
}

/** @param file the database. The thread is started when it is first needed. */
export function createLogMover(file: string): LogMover {
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: file,
    });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    // Whoever waits hears of it too; without a listener it would end the process.
    started.on('error', () => undefined);
    started.unref();
    return started;
  };
  return {
    async move() {
      worker ??= start();
      const gone = new AbortController();
      const { signal } = gone;
      const answered: Promise<MoveResult[]> = once(worker, 'message', { signal });
      const ended = once(worker, 'exit', { signal }).then(() => {
        throw new Error('The thread that moves the log has ended.');
      });
      worker.postMessage('move');
      try {
        const [result] = await Promise.race([answered, ended]);
        if (result && 'error' in result) {
          throw Object.assign(new Error(result.error), { code: result.code });
        }
      } finally {
        gone.abort();
        await Promise.allSettled([answered, ended]);
      }
    },
    async close() {
      if (!worker) return;
      const ended = once(worker, 'exit');
      worker.postMessage('close');
      await ended;
    },
  };
}

/** Returns whether SQLite could not sync a file or a directory: what it wrote there before may be lost. */
export const isFailedSync = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC');
