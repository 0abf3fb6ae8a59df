// Runs in a worker thread with a read-only connection: queries that must scan, so that the main thread keeps answering.
// better-sqlite3 has no interrupt, so `within_deadline(column)`, called for one row in 64, throws when the time is up.
import { parentPort, workerData } from 'node:worker_threads';
import { openScanner } from './sqlite-handles.ts';

export interface ScanJob {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** How long the query may run, in milliseconds. */
  readonly budgetMs: number;
}

export type ScanResult =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly late: true }
  | { readonly id: number; readonly error: string; readonly code: string | undefined };

const handle = openScanner(String(workerData));
let deadline = 0;

handle.function('within_deadline', { varargs: true }, () => {
  if (performance.now() > deadline) throw new Error(LATE);
  return 1;
});

const LATE = 'deadline exceeded';

parentPort?.on('message', (job: ScanJob) => {
  deadline = performance.now() + job.budgetMs;
  parentPort?.postMessage(answer(job));
});

function answer(job: ScanJob): ScanResult {
  try {
    return { id: job.id, rows: handle.prepare(job.sql).all(job.parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes(LATE)) return { id: job.id, late: true };
    // An error loses its code when it is sent to another thread, and the receiver needs the code.
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { id: job.id, error: message, code };
  }
}
