// Runs in a worker thread: moves SQLite's log into the database file, which waits for the disk.
import { parentPort, workerData } from 'node:worker_threads';
import { openWriter } from './sqlite-handles.ts';

export type MoveResult =
  | { readonly done: true }
  | { readonly error: string; readonly code: string | undefined };

const handle = openWriter(String(workerData));

parentPort?.on('message', (order: 'move' | 'close') => {
  if (order === 'move') {
    parentPort?.postMessage(move());
    return;
  }
  handle.close();
  parentPort?.close();
});

function move(): MoveResult {
  try {
    handle.pragma('wal_checkpoint(passive)');
    return { done: true };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { error: error instanceof Error ? error.message : String(error), code };
  }
}
