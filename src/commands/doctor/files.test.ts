// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';

test('secrets that others can read are found, with the line that closes them', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const key = join(dataDir, 'master.key');
  const look = async () => (await examine(formstead)).of('files');
  assert.equal(await look(), 'ok: 2 secret files are closed to others');

  await chmod(key, 0o644);
  assert.match(
    await look(),
    /^warning: only its directory keeps others from reading .*master\.key -> chmod 600 /,
  );
  await chmod(dataDir, 0o755);
  const open = await examine(formstead);
  assert.equal(open.code, 1);
  assert.match(
    open.of('files'),
    /^fault: every user of this machine can read .*master\.key -> chmod 600 .*master\.key$/,
  );
  await chmod(key, 0o640);
  assert.match(await look(), /^warning: its group can read .*master\.key/);
  await chmod(key, 0o600);
  await chmod(join(dataDir, 'formstead.db'), 0o644);
  assert.match(await look(), /^fault: every user .*formstead\.db -> chmod 700 /);
});

test('the data is closed to others even in a directory that is not', async (t) => {
  const dataDir = await folder(t);
  await chmod(dataDir, 0o755);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  assert.equal((await examine(formstead)).of('files'), 'ok: 2 secret files are closed to others');
});

test('secret files that a platform laid out wide open are a warning', async (t) => {
  const home = await folder(t);
  await chmod(home, 0o755);
  const file = join(home, 'key');
  await writeFile(file, Buffer.alloc(32, 'some').toString('base64'), { mode: 0o644 });
  const env = { FORMSTEAD_DATA_DIR: join(home, 'data'), FORMSTEAD_MASTER_KEY_FILE: file };
  const found = await examine(commandLine(env));
  assert.match(
    found.of('files'),
    /^warning: every user of this machine can read .*key -> chmod 600/,
  );
  assert.equal(found.code, 0);
});
