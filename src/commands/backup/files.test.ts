// Nightly: it makes many backups.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBackupFault } from '#backups/index.ts';
import { readLastBackup } from '#db/last-backup.ts';
import { openDatabase } from '#db/open.ts';
import { openFiles } from '#files/files.ts';
import { systemRandom } from '#kernel/ids.ts';
import { PNG } from '../../../test/support/attachments.ts';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import type { Engine } from '../../../test/support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../../../test/support/instance.ts';
import { photograph } from '../../../test/support/photographed.ts';
import { startBucket } from '../../../test/support/s3.ts';

const BUCKET = {
  FORMSTEAD_FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
  FORMSTEAD_FILES_S3_BUCKET: 'away',
  FORMSTEAD_FILES_S3_ACCESS_KEY: 'a',
  FORMSTEAD_FILES_S3_SECRET_KEY: 'b',
};

/**
 * Starts a service, adds a photo to a form and stops the service. Returns the photo's path below the data directory.
 */
async function photographed(t: TestContext, dataDir: string) {
  const storage = { dataDir, databaseUrl: undefined };
  const engine: Engine = {
    name: 'sqlite',
    fresh: async () => ({ ...storage, dispose: async () => undefined }),
  };
  const instance: Instance = await startInstance(engine, { storage });
  t.after(() => instance.close());
  return photograph(instance);
}

test('a backup has the files of forms beside it, and restore puts them back; without them it says so', async (t) => {
  const dataDir = await folder(t);
  const to = join(await folder(t), 'copy.db');
  const { photo, picture } = await photographed(t, dataDir);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  const made = await formstead('backup', '--to', to, '--json');
  assert.equal(made.code, 0, made.stderr);
  // The photo and its picture for display.
  const bytes = PNG.length + picture.size;
  assert.deepEqual(made.json('files'), { files: 2, bytes, missing: [], damaged: [] });
  const copied = join(`${to}.files`, photo.slice('files/'.length));
  assert.deepEqual(readFileSync(copied), PNG);
  assert.equal(statSync(copied).mode & 0o077, 0);
  assert.match(
    (await formstead('backup', '--to', `${to}2`)).stdout,
    new RegExp(`^files: +2, ${bytes} bytes$`, 'm'),
  );

  const empty = await folder(t);
  await copyFile(join(dataDir, 'master.key'), join(empty, 'master.key'));
  const elsewhere = commandLine({ FORMSTEAD_DATA_DIR: empty });
  await rename(`${to}.files`, `${to}.aside`);
  const refused = await elsewhere('restore', '--from', to);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /names 2 files of forms, and there is no .*copy\.db\.files/);
  assert.ok(!existsSync(join(empty, 'formstead.db')));
  await rename(`${to}.aside`, `${to}.files`);
  const restored = await elsewhere('restore', '--from', to, '--json');
  assert.equal(restored.code, 0, restored.stderr);
  assert.deepEqual(readFileSync(join(empty, photo)), PNG);
  assert.equal(statSync(join(empty, picture.path)).size, picture.size);
});

test('files that are lost are no reason to stay without the data', async (t) => {
  const dataDir = await folder(t);
  const to = join(await folder(t), 'copy.db');
  const { photo, picture } = await photographed(t, dataDir);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await rm(join(dataDir, photo));
  const made = await formstead('backup', '--to', to);
  assert.equal(made.code, 3);
  assert.match(
    made.stdout,
    /^files missing: +1, the first is .*\n\nFiles that forms name are missing .*keep the older ones.*\n\nThe database in it is complete/m,
  );
  const empty = await folder(t);
  await copyFile(join(dataDir, 'master.key'), join(empty, 'master.key'));
  const elsewhere = commandLine({ FORMSTEAD_DATA_DIR: empty });
  const refused = await elsewhere('restore', '--from', to);
  assert.match(refused.stderr, /add --without-files: the files that are there are restored/);
  const restored = await elsewhere('restore', '--from', to, '--without-files');
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^files missing: +1, the first is /m);
  assert.equal(existsSync(join(empty, photo)), false);
  assert.equal(statSync(join(empty, picture.path)).size, picture.size, 'what is there comes along');
});

test('with a bucket the backup says that the files are not in it', async (t) => {
  const dataDir = await folder(t);
  const to = join(await folder(t), 'copy.db');
  await photographed(t, dataDir);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir, ...BUCKET });
  const made = await formstead('backup', '--to', to);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /files of forms are NOT in it: they are in the bucket away/);
  assert.deepEqual(readdirSync(`${to}.files`), ['manifest.json']);
});

test('doctor names the permission without which a bucket hides that a file is missing', async (t) => {
  const dataDir = await folder(t);
  const { photo } = await photographed(t, dataDir);
  for (const lists of [true, false]) {
    const bucket = await startBucket({ lists });
    t.after(() => bucket.close());
    const { settings } = bucket;
    const formstead = commandLine({
      FORMSTEAD_DATA_DIR: dataDir,
      FORMSTEAD_FILES_S3_ENDPOINT: settings.endpoint,
      FORMSTEAD_FILES_S3_BUCKET: settings.bucket,
      FORMSTEAD_FILES_S3_ACCESS_KEY: settings.accessKey.reveal(),
      FORMSTEAD_FILES_S3_SECRET_KEY: settings.secretKey.reveal(),
    });
    const look = async () => (await examine(formstead)).of('stored files');
    assert.match(
      await look(),
      lists
        ? /^fault: 1 of the newest 1 file/
        : /^fault: the bucket files can't be read: 403 .*needs s3:GetObject, and s3:ListBucket/,
    );
    const key = photo.slice('files/'.length);
    const source = createReadStream(join(dataDir, photo));
    await openFiles({ s3: settings }, dataDir).put(key, source, { maxBytes: PNG.length });
    assert.match(
      await look(),
      lists
        ? /^ok: the bucket files answers$/m
        : /^warning: the access key may not list the bucket files, .* -> allow it s3:ListBucket on files$/m,
    );
  }
});

test('doctor finds files that are gone, and a bucket that does not answer', async (t) => {
  const dataDir = await folder(t);
  const { photo } = await photographed(t, dataDir);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  assert.match(
    (await examine(formstead)).of('stored files'),
    /^ok: the newest 1 file of a form is/,
  );
  const away = await examine(commandLine({ FORMSTEAD_DATA_DIR: dataDir, ...BUCKET }));
  assert.match(away.of('stored files'), /^fault: the bucket away can't be read: .* -> check/);
  await rm(join(dataDir, photo));
  const found = await examine(formstead);
  assert.match(found.of('stored files'), /^fault: 1 of the newest 1 file that forms name/);
  assert.equal(found.code, 1);
});

test('a backup on schedule without files that forms name is told as a failure, and no good one goes for it', async (t) => {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const { photo } = await photographed(t, dataDir);
  const clock = createTestClock();
  const env = {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_BACKUP_TO: to,
    FORMSTEAD_BACKUP_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    FORMSTEAD_BACKUP_KEEP: '1',
    FORMSTEAD_BACKUP_KEEP_DAYS: '1',
  };
  const formstead = commandLine(env, { clock });
  const good = basename((await formstead('backup', '--json')).word('file'));
  const db = await openDatabase({ dataDir, clock, random: systemRandom });
  t.after(() => db.close());
  const noted = await readLastBackup(db.reader);

  // As long as the disk of the files is not mounted, their folder is empty.
  await rename(join(dataDir, 'files'), join(dataDir, 'unmounted'));
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(2 * 86_400_000);
    const { code, stderr } = await formstead('backup', '--if-due');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^A backup was made in .*, but 2 files that forms name are missing and not in it/,
    );
    assert.equal((await formstead('backup', '--if-due')).code, 0, 'one for each time that is due');
    assert.match(String(await readBackupFault(db.reader)), /2 files that forms name/);
    assert.equal(await readLastBackup(db.reader), noted);
    const [incomplete = '', ...others] = readdirSync(to).filter((name) => name !== good);
    assert.deepEqual(others, [], 'the complete one and the newest other one');
    assert.match(incomplete, /-incomplete\.tar\.gz\.age$/);
    assert.ok(existsSync(join(to, good)));
  }

  // A disk that fails says nothing about the files.
  await symlink('files', join(dataDir, 'files'));
  clock.advance(2 * 86_400_000);
  const unreadable = await formstead('backup');
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.stderr, /^No backup was made in .*ELOOP/);
  assert.equal(readdirSync(to).length, 2);

  await rm(join(dataDir, 'files'));
  await rename(join(dataDir, 'unmounted'), join(dataDir, 'files'));
  assert.ok(existsSync(join(dataDir, photo)));
  assert.equal((await formstead('backup')).code, 0);
  const left = readdirSync(to);
  assert.equal(left.length, 1);
  assert.doesNotMatch(String(left), /incomplete/);
  assert.equal(await readBackupFault(db.reader), undefined);
});
