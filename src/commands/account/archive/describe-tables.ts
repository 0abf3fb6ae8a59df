import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { makeEmpty } from '#commands/backup/copy-database.ts';
import type { Table } from '#commands/rows/rows.ts';
import { tablesOf } from '#commands/rows/sqlite-tables.ts';

/** Returns the tables of this version, which are the same on both engines, parents before their children. */
export async function describeTables(): Promise<readonly Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-tables-'));
  try {
    const handle = new SqliteDatabase(await makeEmpty(folder, 0), { readonly: true });
    try {
      return tablesOf(handle);
    } finally {
      handle.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
