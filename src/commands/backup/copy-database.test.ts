import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { digestTables } from '#commands/rows/copy-rows.ts';
import { sqliteRows } from '#commands/rows/sqlite-rows.ts';
import { tablesOf } from '#commands/rows/sqlite-tables.ts';
import { makeEmpty } from './copy-database.ts';

test('a copy begins without a row, so that it takes every row of what is copied', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-empty-'));
  t.after(() => rm(folder, { recursive: true }));
  const handle = new SqliteDatabase(await makeEmpty(folder, 0), { readonly: true });
  t.after(() => handle.close());
  const digests = await digestTables(sqliteRows(handle), tablesOf(handle));
  const filled = Object.entries(digests).filter(([, { rows }]) => rows > 0);
  assert.deepEqual(
    filled.map(([name]) => name),
    ['migrations'],
  );
});
