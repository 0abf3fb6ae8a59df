import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { createWalSync } from './wal-sync.ts';

test('the file is opened at the first commit, and never again, when descriptors may have run out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-wal-'));
  const handle = new SqliteDatabase(join(folder, 'test.db'));
  handle.exec('pragma journal_mode = wal; create table kept (name text)');
  const wal = createWalSync(handle);
  wal.open();
  const next = lowestFree(folder);
  const sync = wal.run();
  wal.open();
  assert.equal(lowestFree(folder), next);
  await sync;
  wal.close();
  handle.close();
  rmSync(folder, { recursive: true });
});

/** POSIX open(2): a new descriptor is the lowest that is free. */
function lowestFree(folder: string): number {
  const file = openSync(folder, 'r');
  closeSync(file);
  return file;
}
