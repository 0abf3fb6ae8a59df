// A server starts while a command, the last user of the database, closes it with an exclusive lock.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openSqlite, sqliteFile } from './open-sqlite.ts';

const HOLDER = `
  const Sqlite = require('better-sqlite3');
  const db = new Sqlite(process.argv[1]);
  db.pragma('locking_mode = exclusive');
  db.pragma('journal_mode = WAL');
  db.exec('create table held (id)');
  console.log('held');
  setTimeout(() => db.close(), 700);
`;

test('a database that another process has for itself is opened when that one is done', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-beside-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const holder = spawn(process.execPath, ['-e', HOLDER, sqliteFile(folder)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  const db = openSqlite(folder, { jitter: () => 0.5 });
  await sql`select id from held`.execute(db.reader);
  await db.close();
  assert.equal(holder.exitCode ?? (await once(holder, 'exit'))[0], 0);
});
