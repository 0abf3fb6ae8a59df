// Data moves from one engine to the other, killed at any moment, without losing or doubling a row.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { openDatabase } from '#db/open.ts';
import { fileKey } from '#files/files.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { type Engine, forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { otherPlace, rowsOf, type Storage } from '../../../test/support/moved-storage.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';

const KILLS = IS_DEEP ? 50 : 4;
const PUBLIC = { FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' };
/** Texts that the engines would sort, cut or convert in different ways, if they were let. */
const ODD = [
  'ä',
  'a',
  'B',
  'Z',
  '_',
  '-',
  ' a',
  'a ',
  '😀',
  '\ufffd',
  '\u001f',
  "'",
  '"',
  '\\N',
  'NULL',
  '1e3',
];

/**
 * Starts the command in a process of its own, and kills it a moment after it has told of its first rows, or at any
 * moment of its life.
 * @returns whether it was done before
 */
async function runAndKill(
  env: NodeJS.ProcessEnv,
  to: string,
  when: 'rows' | 'any',
): Promise<boolean> {
  const args = ['src/cli.ts', 'migrate-storage', '--to', to, '--yes', '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = (most: number) => setTimeout(() => child.kill('SIGKILL'), randomInt(most));
  const timer = when === 'any' ? kill(3000) : undefined;
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said === '' && when === 'rows') kill(30);
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  assert.ok(code === 0 || signal === 'SIGKILL', said);
  return code === 0;
}

/** Adds rows in several batches, and values at the edges of their types. */
async function addOddRows(storage: Storage): Promise<void> {
  const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  await db.transaction(async (tx) => {
    const names = [
      ...ODD,
      ...Array.from({ length: 6000 }, (_, i) => `row ${i} ${ODD[i % ODD.length]}`),
    ];
    for (const name of names) {
      await tx
        .insertInto('deployment')
        .values({ name, value: name.repeat(3) })
        .execute();
    }
    await tx
      .insertInto('leases')
      .values({ name: 'largest', holder: '', expires_at: Number.MAX_SAFE_INTEGER })
      .execute();
  });
  await db.close();
}

/** Moves data and is killed, again and again; what arrived whole in spite of it is compared. */
async function moveKilled(
  t: TestContext,
  engine: Engine,
  { storage, before }: { readonly storage: Storage; readonly before: unknown },
): Promise<{ readonly to: string; readonly there: Storage }> {
  const env = { ...process.env, ...envOf(storage) };
  let place = await otherPlace(t, engine);
  let isDone = false;
  for (let kill = 0; kill < KILLS; kill += isDone ? 0 : 1) {
    if (isDone) {
      assert.deepEqual(await rowsOf(place.storage), before);
      place = await otherPlace(t, engine);
    }
    isDone = await runAndKill(env, place.to, kill % 2 === 0 ? 'any' : 'rows');
  }
  return { to: place.to, there: place.storage };
}

forEachEngine((engine) => {
  test(`killed ${KILLS} times while it moves, the data arrives whole, and a service goes on with it`, async (t) => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage, env: PUBLIC });
    for (const name of ['ada', 'grace']) await instance.addUser(name);
    const token = await instance.adminToken();
    const users = await instance.request('GET', '/scim/v2/Users', { token });
    await instance.services.chains.linkPending();
    await instance.close();
    await addOddRows(storage);
    const key = fileKey('abc', '01990000-0000-7000-8000-00000000000f');
    await addFile(storage, key, 'a signature');
    const before = await rowsOf(storage);

    const { to, there } = await moveKilled(t, engine, { storage, before });
    const half = await commandLine(envOf(there))('user', 'list');
    assert.equal(half.code, 1);
    assert.match(half.stderr, /Data is being moved into this storage, and not all of it is here/);
    const { stdout } = await commandLine(envOf(there))('doctor');
    assert.match(stdout, /data is being moved into this storage, and not all of it is here/);
    const moved = await commandLine(envOf(storage))(
      'migrate-storage',
      '--to',
      to,
      '--yes',
      '--json',
    );
    assert.equal(moved.code, 0, moved.stderr);
    assert.equal(moved.json('isResumed'), true);
    const same = await commandLine(envOf(storage))('migrate-storage', '--to', to, '--yes');
    assert.match(same.stdout, /Every table is equal by count and hash/, same.stderr);
    assert.deepEqual(await rowsOf(there), before);
    assert.deepEqual(await rowsOf(storage), before, 'the source is as it was');
    if (engine.name === 'postgres') {
      assert.equal(
        readFileSync(join(there.dataDir, 'files', ...key.split('/')), 'utf8'),
        'a signature',
      );
    }

    const masterKey =
      envOf(storage)['FORMSTEAD_MASTER_KEY'] ??
      readFileSync(join(storage.dataDir, 'master.key'), 'utf8');
    const again = await startInstance(engine, {
      storage: there,
      env: { ...PUBLIC, FORMSTEAD_MASTER_KEY: masterKey.trim() },
      account: instance.account,
    });
    assert.deepEqual((await again.request('GET', '/scim/v2/Users', { token })).body, users.body);
    await again.addUser('edsger');
    const record = await again.services.chains.verify(instance.account.accountId);
    assert.deepEqual([record.intact, record.checked > 2], [true, true]);
    await again.close();
    const twice = await commandLine(envOf(storage))('migrate-storage', '--to', to, '--yes');
    assert.equal(twice.code, 1);
    assert.match(twice.stderr, /Stop it first|holds data already, and nothing is overwritten/);
  });

  test('it moves nothing while a service runs, without a yes, or to where data is', async (t) => {
    const storage = await engine.fresh('any');
    const { to, storage: there } = await otherPlace(t, engine);
    const formstead = commandLine(envOf(storage), { stdin: 'no\n' });
    assert.equal((await formstead('setup', '--account', 'A', '--user-name', 'a')).code, 0);
    const refused = async (expected: RegExp, ...argv: readonly string[]): Promise<void> => {
      const { code, stdout, stderr } = await formstead('migrate-storage', ...argv);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, expected);
    };
    await refused(/Type yes to begin: Nothing was done\.\n$/, '--to', to);
    const unasked = await commandLine(envOf(storage))('migrate-storage', '--to', to);
    assert.match(unasked.stderr, /Nothing was done\. Where nobody can be asked, give --yes\.\n$/);
    await refused(/Give the target as postgres:/, '--to', '/var/lib/formstead');
    const same = storage.databaseUrl ?? `sqlite:${storage.dataDir}`;
    await refused(/The data is in (SQLite|PostgreSQL) already/, '--to', same);
    const planned = await formstead('migrate-storage', '--to', to, '--dry-run');
    assert.match(planned.stdout, /^All data is copied from .* to .*, which must be empty/);
    assert.doesNotMatch(planned.stdout, /:\w+@/);

    const node = await startInstance(engine, { storage });
    if (engine.name === 'sqlite') {
      // A test has no lock of its own: only the command `serve` takes it.
      const serving = new SqliteDatabase(join(storage.dataDir, 'serving.lock'));
      serving.exec('begin exclusive');
      await refused(
        /uses .*\. Stop it first, or start it with FORMSTEAD_READ_ONLY=on: what it writes meanwhile/,
        '--to',
        to,
        '--yes',
      );
      serving.close();
    } else {
      await refused(/other connections?:.*Stop it first/, '--to', to, '--yes');
    }
    await node.close();
    await fill(there);
    await refused(/holds data already, and nothing is overwritten/, '--to', to, '--yes');
  });

  test('a source that changed between two attempts is told, and not taken for equal', async (t) => {
    const storage = await engine.fresh('any');
    const { to, storage: there } = await otherPlace(t, engine);
    const formstead = commandLine(envOf(storage));
    assert.equal((await formstead('setup', '--account', 'A', '--user-name', 'a')).code, 0);
    await addOddRows(storage);
    const env = { ...process.env, ...envOf(storage) };
    assert.equal(await runAndKill(env, to, 'rows'), false);
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    await db.reader.updateTable('accounts').set({ name: 'Renamed' }).execute();
    await db.close();
    const again = await formstead('migrate-storage', '--to', to, '--yes');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /The table accounts is not equal in the target/);
    const opened = openDatabase({ ...there, clock: systemClock, random: systemRandom });
    await assert.rejects(opened, /Data is being moved into this storage/);
  });
});

/** Adds a file of an export, in the data and in the folder of files. */
async function addFile(storage: Storage, key: string, text: string): Promise<void> {
  const path = join(storage.dataDir, 'files', ...key.split('/'));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  const { id } = await db.reader.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const never = Number.MAX_SAFE_INTEGER;
  const row = {
    id: 'x',
    form_id: 'x',
    field_name: 'x',
    file_name: 'x',
    content_type: 'x',
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  const at = { created_by: 'x', created_at: 0, check_at: never };
  await db.reader
    .insertInto('attachments')
    .values({ account_id: id, ...row, ...at, size: text.length, storage_key: key })
    .execute();
  await db.close();
}

/** Puts something into a storage: data of Formstead into a file, and a table of another program into a server. */
async function fill({ dataDir, databaseUrl }: Storage): Promise<void> {
  if (databaseUrl === undefined) {
    const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
    assert.equal((await formstead('setup', '--account', 'B', '--user-name', 'b')).code, 0);
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table notes (text text)');
  await client.end();
}
