// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sqliteFile } from '#db/open-sqlite.ts';
import { commandLine, folder } from '../../../test/support/command-line.ts';

/** Prepares a backup, its master key, and an empty directory to restore into. */
async function prepare(t: TestContext) {
  const [home, dataDir] = [await folder(t), await folder(t)];
  const source = commandLine({ FORMSTEAD_DATA_DIR: home });
  const made = await source('setup', '--account', 'Acme', '--user-name', 'admin', '--json');
  const file = join(home, 'backup.db');
  assert.equal((await source('backup', '--to', file)).code, 0);
  const masterKey = await readFile(join(home, 'master.key'), 'utf8');
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  return { home, dataDir, file, masterKey, made, formstead };
}

test('a directory that has data, or a service on it, is left alone', async (t) => {
  const { home, dataDir, file, masterKey, formstead } = await prepare(t);
  const before = readFileSync(sqliteFile(home));
  const there = await commandLine({ FORMSTEAD_DATA_DIR: home })('restore', '--from', file);
  assert.equal(there.code, 1);
  assert.match(there.stderr, /There is data already: .*formstead\.db\. Stop the service/);
  assert.ok(readFileSync(sqliteFile(home)).equals(before));
  await writeFile(join(dataDir, 'master.key'), masterKey);
  await writeFile(`${sqliteFile(dataDir)}-wal`, '');
  const running = await formstead('restore', '--from', file);
  assert.equal(running.code, 1);
  assert.match(running.stderr, /formstead\.db-wal/);
});

test('without the right master key nothing is restored, and it says which one is needed', async (t) => {
  const { dataDir, file, masterKey, formstead } = await prepare(t);
  const missing = await formstead('restore', '--from', file);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /wrapped by the master key [\w-]{8}, which is not here/);
  assert.match(missing.stderr, /Put the right one into .*master\.key or FORMSTEAD_MASTER_KEY/);
  await writeFile(join(dataDir, 'master.key'), Buffer.alloc(32, 'another').toString('base64'));
  const wrong = await formstead('restore', '--from', file);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /wrapped by another master key \([\w-]{8}, this one is [\w-]{8}\)/);
  assert.deepEqual(readdirSync(dataDir), ['master.key']);
  const given = commandLine({
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_MASTER_KEY: masterKey.trim(),
  });
  assert.equal((await given('restore', '--from', file)).code, 0);
  assert.equal((await given('user', 'list')).code, 0);
});

test('when the master key is lost, everything but the keys is restored', async (t) => {
  const { dataDir, file, made, formstead } = await prepare(t);
  const { code, json } = await formstead('restore', '--from', file, '--discard-keys', '--json');
  assert.deepEqual([code, json('masterKeys')], [0, []]);
  assert.equal(
    (await formstead('user', 'show', 'admin', '--json')).json('id'),
    made.json('userId'),
  );
  const keys = await formstead('keys', 'list', '--json');
  assert.equal(keys.json('length'), 2);
  assert.ok(existsSync(join(dataDir, 'master.key')));
});

test('what is no sound backup is refused, and the directory stays empty', async (t) => {
  const { home, dataDir, file, masterKey, formstead } = await prepare(t);
  const size = readFileSync(file).length;
  const variants: readonly [string, (path: string) => Promise<void> | void, RegExp][] = [
    ['missing', () => undefined, /can't be read \(ENOENT\)/],
    ['folder', (path) => mkdir(path), /is not a file/],
    ['empty', (path) => writeFile(path, ''), /not a backup of Formstead/],
    [
      'text',
      (path) => writeFile(path, 'once upon a time '.repeat(100)),
      /not a backup of Formstead/,
    ],
    ['other', makeOther, /not a backup of Formstead/],
    [
      'short',
      async (path) => writeFile(path, (await readFile(file)).subarray(0, size - 8192)),
      /damaged/,
    ],
    ['holes', (path) => overwrite(path, size), /damaged/],
    ['newer', (path) => addMigration(path), /newer version of Formstead \(it has 20990101-later\)/],
    ['live', (path) => writeFile(`${path}-wal`, 'x'), /in use by a service or was copied from one/],
  ];
  await writeFile(join(dataDir, 'master.key'), masterKey);
  for (const [name, spoil, expected] of variants) {
    const path = join(home, name);
    if (['holes', 'newer', 'live'].includes(name)) await copyFile(file, path);
    await spoil(path);
    const { code, stdout, stderr } = await formstead('restore', '--from', path);
    assert.deepEqual([code, stdout], [1, ''], name);
    assert.match(stderr, expected, name);
    assert.deepEqual(readdirSync(dataDir), ['master.key'], name);
  }
  assert.equal((await formstead('restore', '--from', file)).code, 0);
});

function makeOther(path: string): void {
  const db = new SqliteDatabase(path);
  db.exec('create table notes (text)');
  db.close();
}

function addMigration(path: string): void {
  const db = new SqliteDatabase(path);
  db.exec("insert into migrations (name, at) values ('20990101-later', 0)");
  db.close();
}

/** Overwrites pages with zeros, as a bad disk returns them. */
function overwrite(path: string, size: number): void {
  const page = 4096;
  const file = openSync(path, 'r+');
  for (let at = page * 4; at < size; at += page * 3)
    writeSync(file, Buffer.alloc(page), 0, page, at);
  closeSync(file);
}
