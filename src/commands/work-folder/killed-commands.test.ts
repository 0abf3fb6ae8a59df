// What a command leaves when it is killed is named, and goes with the next one; what a running one uses stays.
// Nightly: it stops and kills commands.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, type Env, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const HOUR_MS = 3_600_000;
/** A public key, because to stretch a passphrase takes a second. */
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

interface Stopped {
  readonly left: string;
  kill(): Promise<void>;
}

const later = (ms: number) => ({ now: () => systemClock.now() + ms });

/** Starts a command, and stops it as soon as it works in a folder. It is neither ended nor going on. */
async function stoppedIn(
  t: TestContext,
  { env, argv, prefix, parent }: { env: Env; argv: string[]; prefix: string; parent: string },
): Promise<Stopped> {
  const before = new Set(readdirSync(parent));
  const child = spawn(process.execPath, ['src/cli.ts', ...argv], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  // The owner is written once the folder is locked.
  const isOwned = (name: string): boolean =>
    (statSync(join(parent, name, '.owner'), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const isIt = (name: string): boolean =>
    !before.has(name) && name.startsWith(prefix) && isOwned(name);
  for (;;) {
    const name = readdirSync(parent).find(isIt);
    if (name !== undefined) {
      child.kill('SIGSTOP');
      assert.ok(existsSync(join(parent, name)), 'it was stopped in time');
      return { left: join(parent, name), kill };
    }
    assert.equal(child.exitCode, null, 'it ended before it could be stopped');
    await sleep(1);
  }
}

/** Makes a service with 8 MB of data, so that a command takes a while. */
async function prepare(t: TestContext) {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const env = { FORMSTEAD_DATA_DIR: dataDir };
  const formstead = commandLine(env);
  assert.equal((await formstead('setup', '--account', 'A', '--user-name', 'a')).code, 0);
  const db = await openDatabase({ dataDir, clock: systemClock, random: systemRandom });
  const value = randomBytes(4_000_000).toString('hex');
  await db.reader.insertInto('deployment').values({ name: 'large', value }).execute();
  await db.close();
  return { dataDir, to, env, formstead };
}

const leftoversOf = async (env: Env) => (await examine(commandLine(env))).of('leftovers');
const NONE = 'ok: no command that was killed has left anything';

test('what a killed restore left is named with its size, and goes with the next restore', async (t) => {
  const { dataDir: source, to, formstead } = await prepare(t);
  const file = join(to, 'backup.db');
  assert.equal((await formstead('backup', '--to', file)).code, 0);
  const dataDir = await folder(t);
  const env = { FORMSTEAD_DATA_DIR: dataDir };
  const argv = ['restore', '--from', file, '--discard-keys'];
  const run = { env, argv, prefix: '.restore-', parent: dataDir };
  const { left, kill } = await stoppedIn(t, run);
  assert.equal(await leftoversOf(env), NONE, 'it still runs');
  assert.equal((await commandLine(env)(...argv)).code, 0);
  assert.ok(existsSync(left), 'a restore that runs keeps its folder');
  await kill();
  assert.match(
    await leftoversOf(env),
    new RegExp(
      `^warning: formstead restore was killed and left ${left} \\([\\d.]+ MB\\) -> run formstead restore again, which deletes it, or delete it: rm -r '${left}'$`,
    ),
  );
  // It refuses what is there already, and cleans up all the same.
  assert.equal((await commandLine(env)(...argv)).code, 1);
  assert.equal(existsSync(left), false);
  assert.equal(await leftoversOf(env), NONE);
  assert.notEqual(source, dataDir);
});

test('what a killed check of a backup left in clear goes with the next check', async (t) => {
  const { to, env, formstead } = await prepare(t);
  const [keys, temporary] = [await folder(t), await folder(t)];
  const keyFile = join(keys, 'key.txt');
  await writeFile(keyFile, 'nine brass kettles on a shelf');
  const scheduled = { ...env, FORMSTEAD_BACKUP_TO: to, FORMSTEAD_BACKUP_KEY_FILE: keyFile };
  const file = (await commandLine(scheduled)('backup', '--json')).word('file');
  const argv = ['backup', '--verify', file, '--key-file', keyFile];
  const prefix = 'formstead-verify-';
  const own = { ...env, TMPDIR: temporary };
  const { left, kill } = await stoppedIn(t, { env: own, argv, prefix, parent: temporary });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = temporary;
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  assert.equal((await formstead(...argv)).code, 0);
  assert.ok(existsSync(left), 'one that runs keeps its folder');
  await kill();
  assert.equal((await formstead(...argv)).code, 0);
  assert.deepEqual(readdirSync(temporary), []);
});

test('the copy of a killed upgrade --check goes with the next one, also if nothing is pending any more', async (t) => {
  const dataDir = await folder(t);
  const db = await openDatabase({
    ...{ dataDir, clock: systemClock, random: systemRandom, migrate: false },
  });
  await db.transaction((tx) => migrate(tx, 0, { steps: migrations.slice(0, -3) }));
  await db.close();
  const env = { FORMSTEAD_DATA_DIR: dataDir };
  const argv = ['upgrade', '--check'];
  const { left, kill } = await stoppedIn(t, { env, argv, prefix: '.upgrade-', parent: dataDir });
  const checked = await commandLine(env)(...argv);
  assert.equal(checked.code, 0, checked.stderr);
  assert.ok(existsSync(left), 'a check that runs keeps its copy');
  await kill();
  assert.match(await leftoversOf(env), /^warning: formstead upgrade --check was killed and left /);
  assert.equal((await commandLine(env)('migrate')).code, 0);
  assert.equal((await commandLine(env)(...argv)).code, 0);
  assert.equal(existsSync(left), false);
});

test('what a killed backup left beside its target is found wherever that was', async (t) => {
  const { dataDir, to, env, formstead } = await prepare(t);
  const argv = ['backup', '--to', join(to, 'first.db')];
  const { left, kill } = await stoppedIn(t, { env, argv, prefix: '.backup-to-', parent: to });
  const elsewhere = await folder(t);
  assert.equal((await formstead('backup', '--to', join(elsewhere, 'second.db'))).code, 0);
  assert.ok(existsSync(left), 'a backup that runs keeps its folder');
  await kill();
  assert.match(
    await leftoversOf(env),
    new RegExp(`^warning: formstead backup --to was killed and left ${left} `),
  );
  assert.equal((await formstead('backup', '--to', join(elsewhere, 'third.db'))).code, 0);
  assert.deepEqual(readdirSync(to), []);
  assert.deepEqual(readdirSync(elsewhere).sort(), [
    'second.db',
    'second.db.files',
    'third.db',
    'third.db.files',
  ]);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('.')),
    [],
  );
});

/** Runs a script until it kills itself. */
async function runKilled(script: string): Promise<void> {
  assert.ok(await isKilledIn(script));
}

/** Runs a script, and returns whether it killed itself before it came to its end. */
async function isKilledIn(script: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  assert.ok(code === 0 || signal === 'SIGKILL', `${code} ${signal}`);
  return signal === 'SIGKILL';
}

/** Puts files in place as a restore does, and is killed before the database follows. */
const killedWhilePlacing = (dataDir: string, files = ['b']): Promise<void> =>
  runKilled(`
    import { mkdir, writeFile } from 'node:fs/promises';
    import { placeFolder } from './src/commands/work-folder/placed-folder.ts';
    import { makeWorkFolder, RESTORE } from './src/commands/work-folder/work-folder.ts';
    const dataDir = ${JSON.stringify(dataDir)};
    const { path } = await makeWorkFolder(dataDir, RESTORE);
    await mkdir(path + '/files/a', { recursive: true });
    for (const name of ${JSON.stringify(files)}) await writeFile(path + '/files/a/' + name, 'a file of a form');
    await placeFolder(path, {
      folder: path + '/files', to: dataDir + '/files', completedBy: dataDir + '/formstead.db',
    });
    process.kill(process.pid, 'SIGKILL');`);

/**
 * Cleans up as the next restore does, and is killed when some files are gone.
 * @returns false if all of them were gone before: on a busy machine that may be one look later
 */
const isKilledWhileCleaning = (dataDir: string): Promise<boolean> =>
  isKilledIn(`
    import { readdirSync } from 'node:fs';
    import { setImmediate as turn } from 'node:timers/promises';
    import { isKilled, RESTORE, removeLeftovers } from './src/commands/work-folder/work-folder.ts';
    const dataDir = ${JSON.stringify(dataDir)};
    const count = () => {
      try {
        return readdirSync(dataDir, { recursive: true }).filter((name) => /file-/.test(name)).length;
      } catch {
        return 1; // A folder that it had listed has gone meanwhile, and its files with it.
      }
    };
    const all = count();
    void removeLeftovers(dataDir, RESTORE, isKilled(Date.now()));
    while (count() === all) await turn();
    if (count() > 0) process.kill(process.pid, 'SIGKILL');`);

test('a half-restored directory is emptied by the next restore, unless somebody has used it since', async (t) => {
  const { to, formstead } = await prepare(t);
  const file = join(to, 'backup.db');
  assert.equal((await formstead('backup', '--to', file)).code, 0);
  const restoreInto = (dataDir: string) =>
    commandLine({ FORMSTEAD_DATA_DIR: dataDir })('restore', '--from', file, '--discard-keys');

  const half = join(await folder(t), "it's here");
  await mkdir(half);
  await killedWhilePlacing(half);
  assert.match(
    await leftoversOf({ FORMSTEAD_DATA_DIR: half }),
    /^warning: .*\.restore-\w+ \(0\.0 MB\) and .*\/files \(0\.0 MB\) -> .* rm -r '.*it'\\''s here\/files' '.*\.restore-\w+'$/,
  );
  const restored = await restoreInto(half);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal(existsSync(join(half, 'files')), false);

  const used = await folder(t);
  await killedWhilePlacing(used);
  await sleep(20);
  await mkdir(join(used, 'files/a/own'));
  const refused = await restoreInto(used);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /There is data already: .*files/);
  assert.deepEqual(readdirSync(join(used, 'files/a')).sort(), ['b', 'own']);
});

test('a clean-up that is killed leaves nothing that looks like data', async (t) => {
  const { to, formstead } = await prepare(t);
  const file = join(to, 'backup.db');
  assert.equal((await formstead('backup', '--to', file)).code, 0);
  const half = await folder(t);
  const files = Array.from({ length: 2000 }, (_, i) => `file-${i}`);
  let isHalfClean = false;
  for (let attempt = 0; !isHalfClean && attempt < 10; attempt += 1) {
    await killedWhilePlacing(half, files);
    isHalfClean = await isKilledWhileCleaning(half);
  }
  assert.ok(isHalfClean);
  const env = { FORMSTEAD_DATA_DIR: half };
  const restored = await commandLine(env)('restore', '--from', file, '--discard-keys');
  assert.equal(restored.code, 0, restored.stderr);
});

test('a restore that is refused deletes nothing of the one before', async (t) => {
  const { to, formstead } = await prepare(t);
  const file = join(to, 'backup.db');
  assert.equal((await formstead('backup', '--to', file)).code, 0);
  const half = await folder(t);
  const isThere = () =>
    readdirSync(half, { recursive: true }).some((name) =>
      String(name).endsWith('/a/file-of-a-form'),
    );
  await killedWhilePlacing(half, ['file-of-a-form']);
  const restoreFrom = (from: string) =>
    commandLine({ FORMSTEAD_DATA_DIR: half })('restore', '--from', from, '--discard-keys');
  assert.equal((await restoreFrom(join(to, 'backup.bd'))).code, 1);
  assert.ok(existsSync(join(half, 'files/a/file-of-a-form')), 'it stays where it is');
  await writeFile(join(to, 'other.db'), 'not a backup');
  assert.equal((await restoreFrom(join(to, 'other.db'))).code, 1);
  assert.ok(isThere());
  // A sound backup of another installation, whose master key is not here.
  const env = { FORMSTEAD_DATA_DIR: half };
  assert.equal((await commandLine(env)('restore', '--from', file)).code, 1);
  assert.ok(isThere());
  const restored = await restoreFrom(file);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal(isThere(), false);
});

test('after a reboot, what was half restored is named as such', async (t) => {
  const { to, formstead } = await prepare(t);
  const file = join(to, 'backup.db');
  assert.equal((await formstead('backup', '--to', file)).code, 0);
  const half = await folder(t);
  await killedWhilePlacing(half);
  const name = readdirSync(half).find((each) => each.startsWith('.restore-')) ?? '';
  const work = join(half, name);
  await writeFile(join(work, '.owner'), 'the kernel before');
  const env = { FORMSTEAD_DATA_DIR: half };
  const remove = `rm -r '${join(half, 'files')}' '${work}'`;
  const found = await leftoversOf(env);
  assert.match(found, /may use .*\.restore-\w+ \(.*\) and .*\/files \(.*\) on another machine/);
  assert.ok(found.includes(`delete it: ${remove};`), found);
  const refused = await commandLine(env)('restore', '--from', file, '--discard-keys');
  assert.equal(refused.code, 1);
  assert.ok(refused.stderr.includes(remove), refused.stderr);
  assert.ok(existsSync(join(half, 'files/a/b')));
});

test('what may run on another machine is kept, and named, until nothing has changed for a day', async (t) => {
  const { to, formstead } = await prepare(t);
  const file = join(to, 'backup.db');
  assert.equal((await formstead('backup', '--to', file)).code, 0);
  const dataDir = await folder(t);
  const env = { FORMSTEAD_DATA_DIR: dataDir };
  const argv = ['restore', '--from', file, '--discard-keys'];
  const run = { env, argv, prefix: '.restore-', parent: dataDir };
  const { left, kill } = await stoppedIn(t, run);
  await kill();
  await writeFile(join(left, '.owner'), 'the kernel of another machine');
  assert.equal((await commandLine(env)(...argv)).code, 0);
  assert.ok(statSync(left).isDirectory());
  assert.match(
    await leftoversOf(env),
    /^warning: formstead restore may use .* on another machine, or was killed and left it -> if it runs nowhere, delete it: rm -r /,
  );
  const hoursLater = (hours: number) => commandLine(env, { clock: later(hours * HOUR_MS) });
  await hoursLater(23)(...argv);
  assert.ok(existsSync(left));
  await hoursLater(25)(...argv);
  assert.equal(existsSync(left), false);
});

test('a backup whose lease ran out while it was stopped keeps its copy until it ends', async (t) => {
  const { dataDir, to, env } = await prepare(t);
  const scheduled = { ...env, FORMSTEAD_BACKUP_TO: to, FORMSTEAD_BACKUP_KEY: RECIPIENT };
  const run = { env: scheduled, argv: ['backup'], prefix: '.unfinished-backup-', parent: to };
  const { left, kill } = await stoppedIn(t, run);
  const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('.copy-for-backup-'));
  const [copy, ...others] = copies();
  assert.ok(copy !== undefined && others.length === 0);
  const next = commandLine(scheduled, { clock: later(HOUR_MS) });
  assert.equal((await next('backup')).code, 0);
  assert.ok(existsSync(left));
  assert.deepEqual(copies(), [copy]);
  // Not the whole doctor: the backup that was just made is dated an hour ahead of its clock.
  assert.equal(await leftoversOf(env), NONE);
  await kill();
  assert.match(
    await leftoversOf(scheduled),
    /^warning: formstead backup was killed and left .*\.copy-for-backup-.*\nwarning: .*\.unfinished-backup-/,
  );
  const last = commandLine(scheduled, { clock: later(2 * HOUR_MS) });
  assert.equal((await last('backup')).code, 0);
  assert.equal(await leftoversOf(scheduled), NONE);
});

forEachEngine((engine) => {
  test('a backup that was killed keeps nobody from the next one, and one that runs does', async (t) => {
    const [storage, to] = [await engine.fresh('any'), await folder(t)];
    const env = { ...envOf(storage), FORMSTEAD_BACKUP_TO: to, FORMSTEAD_BACKUP_KEY: RECIPIENT };
    const formstead = commandLine(env);
    assert.equal((await formstead('setup', '--account', 'A', '--user-name', 'a')).code, 0);
    const run = { env, argv: ['backup'], prefix: '.unfinished-backup-', parent: to };
    const { kill } = await stoppedIn(t, run);
    const refused = await formstead('backup');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^Another backup is being made: /);
    const due = await formstead('backup', '--if-due', '--json');
    assert.deepEqual([due.code, due.json('file')], [0, null]);
    await kill();
    const made = await formstead('backup', '--json');
    assert.equal(made.code, 0, made.stderr);
    assert.deepEqual(readdirSync(to), [basename(made.word('file'))]);
    assert.equal(await leftoversOf(env), NONE);
  });
});
