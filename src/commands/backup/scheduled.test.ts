// Backups on schedule: made by a running service, kept for as long as the settings say, and restored.
// Nightly: it makes many backups.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { AwsClient } from 'aws4fetch';
import { readBackupFault } from '#backups/index.ts';
import { readLastBackup } from '#db/last-backup.ts';
import { openDatabase } from '#db/open.ts';
import { fileKey, openBucketObjects, openFiles } from '#files/files.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock, startInstance } from '../../../test/support/instance.ts';
import { startBucket } from '../../../test/support/s3.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { backUpsOf } from './run-backup.ts';

const PASSPHRASE = 'five quiet harbours at dawn';
const HOUR_MS = 3_600_000;
/** A public key, because to stretch a passphrase takes a second. */
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const PUBLIC = { FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' };

type Storage = Pick<EngineInstance, 'dataDir' | 'databaseUrl'>;

const envFor = (storage: Storage, to: string, key = PASSPHRASE) => ({
  ...envOf(storage),
  FORMSTEAD_BACKUP_TO: to,
  FORMSTEAD_BACKUP_KEY: key,
});

const archivesIn = (path: string): readonly string[] =>
  readdirSync(path).filter((name) => name.endsWith('.tar.gz.age'));

forEachEngine((engine) => {
  test('a service makes a backup by itself, and a new service restored from it has every user', async (t) => {
    const [storage, to, elsewhere] = [await engine.fresh('any'), await folder(t), await folder(t)];
    const env = envFor(storage, to);
    const instance = await startInstance(engine, { storage, env: PUBLIC });
    t.after(() => instance.close());
    for (const name of ['ada', 'grace']) await instance.addUser(name);
    const token = await instance.adminToken();
    const users = await instance.request('GET', '/scim/v2/Users', { token });

    // What `formstead serve` runs once its schedule says so.
    const backUps = backUpsOf({ ...process.env, ...env });
    await Promise.all([backUps.backUp(), backUps.backUp()]);
    const [name = '', ...others] = archivesIn(to);
    assert.deepEqual(others, [], 'one of two nodes makes it');
    assert.deepEqual(readdirSync(to), [name], 'nothing else is left');
    const file = join(to, name);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(file).includes('ada@'), false);
    assert.ok((await readLastBackup(instance.services.db.reader)) !== undefined);

    const formstead = commandLine(env);
    const verified = await formstead('backup', '--verify', file, '--json');
    assert.equal(verified.code, 0, verified.stderr);
    assert.ok(Number(verified.json('rows')) > 10);

    const keyFile = join(elsewhere, 'passphrase');
    await writeFile(keyFile, `${PASSPHRASE}\n`);
    const dataDir = join(elsewhere, 'data');
    const masterKey =
      Object.entries(env).find(([name]) => name === 'FORMSTEAD_MASTER_KEY')?.[1] ??
      readFileSync(join(storage.dataDir, 'master.key'), 'utf8');
    const there = { FORMSTEAD_DATA_DIR: dataDir, FORMSTEAD_MASTER_KEY: masterKey.trim() };
    const restored = await commandLine(there)('restore', '--from', file, '--key-file', keyFile);
    assert.equal(restored.code, 0, restored.stderr);
    const again = await startInstance(engine, {
      storage: { dataDir, databaseUrl: undefined },
      env: { ...PUBLIC, FORMSTEAD_MASTER_KEY: masterKey.trim() },
      account: instance.account,
    });
    t.after(() => again.close());
    assert.deepEqual((await again.request('GET', '/scim/v2/Users', { token })).body, users.body);
    const record = await again.services.chains.verify(instance.account.accountId);
    assert.deepEqual([record.intact, record.checked > 2], [true, true]);
  });

  test('a backup that finds no room is never named as one, and is told until the next succeeds', async (t) => {
    const [storage, to] = [await prepared(await engine.fresh('any')), await folder(t)];
    const env = envFor(storage, to, RECIPIENT);
    await enlarge(storage);
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    // The process can write its notes into the database, but no file of more than 4 MB.
    const line = 'ulimit -f 4096; exec "$0" src/cli.ts backup';
    const child = spawn('bash', ['-c', line, process.execPath], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.match(said.join(''), /^No backup was made in .*: [^\n]+\n$/);
    assert.deepEqual(readdirSync(to), []);
    const { reader } = node.services.db;
    assert.match(String(await readBackupFault(reader)), /^No backup was made in/);
    const made = await commandLine(env)('backup');
    assert.equal(made.code, 0, made.stderr);
    assert.equal(await readBackupFault(reader), undefined);
  });
});

async function prepared<T extends Storage>(storage: T): Promise<T> {
  const { code, stderr } = await commandLine(envOf(storage))(
    ...['setup', '--account', 'Acme', '--user-name', 'admin'],
  );
  assert.equal(code, 0, stderr);
  return storage;
}

test('it keeps the newest backups and the young ones, and deletes nothing of others', async (t) => {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const storage = await prepared({ dataDir, databaseUrl: undefined });
  const own = 'formstead-20260101T000000Z.tar.gz.age';
  for (const name of [own, 'notes.txt', 'formstead-2026.tar.gz.age']) {
    writeFileSync(join(to, name), '');
  }
  await mkdir(join(to, '.unfinished-backup-abc'));
  const clock = createTestClock();
  const env = {
    ...envFor(storage, to, RECIPIENT),
    FORMSTEAD_BACKUP_SCHEDULE: '6h',
    FORMSTEAD_BACKUP_KEEP: '2',
    FORMSTEAD_BACKUP_KEEP_DAYS: '1',
  };
  const formstead = commandLine(env, { clock });
  const make = async (...argv: readonly string[]) => {
    const { code, stderr, json } = await formstead('backup', '--json', ...argv);
    assert.equal(code, 0, stderr);
    return json;
  };
  assert.deepEqual((await make('--if-due'))('deleted'), []);
  assert.equal((await make('--if-due'))('file'), null, 'the next one is not due yet');
  for (let turn = 0; turn < 4; turn += 1) {
    clock.advance(8 * HOUR_MS);
    await make('--if-due');
  }
  // They are 0, 8, 16, 24 and 32 hours old: the last two are older than a day, and not among the newest two.
  const kept = archivesIn(to).filter((name) => name !== 'formstead-2026.tar.gz.age');
  assert.equal(kept.length, 3);
  assert.equal(kept.includes(own), false);
  assert.deepEqual(
    readdirSync(to).filter((name) => !kept.includes(name)),
    ['formstead-2026.tar.gz.age', 'notes.txt'],
  );
});

/** Adds 8 MB that can't be compressed. */
async function enlarge(storage: Storage): Promise<void> {
  const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  const value = randomBytes(4_000_000).toString('hex');
  await db.reader.insertInto('deployment').values({ name: 'large', value }).execute();
  await db.close();
}

test('where backups are kept there is never anything in clear, not even while one is made', async (t) => {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const storage = await prepared({ dataDir, databaseUrl: undefined });
  await enlarge(storage);
  // What a killed process left beside the data.
  await mkdir(join(dataDir, '.copy-for-backup-abc'));
  let isDone = false;
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    while (!isDone) {
      for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) seen.add(name);
      await sleep(1);
    }
  };
  const looking = look();
  const made = await commandLine(envFor(storage, to, RECIPIENT))('backup', '--json');
  isDone = true;
  await looking;
  assert.equal(made.code, 0, made.stderr);
  const files = [...seen].map((name) => basename(name)).filter((name) => !name.startsWith('.'));
  assert.deepEqual(new Set(files), new Set(['archive', basename(made.word('file'))]));
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('.')),
    [],
  );
});

test('with a public key, the service itself can not open its backups', async (t) => {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const identity = await generateX25519Identity();
  const env = {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_BACKUP_TO: to,
    FORMSTEAD_BACKUP_KEY: await identityToRecipient(identity),
  };
  const formstead = commandLine(env);
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const made = await formstead('backup', '--json');
  const file = made.word('file');
  assert.equal(made.json('opened'), false);
  const doctor = async () => (await examine(formstead)).of('backups');
  assert.match(await doctor(), /^ok: the last backup is of .*\nwarning: no backup was verified:/);
  const closed = await formstead('backup', '--verify', file);
  assert.equal(closed.code, 1);
  assert.match(closed.stderr, /is a public key, which closes backups but does not open them/);
  const keyFile = join(dataDir, 'key.txt');
  await writeFile(keyFile, `# created: 2026-11-20\n# public key: age1\n${identity}\n`);
  const opened = await formstead('backup', '--verify', file, '--key-file', keyFile);
  assert.equal(opened.code, 0, opened.stderr);
  assert.match(opened.stdout, /It can be restored: every table is as it was/);
  assert.match(opened.stdout, /The data notes that a backup was verified now/);
  assert.match(await doctor(), /^ok: .*\nok: a backup was last verified at /);
  const other = commandLine({ FORMSTEAD_DATA_DIR: await folder(t) });
  const away = await other('backup', '--verify', file, '--key-file', keyFile);
  assert.match(away.stdout, /note that it was verified: formstead note-backup --verified/);

  const bytes = readFileSync(file);
  bytes[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 1;
  const damaged = join(to, 'damaged');
  await writeFile(damaged, bytes);
  for (const argv of [
    ['backup', '--verify', damaged],
    ['restore', '--from', damaged],
  ]) {
    const elsewhere = commandLine({ FORMSTEAD_DATA_DIR: join(dataDir, 'new') });
    const refused = await elsewhere(...argv, '--key-file', keyFile);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^The file is damaged: [^\n]+\n$/);
  }
  assert.deepEqual(readdirSync(join(dataDir, 'new')), []);
});

test('backups in a bucket are kept and deleted as in a folder, and files of forms stay alone', async (t) => {
  const bucket = await startBucket();
  t.after(() => bucket.close());
  const [dataDir, home] = [await folder(t), await folder(t)];
  const { endpoint, bucket: name, accessKey, secretKey } = bucket.settings;
  const clock = createTestClock();
  const env = {
    ...envFor({ dataDir, databaseUrl: undefined }, 'bucket', RECIPIENT),
    FORMSTEAD_BACKUP_KEEP: '2',
    FORMSTEAD_FILES_S3_ENDPOINT: endpoint,
    FORMSTEAD_FILES_S3_BUCKET: name,
    FORMSTEAD_FILES_S3_ACCESS_KEY: accessKey.reveal(),
    FORMSTEAD_FILES_S3_SECRET_KEY: secretKey.reveal(),
  };
  const identity = await generateX25519Identity();
  const own = { ...env, FORMSTEAD_BACKUP_KEY: await identityToRecipient(identity) };
  const formstead = commandLine(own, { clock });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const files = openFiles({ s3: bucket.settings }, home);
  const key = fileKey('abc', '01990000-0000-7000-8000-00000000000f');
  await files.put(key, Readable.from([Buffer.from('a signature')]), { maxBytes: 100 });
  const made: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await formstead('backup', '--json');
    assert.equal(answer.code, 0, answer.stderr);
    made.push(answer.word('file'));
    clock.advance(HOUR_MS);
  }
  const kept = await openBucketObjects(bucket.settings, 'backups/').list();
  assert.deepEqual(
    kept.map((each) => `files/backups/${each}`).toSorted(),
    made.slice(2).toSorted(),
  );
  assert.ok(await files.open(key));
  assert.deepEqual(
    readdirSync(dataDir).filter((each) => each.startsWith('.')),
    [],
  );

  const file = join(home, 'downloaded');
  const client = new AwsClient({
    accessKeyId: accessKey.reveal(),
    secretAccessKey: secretKey.reveal(),
    service: 's3',
  });
  const answer = await client.fetch(`${endpoint}/${made[3]}`);
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const keyFile = join(home, 'key');
  await writeFile(keyFile, identity);
  const verified = await formstead('backup', '--verify', file, '--key-file', keyFile);
  assert.equal(verified.code, 0, verified.stderr);
  assert.match(verified.stdout, /The files of forms are not in it/);

  await bucket.close();
  const refused = await formstead('backup');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^No backup was made in the bucket files: The bucket files does not answer\.\n$/,
  );
});

test('that old backups could not be deleted is told as such, beside the new backup', async (t) => {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const storage = await prepared({ dataDir, databaseUrl: undefined });
  await mkdir(join(to, 'formstead-20260101T000000Z.tar.gz.age'));
  const env = { ...envFor(storage, to, RECIPIENT), FORMSTEAD_BACKUP_KEEP: '1' };
  const { code, stderr } = await commandLine(env)('backup');
  assert.equal(code, 1);
  assert.match(stderr, /^A backup was made, but old ones could not be deleted: [^\n]+\n$/);
  assert.equal(archivesIn(to).length, 2);
  const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  t.after(() => db.close());
  assert.match(String(await readBackupFault(db.reader)), /^A backup was made, but/);
  assert.ok((await readLastBackup(db.reader)) !== undefined);
});

test('formstead serve makes the backup that is due, and says in one line why it can not', async (t) => {
  const [dataDir, home] = [await folder(t), await folder(t)];
  const to = join(home, 'backups');
  const base = { FORMSTEAD_DATA_DIR: dataDir, FORMSTEAD_PORT: '0', FORMSTEAD_DRAIN_SECONDS: '0' };
  const env = { ...base, FORMSTEAD_BACKUP_TO: to, FORMSTEAD_BACKUP_KEY: PASSPHRASE };
  await commandLine(base)('setup', '--account', 'A', '--user-name', 'a');
  const serve = async (until: (log: string) => boolean): Promise<string> => {
    const child = spawn(process.execPath, ['src/cli.ts', 'serve'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const closed = once(child, 'close');
    await waitUntil(() => until(log));
    child.kill('SIGTERM');
    assert.deepEqual(await closed, [0, null]);
    return log;
  };
  const log = await serve((text) => text.includes('No backup was made'));
  assert.match(log, /"msg":"work in the background failed"/);
  assert.match(log, /No backup was made in [^"]*: There is no directory/);
  await mkdir(to);
  await serve((text) => text.includes('a backup was made and opened again'));
  const [name = ''] = archivesIn(to);
  const verified = await commandLine(env)('backup', '--verify', join(to, name));
  assert.equal(verified.code, 0, verified.stderr);
});
