// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  test('a healthy service that runs has no faults and no warnings, and its URL answers', async (t) => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    t.after(() => instance.close());
    const env = { ...envOf(storage), FORMSTEAD_PORT: String(instance.server.port) };
    const found = await examine(commandLine(env));
    assert.deepEqual(found.troubles, []);
    assert.equal(found.code, 0);
    for (const check of ['settings', 'disk', 'files', 'database', 'keys', 'clock', 'certificate']) {
      assert.match(found.of(check), /^ok: /, check);
    }
    assert.equal(found.of('public URL'), `ok: https://localhost:${instance.server.port} answers`);
    const { code, stdout } = await commandLine(env)('doctor');
    assert.equal(code, 0);
    assert.match(stdout, /\n\nfaults: 0, warnings: 0\n$/);
  });
});

test('before the first start it looks at what there is, and makes nothing', async (t) => {
  const dataDir = await folder(t);
  const found = await examine(commandLine({ FORMSTEAD_DATA_DIR: dataDir }));
  assert.deepEqual([found.code, found.troubles], [0, []]);
  assert.match(
    found.of('database'),
    /^skipped: there is none in .* yet: the first start makes it$/,
  );
  assert.deepEqual(readdirSync(dataDir), []);
});

test('faulty settings are findings, each with its fix', async (t) => {
  const env = {
    FORMSTEAD_DATA_DIR: await folder(t),
    FORMSTEAD_PORT: 'x',
    FORMSTEAD_BASIC: 'maybe',
  };
  const found = await examine(commandLine(env));
  assert.equal(found.code, 1);
  assert.match(found.of('settings'), /fault: FORMSTEAD_PORT: "x" is not a whole number\. -> Give/);
  assert.match(found.of('settings'), /fault: FORMSTEAD_BASIC: /);
  const { stdout } = await commandLine(env)('doctor');
  assert.match(stdout, /^fault +settings +FORMSTEAD_/m);
  assert.match(stdout, /^ +-> Give/m);
});
