// Runs in a worker thread, because `vacuum into` blocks its thread until the whole file is written. SQLite's backup call
// starts again whenever another process writes; `vacuum into` does not, and leaves out deleted data.
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

export interface CopyFailure {
  readonly message: string;
  readonly code: string | undefined;
}

/** Copies a database into an empty file. @returns undefined once it is copied */
function copy(from: string, to: string): CopyFailure | undefined {
  try {
    const source = new SqliteDatabase(from, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      source.prepare('vacuum into ?').run(to);
    } finally {
      source.close();
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { message: error.message, code: 'code' in error ? String(error.code) : undefined };
  }
}

parentPort?.postMessage(copy(String(workerData.from), String(workerData.to)));
