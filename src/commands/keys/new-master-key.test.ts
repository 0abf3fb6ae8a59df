import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { atMostOneSecond, commandLine, folder } from '../../../test/support/command-line.ts';

test('what an earlier move left beside the key of the settings is in nobody’s way', async (t) => {
  const dataDir = await folder(t);
  const key = randomBytes(32).toString('base64');
  const formstead = commandLine(
    { FORMSTEAD_DATA_DIR: dataDir, FORMSTEAD_MASTER_KEY: key },
    { sleep: atMostOneSecond },
  );
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const leftover = join(dataDir, 'master.key.new');
  await writeFile(leftover, key, { mode: 0o600 });
  const none = await formstead('keys', 'rewrap');
  assert.equal(none.code, 1);
  assert.match(none.stderr, /There is no new master key/);
  assert.ok(!(await readdir(dataDir)).includes('master.key.new'));

  await writeFile(leftover, key, { mode: 0o600 });
  const [next, file] = [randomBytes(32).toString('base64'), join(dataDir, 'next')];
  await writeFile(file, next);
  const moved = await formstead('keys', 'rewrap', '--new-master-key-file', file);
  assert.equal(moved.code, 0, moved.stderr);
  assert.equal((await readFile(leftover, 'utf8')).trim(), next);
});
