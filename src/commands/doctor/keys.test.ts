// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sqliteFile } from '#db/open-sqlite.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock } from '../../../test/support/instance.ts';

const DAY_MS = 86_400_000;

test('a master key that is missing, malformed or another one is a fault that says what to do', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const [file, aside] = [join(dataDir, 'master.key'), join(dataDir, 'aside')];
  assert.match(
    (await examine(formstead)).of('keys'),
    /^ok: the master key opens the stored keys\n/,
  );

  await rename(file, aside);
  const missing = await examine(formstead);
  assert.equal(missing.code, 1);
  assert.match(missing.of('keys'), /^fault: .*which is not here.* -> put the right master key/);
  await writeFile(file, 'no key', { mode: 0o600 });
  assert.match((await examine(formstead)).of('keys'), /^fault: .*master\.key is damaged/);
  await writeFile(file, Buffer.alloc(32, 'another').toString('base64'));
  assert.match((await examine(formstead)).of('keys'), /^fault: .*wrapped by another master key/);
  await rename(aside, file);
  assert.equal((await examine(formstead)).code, 0);
});

test('a use without an active key is a fault, a stored key that was changed too', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const change = (sql: string): void => {
    const db = new SqliteDatabase(sqliteFile(dataDir));
    db.exec(sql);
    db.close();
  };
  change("update keys set retired_at = created_at where use = 'sig'");
  const retired = await examine(formstead);
  assert.equal(retired.code, 1);
  assert.match(
    retired.of('keys'),
    /fault: there is no active signing key -> formstead keys rotate --use sig/,
  );
  await formstead('keys', 'rotate', '--use', 'sig');
  assert.equal((await examine(formstead)).code, 0);
  change(
    "update keys set wrapped = substr(wrapped, 1, length(wrapped) - 4) || 'AAAA' where use = 'enc'",
  );
  assert.match(
    (await examine(formstead)).of('keys'),
    /fault: A stored key .* was changed and can't be read/,
  );
});

forEachEngine((engine) => {
  test('keys that are older than they should get are a warning', async () => {
    const env = envOf(await engine.fresh());
    const clock = createTestClock();
    await commandLine(env)('setup', '--account', 'A', '--user-name', 'a');
    clock.advance(40 * DAY_MS);
    const month = await examine(commandLine(env, { clock }));
    assert.match(
      month.of('keys'),
      /ok: the signing key .* is 40 days old\nwarning: the encryption key .* more than 30 -> formstead keys rotate --use enc/,
    );
    clock.advance(60 * DAY_MS);
    assert.match(
      (await examine(commandLine(env, { clock }))).of('keys'),
      /warning: the signing key .* is 100 days old, more than 90/,
    );
  });
});
