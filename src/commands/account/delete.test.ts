// A deleted organisation is gone from every table and from the files, and no other one notices.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { removeUnnamed } from '#attachments/clean-up.ts';
import { findForeignSchema } from '#commands/schema/find-foreign-schema.ts';
import type { Database } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';
import { makeWholeAccounts, rowsOfAccount } from '../../../test/support/whole-account.ts';
import { describeTables } from './archive/describe-tables.ts';

const KILLS = IS_DEEP ? 50 : 3;

forEachEngine((engine) => {
  let storage: EngineInstance;
  let account: Instance['account'];
  let id: string;
  let otherId: string;
  let code: string;
  let keyFile: string;
  let archive: string;

  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    return work(db).finally(() => db.close());
  };
  const rowsOf = (of: string) => withDatabase((db) => rowsOfAccount(db, of));
  const textOf = async (of: string) =>
    JSON.stringify(
      [...(await rowsOf(of))].map(([name, rows]) => [
        name,
        rows.map((row) => JSON.stringify(row)).toSorted(),
      ]),
    );
  const keysOf = async (of: string): Promise<readonly string[]> => {
    const rows = await rowsOf(of);
    const attachments = (rows.get('attachments') ?? []).map((row) => String(row['storage_key']));
    const results = (rows.get('export_jobs') ?? []).flatMap((row) =>
      JSON.parse(String(row['files'])),
    );
    return [...attachments, ...results.map((file) => String(file.storageKey))];
  };
  const has = (key: string): boolean =>
    existsSync(join(storage.dataDir, 'files', ...key.split('/')));

  before(async () => {
    storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    ({ account } = instance);
    ({ accountId: id, otherId } = await makeWholeAccounts(instance));
    const found = await instance.services.directory.readAccount(instance.services.db.reader, id);
    code = String(found?.code);
    keyFile = join(storage.dataDir, 'passphrase.txt');
    await writeFile(keyFile, 'nine brass kettles on a shelf');
    archive = join(storage.dataDir, 'whole.tar.gz');
    const ran = await commandLine(envOf(storage))(
      ...['account', 'export', '--account', code, '--out', archive, '--key-file', keyFile],
    );
    assert.equal(ran.code, 0, ran.stderr);
    await instance.close();
  });
  const importAgain = async (): Promise<void> => {
    const ran = await commandLine(envOf(storage))(
      ...['account', 'import', archive, '--key-file', keyFile, '--yes'],
    );
    assert.equal(ran.code, 0, ran.stderr);
  };

  test('a delete says what goes, wants the code typed, and a service that is stopped', async (t) => {
    const counts = async () => {
      const rows = await rowsOf(id);
      return ['users', 'forms', 'attachments', 'secrets'].map((name) => rows.get(name)?.length);
    };
    const before = await counts();
    const typed = (stdin: string) =>
      commandLine(envOf(storage), { stdin })('account', 'delete', code, '--without-archive');
    const no = await typed('yes\n');
    assert.equal(no.code, 1);
    assert.match(no.stderr, /is deleted for good: \d+ users, .* files? of forms/);
    assert.match(
      no.stderr,
      new RegExp(`other organisation keeps.*Type ${code} to begin: Nothing`, 's'),
    );
    const wrong = await commandLine(envOf(storage))(
      'account',
      'delete',
      'acne',
      '--without-archive',
      '--yes',
    );
    assert.match(wrong.stderr, /There is no account with the code acne/);
    if (engine.name === 'sqlite') {
      const serving = new SqliteDatabase(join(storage.dataDir, 'serving.lock'));
      t.after(() => serving.close());
      serving.exec('begin exclusive');
    } else {
      const instance = await startInstance(engine, { storage, account });
      t.after(() => instance.close());
    }
    const running = await typed(`${code}\n`);
    assert.equal(running.code, 1);
    assert.match(running.stderr, /Stop it first: what it writes meanwhile would be left over/);
    assert.deepEqual(await counts(), before);
  });

  test('a deleted organisation is gone from every table and from the files, and the other one keeps every row', async (t) => {
    const [others, keys] = [await textOf(otherId), await keysOf(id)];
    assert.ok(keys.length > 1 && keys.every(has));
    const ran = await commandLine(envOf(storage), { stdin: `${code}\n` })(
      'account',
      'delete',
      code,
      '--without-archive',
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /^deleted: .*\nid: .*\nrows: .*\nfiles: +\d/);
    assert.deepEqual(await withDatabase((db) => tablesNaming(db, id)), []);
    assert.deepEqual(keys.filter(has), []);
    assert.equal(await textOf(otherId), others);
    assert.ok((await keysOf(otherId)).every(has));
    await withDatabase(async (db) => {
      assert.deepEqual(await findForeignSchema(db.reader), []);
      await assert.rejects(db.reader.deleteFrom('audit_events').execute(), /append-only/);
    });

    const instance = await startInstance(engine, { storage, account });
    t.after(() => instance.close());
    assert.equal(await instance.services.chains.countLost(), 0);
    assert.equal((await instance.services.chains.verify(otherId)).intact, true);
    await assert.rejects(instance.adminToken());
    await instance.close();
    await importAgain();
    const back = await startInstance(engine, { storage, account });
    t.after(() => back.close());
    assert.equal(
      (await back.request('GET', '/v2/formz', { token: await back.adminToken() })).status,
      200,
    );
    assert.equal(await back.services.chains.countLost(), 0);
  });

  test(`killed ${KILLS} times, a delete leaves the whole organisation or nothing but files, which the service deletes`, async () => {
    const args = ['src/cli.ts', 'account', 'delete', code, '--yes', '--without-archive'];
    const env = { ...process.env, ...envOf(storage) };
    const whole = (await rowsOf(id)).get('forms')?.length;
    let keys = await keysOf(id);
    for (let kills = 0; kills < KILLS; ) {
      const others = await textOf(otherId);
      const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), 400 + randomInt(1600));
      const [exit] = await once(child, 'close');
      clearTimeout(timer);
      assert.ok(exit === 0 || exit === null, `it ended by itself with ${exit}`);
      if (exit === null) kills += 1;
      const rows = await rowsOf(id);
      assert.equal(await textOf(otherId), others);
      if ((rows.get('users')?.length ?? 0) > 0) {
        assert.equal(rows.get('forms')?.length, whole);
        assert.ok(keys.every(has));
        continue;
      }
      const left = [...rows].flatMap(([name, found]) => (found.length > 0 ? [name] : []));
      assert.ok(
        left.every((name) => name === 'loose_files'),
        String(left),
      );
      const instance = await startInstance(engine, { storage, account });
      await removeUnnamed(instance.services);
      await instance.close();
      assert.deepEqual(keys.filter(has), []);
      assert.deepEqual(await withDatabase((db) => tablesNaming(db, id)), []);
      await importAgain();
      keys = await keysOf(id);
      assert.ok(keys.length > 1);
    }
  });
});

/** Returns the tables in which any text holds a word. */
async function tablesNaming(db: Database, word: string): Promise<readonly string[]> {
  const tables = await describeTables();
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db.reader,
    );
    if (JSON.stringify(rows).includes(word)) found.push(name);
  }
  return found;
}
