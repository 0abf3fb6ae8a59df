// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commandLine, envOf, type Formstead } from '../../../test/support/command-line.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), instance);
  });
  after(() => instance.close());

  const basicStatus = async (): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`;
    return (await instance.request('GET', '/v2/formz', { token: null, headers: { authorization } }))
      .status;
  };
  const attack = async (): Promise<void> => {
    const { signInThrottle, directory, db } = instance.services;
    const user = (await directory.findSignIn(db.reader, 'admin')).account?.user;
    for (let i = 0; i < 100; i += 1) {
      const attempt = { userName: 'admin', user, ip: `10.0.0.${i}` };
      await signInThrottle.attempt(attempt, async () => false);
    }
  };

  test('a user whose password was suspended is shown so, and unlocked on record', async () => {
    assert.equal(
      (await formstead('user', 'show', 'admin', '--json')).json('passwordSuspended'),
      false,
    );
    await attack();
    assert.equal(await basicStatus(), 401);
    assert.equal(
      (await formstead('user', 'show', 'admin', '--json')).json('passwordSuspended'),
      true,
    );
    assert.match((await formstead('user', 'show', 'admin')).stdout, /formstead user unlock/);
    const lifted = await formstead('user', 'unlock', 'ADMIN');
    assert.deepEqual([lifted.code, lifted.stdout], [0, 'admin may sign in by password again.\n']);
    assert.equal(await basicStatus(), 200);
    const lines = await readAuditLines(instance.services.db, instance.account.accountId);
    assert.equal(lines.filter(({ action }) => action === 'user.unlock').length, 1);
    const again = await formstead('user', 'unlock', 'admin', '--json');
    assert.deepEqual([again.code, again.json('unlocked')], [0, false]);
    assert.equal((await formstead('user', 'unlock', 'nobody')).code, 1);
  });
});
