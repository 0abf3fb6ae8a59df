// A move to another data directory keeps the authority by which clients trust the service.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { otherPlace } from '../../../test/support/moved-storage.ts';

forEachEngine((engine) => {
  test('clients that trust the local authority trust the service after a move', async (t) => {
    const storage = await engine.fresh('any');
    const before = await startInstance(engine, { storage });
    const token = await before.adminToken();
    const me = await before.request('GET', '/scim/v2/Users', { token });
    assert.equal(me.status, 200);
    await before.close();
    const { to, storage: there } = await otherPlace(t, engine);
    const move = await commandLine(envOf(storage))('migrate-storage', '--to', to, '--yes');
    assert.equal(move.code, 0, move.stderr);
    if (engine.name === 'sqlite') {
      assert.match(move.stdout, /Keep FORMSTEAD_DATA_DIR: it also has the local certificate/);
      assert.ok(!existsSync(join(there.dataDir, 'tls')));
      return;
    }
    assert.match(move.stdout, /The local certificate authority was copied/);
    for (const [name, mode] of [
      ['ca.pem', 0o600],
      ['cert.pem', 0o644],
    ] as const) {
      const [from, copy] = [storage, there].map(({ dataDir }) => join(dataDir, 'tls', name));
      assert.equal(readFileSync(copy ?? '', 'utf8'), readFileSync(from ?? '', 'utf8'));
      assert.equal(statSync(copy ?? '').mode & 0o777, mode);
    }
    const masterKey = envOf(storage)['FORMSTEAD_MASTER_KEY'] ?? '';
    const after = await startInstance(engine, {
      storage: there,
      env: { FORMSTEAD_MASTER_KEY: masterKey },
      account: before.account,
      ca: before.ca,
    });
    assert.equal((await after.request('GET', '/healthz', { token: null })).status, 200);
    await after.close();
  });
});
