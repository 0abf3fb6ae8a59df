// Files move between the disk and a bucket, killed at any moment, without losing or doubling one.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { MOVER_NAME } from '#db/migrate.ts';
import { fileKey, openBucketObjects, openFiles } from '#files/files.ts';
import { systemClock } from '#kernel/clock.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { FILE_DEFINITION, PNG } from '../../../test/support/attachments.ts';
import { commandLine, type Env, envOf } from '../../../test/support/command-line.ts';
import { type Engine, type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { killedServer } from '../../../test/support/killed-server.ts';
import { startBucket, type TestBucket } from '../../../test/support/s3.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';

/** In each of the two directions. */
const KILLS = IS_DEEP ? 50 : 2;
const MORE_FILES = 60;
const PUBLIC = { FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' };
const NEVER = Number.MAX_SAFE_INTEGER;
const ids = createIds(systemClock, systemRandom);

const bucketEnv = ({ settings }: TestBucket): Env => ({
  FORMSTEAD_FILES_S3_ENDPOINT: settings.endpoint,
  FORMSTEAD_FILES_S3_BUCKET: settings.bucket,
  FORMSTEAD_FILES_S3_ACCESS_KEY: settings.accessKey.reveal(),
  FORMSTEAD_FILES_S3_SECRET_KEY: settings.secretKey.reveal(),
});

interface Made {
  readonly storage: EngineInstance;
  readonly account: Instance['account'];
  /** Of a photo of a form. */
  readonly path: string;
  /** Of the other files. */
  readonly keys: readonly string[];
}

async function startTestBucket(t: TestContext): Promise<TestBucket> {
  const bucket = await startBucket();
  t.after(() => bucket.close());
  return bucket;
}

/** A service that has a form with a photo, and many more files; then it is stopped. */
async function makeFiles(engine: Engine, more = MORE_FILES): Promise<Made> {
  const storage = await engine.fresh('any');
  const instance = await startInstance(engine, { storage, env: PUBLIC });
  const { db, forms, files } = instance.services;
  const { accountId, accountCode, userId } = instance.account;
  const by = { accountId, userId, role: 'admin', via: 'api' } as const;
  const formId = await db.transaction(async (tx) => {
    const template = { name: 'Inspection', definition: FILE_DEFINITION };
    const { id: templateId } = await forms.createTemplate(tx, by, template);
    await forms.publishTemplate(tx, by, templateId);
    return (await forms.createForm(tx, by, { templateId })).form.id;
  });
  const path = `/v2/formz/${formId}/attachments`;
  const headers = { 'content-type': 'image/png' };
  const photo = await instance.request('POST', `${path}?field=photo`, { body: PNG, headers });
  assert.equal(photo.status, 201, photo.text);
  const keys = Array.from({ length: more }, () => fileKey(accountCode, ids.next()));
  for (const [i, key] of keys.entries()) {
    const bytes = randomBytes(i % 10 === 0 ? 0 : randomInt(1, 50_000));
    const { size, sha256 } = await files.put(key, toPieces(bytes), { maxBytes: bytes.length });
    const row = { field_name: 'x', file_name: 'x', content_type: 'x', created_by: 'x' };
    const at = { size, sha256, storage_key: key, created_at: 0, check_at: NEVER };
    await db.reader
      .insertInto('attachments')
      .values({ account_id: accountId, id: ids.next(), form_id: formId, ...row, ...at })
      .execute();
  }
  await instance.close();
  return { storage, account: instance.account, path: `${path}/${String(photo.at('id'))}`, keys };
}

async function* toPieces(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}

const UNKNOWN = fileKey('acme', '01990000-0000-7000-8000-00000000000f');

/** Adds a file that the data does not name. */
async function addUnknown(dataDir: string): Promise<void> {
  const path = join(dataDir, 'files', ...UNKNOWN.split('/'));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'of nobody');
}

async function emptyBucket({ settings }: TestBucket): Promise<void> {
  const objects = openBucketObjects(settings, '');
  for (const key of await objects.list()) await objects.delete(key);
}

type Reply = readonly [status: number, text: string];

/** Starts a service that lists a bucket without objects, and answers other requests as it is told. */
async function standIn(
  t: TestContext,
  answer: (method: string) => Promise<Reply>,
): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const isList = request.url?.includes('list-type') === true;
    const reply: Promise<Reply> = isList
      ? Promise.resolve([200, ''])
      : answer(String(request.method));
    reply.then(
      ([status, text]) => response.writeHead(status).end(text),
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => void server.close().closeAllConnections());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

const takeNothing = async (method: string): Promise<Reply> =>
  method === 'PUT' ? [403, 'full'] : [404, ''];

/** Ends the connection with which a move keeps services that write away. */
async function endMover(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = '${MOVER_NAME}'`;
  assert.equal((await client.query(end)).rows.length, 1);
  await client.end();
}

type Contents = Readonly<Record<string, string>>;

/** Returns all files of a data directory, with the time of their last change if it is asked for. */
async function onDisk(dataDir: string, what: 'bytes' | 'bytes and times'): Promise<Contents> {
  const top = join(dataDir, 'files');
  const found: Record<string, string> = {};
  const all = await readdir(top, { recursive: true, withFileTypes: true });
  for (const entry of all) {
    const path = join(entry.parentPath, entry.name);
    const key = path.slice(top.length + 1);
    if (!entry.isFile() || /^(incoming|\.nodes)\//.test(key)) continue;
    const time = what === 'bytes' ? '' : ` ${(await stat(path)).mtimeMs}`;
    found[key] = readFileSync(path, 'base64') + time;
  }
  return sorted(found);
}

/** Returns all files of a bucket. */
async function inBucket({ settings }: TestBucket): Promise<Contents> {
  const files = openFiles({ s3: settings }, '/nowhere');
  const found: Record<string, string> = {};
  for (const key of await openBucketObjects(settings, '').list()) {
    const file = await files.open(key);
    assert.ok(file);
    found[key] = (await buffer(file.stream)).toString('base64');
  }
  return sorted(found);
}

const sorted = (found: Contents): Contents =>
  Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Starts the command in a process of its own, and kills it a moment after it has told of its first file, or at any
 * moment of its life.
 * @returns whether it was done before
 */
async function runAndKill(env: Env, to: string, when: 'files' | 'any'): Promise<boolean> {
  const child = spawn(process.execPath, ['src/cli.ts', 'migrate-files', '--to', to, '--yes'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = (most: number) => setTimeout(() => child.kill('SIGKILL'), randomInt(most));
  const timer = when === 'any' ? kill(1500) : undefined;
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said === '' && when === 'files') kill(100);
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  assert.ok(code === 0 || signal === 'SIGKILL', said);
  return code === 0;
}

interface Move {
  readonly env: Env;
  readonly to: 's3' | 'disk';
  readonly source: () => Promise<Contents>;
  readonly target: () => Promise<Contents>;
  readonly emptyTarget: () => Promise<void>;
}

/** Moves files and is killed, again and again, then once not; requires that the target has them all as the source. */
async function moveKilled({ env, to, source, target, emptyTarget }: Move): Promise<void> {
  const before = await source();
  const keys = Object.keys(before).filter((key) => key !== UNKNOWN);
  for (let kill = 0; kill < KILLS; ) {
    if (!(await runAndKill(env, to, kill % 2 === 0 ? 'files' : 'any'))) {
      kill += 1;
      continue;
    }
    assert.deepEqual(Object.keys(await target()), keys);
    await emptyTarget();
  }
  const all = keys.length;
  const moved = await commandLine(env)('migrate-files', '--to', to, '--yes', '--json');
  assert.equal(moved.code, 0, moved.stderr);
  const sum = Number(moved.json('copied', 'files')) + Number(moved.json('there', 'files'));
  assert.deepEqual([sum, moved.json('left')], [all, []]);
  assert.match(moved.stderr, new RegExp(`files: ${all} of ${all} files`));
  const again = await commandLine(env)('migrate-files', '--to', to, '--yes', '--json');
  assert.deepEqual([again.json('copied', 'files'), again.json('there', 'files')], [0, all]);
  assert.deepEqual(await source(), before, 'the source is as it was');
}

forEachEngine((engine) => {
  test(`killed ${KILLS} times on the way to a bucket and back, every file arrives, and forms open them from there`, async (t) => {
    const bucket = await startTestBucket(t);
    const { storage, account, path } = await makeFiles(engine);
    const { dataDir } = storage;
    const env = { ...envOf(storage), ...bucketEnv(bucket) };
    const bytes = await onDisk(dataDir, 'bytes');
    assert.equal(Object.keys(bytes).length, MORE_FILES + 2, 'a photo, its picture and the others');
    await addUnknown(dataDir);

    await moveKilled({
      env,
      to: 's3',
      source: () => onDisk(dataDir, 'bytes and times'),
      target: () => inBucket(bucket),
      emptyTarget: () => emptyBucket(bucket),
    });
    assert.deepEqual(await inBucket(bucket), bytes);
    assert.equal(existsSync(join(dataDir, 'moving-files')), false);
    const told = await commandLine(env)('migrate-files', '--to', 's3', '--yes');
    const [, remove = ''] = /remove the old files: (find .*)\n$/.exec(told.stdout) ?? [];
    execFileSync('sh', ['-c', remove]);
    assert.deepEqual(await onDisk(dataDir, 'bytes'), {}, remove);

    const there = { ...PUBLIC, ...bucketEnv(bucket) };
    const reading = await startInstance(engine, { storage, account, env: there });
    const token = await reading.adminToken();
    const opened = await reading.request('GET', path, { token });
    assert.deepEqual([opened.status, opened.bytes], [200, PNG]);
    await reading.close();

    const node = await startInstance(engine, {
      storage,
      account,
      env: { ...there, FORMSTEAD_READ_ONLY: 'on' },
    });
    const moving = moveKilled({
      env,
      to: 'disk',
      source: () => inBucket(bucket),
      target: () => onDisk(dataDir, 'bytes'),
      emptyTarget: () => rm(join(dataDir, 'files'), { recursive: true }),
    });
    const meanwhile = await node.request('GET', path, { token });
    assert.deepEqual([meanwhile.status, meanwhile.bytes], [200, PNG]);
    await moving;
    await node.close();
    await bucket.close();
    assert.deepEqual(await onDisk(dataDir, 'bytes'), bytes);
    const back = await startInstance(engine, { storage, account, env: PUBLIC });
    const again = await back.request('GET', path, { token });
    assert.deepEqual([again.status, again.bytes], [200, PNG]);
    await back.close();
  });

  test('files that the source lacks, or has otherwise than the data says, are told, and all others arrive', async (t) => {
    const bucket = await startTestBucket(t);
    const { storage, keys } = await makeFiles(engine, 6);
    const formstead = commandLine({ ...envOf(storage), ...bucketEnv(bucket) });
    const bytes = await onDisk(storage.dataDir, 'bytes');
    const [, gone = '', changed = '', longer = '', wrongThere = ''] = keys;
    const pathOf = (key: string) => join(storage.dataDir, 'files', ...key.split('/'));
    const size = (await stat(pathOf(changed))).size;
    await unlink(pathOf(gone));
    await writeFile(pathOf(changed), Buffer.alloc(size, 'x'));
    await appendFile(pathOf(longer), 'x');
    const files = openFiles({ s3: bucket.settings }, storage.dataDir);
    const other = Buffer.alloc((await stat(pathOf(wrongThere))).size, 'x');
    await files.put(wrongThere, toPieces(other), { maxBytes: other.length });

    const moved = await formstead('migrate-files', '--to', 's3', '--yes', '--json');
    assert.equal(moved.code, 3, moved.stderr);
    const left = [
      { key: gone, reason: 'missing' },
      { key: changed, reason: 'damaged' },
      { key: longer, reason: 'damaged' },
    ];
    assert.deepEqual(
      moved.json('left'),
      left.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
    const { [gone]: _, [changed]: __, [longer]: ___, ...others } = bytes;
    assert.deepEqual(await inBucket(bucket), others);

    const told = await formstead('migrate-files', '--to', 's3', '--yes');
    assert.equal(told.code, 3);
    assert.ok(told.stdout.includes(`${gone} is missing\n`), told.stdout);
    assert.ok(told.stdout.includes(`${changed} has other bytes than the data says\n`));
    assert.match(told.stdout, /Look for the files that were not copied first\. .*find '/);
  });

  test('nothing is moved without a yes, with a wrong setting, to a bucket that is away, or while a service writes', async (t) => {
    const bucket = await startTestBucket(t);
    const { storage } = await makeFiles(engine, 0);
    const env = { ...envOf(storage), FORMSTEAD_DATA_DIR: storage.dataDir, ...bucketEnv(bucket) };
    const refused = async (expected: RegExp, change: Env = {}, to = 's3', yes = ['--yes']) => {
      const formstead = commandLine({ ...env, ...change }, { stdin: 'no\n' });
      const { code, stdout, stderr } = await formstead('migrate-files', '--to', to, ...yes);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, expected);
      if (yes.length > 0) assert.match(stderr, /^[^\n]+\n$/);
    };
    await refused(
      /^2 files with \d+ bytes are copied from .*\n.*\nType yes to begin: Noth/,
      {},
      's3',
      [],
    );
    await refused(/Give the target as s3 or as disk/, {}, 'ftp');
    const away = { FORMSTEAD_FILES_S3_ENDPOINT: 'http://127.0.0.1:1' };
    for (const to of ['s3', 'disk']) {
      await refused(
        /The bucket files does not answer\. Check the variables FORMSTEAD_FILES/,
        away,
        to,
      );
      await refused(/answered 404.*NoSuchBucket/, { FORMSTEAD_FILES_S3_BUCKET: 'other' }, to);
      await refused(/answered 403/, { FORMSTEAD_FILES_S3_ACCESS_KEY: 'unknown' }, to);
    }
    await refused(
      /^The storage of files did not answer.*\(403 full\)\. What was copied stays: run the command again/,
      { FORMSTEAD_FILES_S3_ENDPOINT: await standIn(t, takeNothing) },
    );
    const none = await commandLine(envOf(storage))('migrate-files', '--to', 's3', '--yes');
    assert.match(none.stderr, /^[^\n]*Set FORMSTEAD_FILES_S3_ENDPOINT and the variables[^\n]*\n$/);
    const planned = await commandLine(env)('migrate-files', '--to', 's3', '--dry-run');
    assert.match(planned.stdout, /^2 files with \d+ bytes are copied from/);

    const node = killedServer({ ...envOf(storage), FORMSTEAD_DATA_DIR: storage.dataDir });
    await node.start();
    await refused(/Stop it first, or start it with FORMSTEAD_READ_ONLY=on: files that it stores/);
    assert.equal(await node.stop(), 0);
    assert.deepEqual(await inBucket(bucket), {});
    const moved = await commandLine(env)('migrate-files', '--to', 's3', '--yes');
    assert.equal(moved.code, 0, moved.stderr);
    assert.equal(Object.keys(await inBucket(bucket)).length, 2);
  });

  if (engine.name === 'sqlite') return;
  test('a move that could no longer keep writing services away does not say that it is done', async (t) => {
    const { storage } = await makeFiles(engine, 0);
    // What the target has already, the source is not asked for.
    await rm(join(storage.dataDir, 'files'), { recursive: true });
    const asked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    const endpoint = await standIn(t, async () => {
      asked.resolve();
      await mayAnswer.promise;
      return [404, ''];
    });
    const bucket = {
      ...bucketEnv(await startTestBucket(t)),
      FORMSTEAD_FILES_S3_ENDPOINT: endpoint,
    };
    const formstead = commandLine({ ...envOf(storage), ...bucket });
    const moving = formstead('migrate-files', '--to', 'disk', '--yes');
    await Promise.race([asked.promise, moving]);
    await endMover(storage.databaseUrl ?? '');
    mayAnswer.resolve();
    const { code, stdout, stderr } = await moving;
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(
      stderr,
      /(?:^|\n)The connection to the database was lost[^\n]*run the command again\.\n$/,
    );
  });
});
