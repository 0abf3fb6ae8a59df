// A byte that changes in what is kept is named by the next backup, check and restore, and replaces no sound copy.
// Nightly: it makes many backups.
import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { damageFile, hundredDamages } from '../../../test/support/damage.ts';
import { examine } from '../../../test/support/doctor.ts';
import type { Engine } from '../../../test/support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../../../test/support/instance.ts';
import { photograph } from '../../../test/support/photographed.ts';

const DAY_MS = 86_400_000;

const startOn = (dataDir: string, account?: Instance['account']): Promise<Instance> => {
  const storage = { dataDir, databaseUrl: undefined };
  const engine: Engine = {
    name: 'sqlite',
    fresh: async () => ({ ...storage, dispose: async () => undefined }),
  };
  return startInstance(engine, { storage, ...(account && { account }) });
};

/** Makes a data directory with a photo, on which no service runs. */
async function prepare(t: TestContext) {
  const dataDir = await folder(t);
  const instance = await startOn(dataDir);
  const made = await photograph(instance);
  const { account } = instance;
  await instance.close();
  const key = made.photo.slice('files/'.length);
  return { dataDir, account, ...made, key, home: await folder(t) };
}

/** Returns a directory with the master key, and the command line for it. */
async function emptyBeside(t: TestContext, dataDir: string) {
  const empty = await folder(t);
  await copyFile(join(dataDir, 'master.key'), join(empty, 'master.key'));
  return { empty, formstead: commandLine({ FORMSTEAD_DATA_DIR: empty }) };
}

test('a backup names a stored file that has changed, counts as incomplete, and no good one goes for it', async (t) => {
  const { dataDir, photo, key, home } = await prepare(t);
  const identity = await generateX25519Identity();
  const clock = createTestClock();
  const env = {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_BACKUP_TO: home,
    FORMSTEAD_BACKUP_KEY: await identityToRecipient(identity),
    FORMSTEAD_BACKUP_KEEP: '1',
    FORMSTEAD_BACKUP_KEEP_DAYS: '1',
  };
  const formstead = commandLine(env, { clock });
  const good = basename((await formstead('backup', '--json')).word('file'));
  const restore = damageFile(join(dataDir, photo), 40);
  for (let turn = 0; turn < 2; turn += 1) {
    clock.advance(2 * DAY_MS);
    const ran = await formstead('backup');
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, new RegExp(`1 file that forms name is damaged.*first is ${key}`));
    const names = readdirSync(home);
    assert.ok(names.includes(good), String(names));
    assert.equal(names.length, 2);
  }
  const incomplete = readdirSync(home).find((name) => name.includes('-incomplete')) ?? '';
  const keyFile = join(await folder(t), 'key.txt');
  writeFileSync(keyFile, identity);
  const archive = join(home, incomplete);
  const verified = await formstead('backup', '--verify', archive, '--key-file', keyFile);
  assert.equal(verified.code, 1);
  assert.match(verified.stderr, new RegExp(`1 of 2 files in the backup is damaged.*${key}`));

  const to = join(await folder(t), 'plain.db');
  const plain = await formstead('backup', '--to', to, '--json');
  assert.equal(plain.code, 3);
  assert.deepEqual(plain.json('files', 'damaged'), [key]);
  const found = await examine(formstead);
  assert.match(
    found.of('stored files'),
    /^fault: 1 of the newest 1 file of forms has other bytes/m,
  );
  assert.match(found.of('stored files'), /^fault: 1 attachment was missing or damaged/m);

  restore();
  clock.advance(2 * DAY_MS);
  assert.equal((await formstead('backup')).code, 0);
  assert.equal(readdirSync(home).length, 1);
});

test('a restore goes on past damaged files only when it is told to, and their forms show it', async (t) => {
  const { dataDir, account, formId, id, key, home } = await prepare(t);
  const to = join(home, 'plain.db');
  assert.equal((await commandLine({ FORMSTEAD_DATA_DIR: dataDir })('backup', '--to', to)).code, 0);
  damageFile(join(`${to}.files`, key), 40);
  const { empty, formstead } = await emptyBeside(t, dataDir);
  const refused = await formstead('restore', '--from', to, '--without-files');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    new RegExp(`1 of 2 files in the backup is damaged.*${key}.*--skip-d`),
  );
  const restored = await formstead('restore', '--from', to, '--skip-damaged', '--json');
  assert.equal(restored.code, 3, restored.stderr);
  assert.deepEqual(restored.json('files', 'damaged'), [key]);
  const instance = await startOn(empty, account);
  t.after(() => instance.close());
  const path = `/v2/formz/${formId}/attachments`;
  assert.equal((await instance.request('GET', path)).at(0, 'damaged'), true);
  assert.equal((await instance.request('GET', `${path}/${id}`)).status, 410);
});

test('a stored file that has become longer is named by every kind of copy', async (t) => {
  const { dataDir, photo, id, key, home } = await prepare(t);
  const formstead = commandLine({
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_BACKUP_TO: home,
    FORMSTEAD_BACKUP_KEY: 'nine brass kettles on a shelf',
  });
  appendFileSync(join(dataDir, photo), Buffer.alloc(4096));
  const plain = await formstead('backup', '--to', join(home, 'plain.db'), '--json');
  assert.deepEqual([plain.code, plain.json('files', 'damaged', 0)], [3, key]);
  const scheduled = await formstead('backup');
  assert.equal(scheduled.code, 1, scheduled.stdout);
  assert.match(scheduled.stderr, new RegExp(`1 file that forms name is damaged.*first is ${key}`));
  const exported = await formstead(
    ...['account', 'export', '--out', join(home, 'account.tar.gz'), '--json'],
  );
  assert.equal(exported.code, 3, exported.stdout);
  assert.match(exported.word('files', 'damaged', 0), new RegExp(id));
});

test('no single changed byte of a plain backup is restored', async (t) => {
  const { dataDir, home } = await prepare(t);
  const to = join(home, 'plain.db');
  assert.equal((await commandLine({ FORMSTEAD_DATA_DIR: dataDir })('backup', '--to', to)).code, 0);
  const sound = readFileSync(to);
  const { formstead } = await emptyBeside(t, dataDir);
  for (const damage of hundredDamages(7, sound.length).filter((_, i) => i % 10 === 0)) {
    writeFileSync(to, damage.apply(sound));
    const ran = await formstead('restore', '--from', to);
    assert.equal(ran.code, 1, damage.name);
    assert.match(ran.stderr, /damaged|not a backup/, damage.name);
  }
});

test('a changed byte in no row is named, and restored only when that is asked for', async (t) => {
  const { dataDir, home } = await prepare(t);
  const to = join(home, 'plain.db');
  assert.equal((await commandLine({ FORMSTEAD_DATA_DIR: dataDir })('backup', '--to', to)).code, 0);
  // In the middle of the free space of a page.
  damageFile(to, readFileSync(to).indexOf(Buffer.alloc(600)) + 300);
  const { formstead } = await emptyBeside(t, dataDir);
  const verified = await formstead('backup', '--verify', to);
  assert.match(verified.stderr, /bytes have changed since the backup was made, though every table/);
  assert.equal((await formstead('restore', '--from', to)).code, 1);
  const restored = await formstead('restore', '--from', to, '--skip-damaged');
  assert.equal(restored.code, 3, restored.stderr);
  assert.match(restored.stdout, /every table reads as it did/);
});

test('a backup with a damaged manifest is restored when that is asked for, and says what is not proven', async (t) => {
  const { dataDir, home } = await prepare(t);
  const to = join(home, 'plain.db');
  assert.equal((await commandLine({ FORMSTEAD_DATA_DIR: dataDir })('backup', '--to', to)).code, 0);
  const manifest = join(`${to}.files`, 'manifest.json');
  damageFile(manifest, 100);
  const { formstead } = await emptyBeside(t, dataDir);
  const named = new RegExp(`${manifest} is damaged.*--skip-damaged`);
  assert.match((await formstead('backup', '--verify', to)).stderr, named);
  assert.match((await formstead('restore', '--from', to)).stderr, named);
  const restored = await formstead('restore', '--from', to, '--skip-damaged');
  assert.equal(restored.code, 3, restored.stderr);
  assert.match(restored.stdout, /manifest.json is damaged: nothing proves/);
});

test('a plain backup can be verified, and one of an older version is restored with a note', async (t) => {
  const { dataDir, home } = await prepare(t);
  const to = join(home, 'plain.db');
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  assert.equal((await formstead('backup', '--to', to)).code, 0);
  const verified = await formstead('backup', '--verify', to, '--json');
  assert.equal(verified.code, 0, verified.stderr);
  assert.equal(verified.json('files', 'files'), 2);
  rmSync(join(`${to}.files`, 'manifest.json'));
  assert.match((await formstead('backup', '--verify', to)).stderr, /older versions have none/);
  const beside = await emptyBeside(t, dataDir);
  const restored = await beside.formstead('restore', '--from', to);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /nothing proves that its rows are the ones that were copied/);
});
