// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { recordLaterStep } from '../../../test/support/newer-schema.ts';
import { sharedPostgresUrl } from '../../../test/support/postgres-server.ts';

test('a damaged database is a fault, and what depends on it is not guessed', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const file = sqliteFile(dataDir);
  const handle = openSync(file, 'r+');
  for (let at = 4096 * 4; at < statSync(file).size; at += 4096 * 3) {
    writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, at);
  }
  closeSync(handle);
  const damaged = await examine(formstead);
  assert.equal(damaged.code, 1);
  assert.match(
    damaged.of('database'),
    /^fault: (?:the database is damaged|The database file is damaged)/,
  );
  assert.match(damaged.of('keys'), /^skipped/);
  await writeFile(file, 'not a database at all, but long enough to be taken for one'.repeat(100));
  const foreign = await examine(formstead);
  assert.match(foreign.of('database'), /^fault: This is not a Formstead database/);
  assert.equal(foreign.code, 1);
});

const MIGRATIONS = migrations.map(({ name }) => name).join(', ');

forEachEngine((engine) => {
  test('a schema behind is a warning, one ahead a fault', async () => {
    const storage = await engine.fresh();
    const formstead = commandLine(envOf(storage));
    if (storage.databaseUrl === undefined)
      new SqliteDatabase(sqliteFile(storage.dataDir))
        .exec('create table t (a); drop table t')
        .close();
    const behind = await examine(formstead);
    assert.equal(behind.code, 0);
    assert.match(
      behind.of('database'),
      new RegExp(`warning: the schema lacks ${MIGRATIONS} -> the next start adds them`),
    );
    await formstead('migrate');
    assert.match((await examine(formstead)).of('database'), /ok: the schema is up to date/);
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    await recordLaterStep(db.reader, '20990101-later', '0.0.1');
    const beside = await examine(formstead);
    assert.equal(beside.code, engine.name === 'postgres' ? 0 : 1);
    assert.match(
      beside.of('database'),
      engine.name === 'postgres'
        ? /warning: a newer version has upgraded the data \(it has 20990101-later\), and this one may still serve it/
        : /fault: the data is of a newer version/,
    );
    await recordLaterStep(db.reader, '20990102-later');
    await db.close();
    const later = await examine(formstead);
    assert.equal(later.code, 1);
    assert.match(
      later.of('database'),
      /fault: the data is of a newer version \(it has 20990101-later, 20990102-later\)/,
    );
  });
});

test('a PostgreSQL that does not answer, refuses or can not hold all text is a fault', async (t) => {
  const dataDir = await folder(t);
  const shared = new URL(await sharedPostgresUrl());
  const look = async (url: string) => {
    const found = await examine(commandLine(envOf({ dataDir, databaseUrl: url })));
    assert.equal(found.code, 1);
    assert.ok(!found.troubles.join().includes(shared.password));
    return found.of('database');
  };
  assert.match(await look('postgres://a:b@127.0.0.1:1/x'), /^fault: PostgreSQL does not answer/);
  const wrong = new URL(shared);
  wrong.password = 'wrong';
  assert.match(await look(wrong.href), /^fault: PostgreSQL refuses user or password/);
  const missing = new URL(shared);
  missing.pathname = '/nowhere';
  assert.match(await look(missing.href), /^fault: The database does not exist/);

  const name = `ascii_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: shared.href });
  await client.connect();
  t.after(() => client.end());
  await client.query(
    `create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  );
  const ascii = new URL(shared);
  ascii.pathname = `/${name}`;
  assert.match(
    await look(ascii.href),
    /^fault: the database has the encoding SQL_ASCII -> create it with encoding UTF8/,
  );
});
