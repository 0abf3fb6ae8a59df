import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  test('accounts are made, listed in order of code and shown with what is in them', async () => {
    const formstead = commandLine(envOf(await engine.fresh()));
    const made = await formstead('account', 'create', '--name', 'Zeta', '--json');
    assert.deepEqual([made.code, made.json('code'), made.json('name')], [0, 'zeta', 'Zeta']);
    await formstead('setup', '--account', 'Acme', '--user-name', 'admin');
    assert.equal((await formstead('account', 'create', '--name', 'ZETA')).code, 1);
    const list = await formstead('account', 'list', '--json');
    assert.deepEqual(
      [list.json(0, 'code'), list.json(1, 'code'), list.json('length')],
      ['acme', 'zeta', 2],
    );
    assert.match(
      (await formstead('account', 'list')).stdout,
      /^CODE {2}NAME .*\nacme {2}Acme .*\nzeta {2}Zeta /,
    );
    await formstead('user', 'create', '--user-name', 'ada', '--account', 'acme');
    const shown = await formstead('account', 'show', '--account', 'acme', '--json');
    assert.deepEqual([shown.json('users'), shown.json('groups'), shown.json('forms')], [1, 0, 0]);
  });

  test('with one account nobody has to name it; with several it must be named, and rightly', async () => {
    const formstead = commandLine(envOf(await engine.fresh()));
    const none = await formstead('account', 'list', '--json');
    assert.equal(none.code, engine.name === 'sqlite' ? 1 : 0);
    await formstead('setup', '--account', 'Acme', '--user-name', 'admin');
    assert.equal((await formstead('user', 'list')).code, 0);
    await formstead('setup', '--account', 'Beta', '--user-name', 'admin');
    const unnamed = await formstead('user', 'list');
    assert.equal(unnamed.code, 2);
    assert.match(
      unnamed.stderr,
      /There are 2 accounts: say which one with --account CODE \(acme, beta\)/,
    );
    const wrong = await formstead('user', 'list', '--account', 'acne');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /no account with the code acne\. Accounts: acme, beta/);
  });

  test('Basic is turned off and on for one account, from the next request on', async (t) => {
    const place = await engine.fresh();
    const instance = await startInstance(engine, { place });
    t.after(() => instance.close());
    const formstead = commandLine(envOf(place));
    const basic = Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64');
    const ask = async () =>
      (
        await instance.request('GET', '/v2/formz', {
          token: null,
          headers: { authorization: `Basic ${basic}` },
        })
      ).status;
    assert.equal(await ask(), 200);
    assert.equal(
      (await formstead('account', 'basic', 'off', '--json')).json('basicAllowed'),
      false,
    );
    assert.equal(await ask(), 401);
    assert.equal((await formstead('account', 'basic', 'on')).code, 0);
    assert.equal(await ask(), 200);
    assert.equal((await formstead('account', 'basic', 'maybe')).code, 2);
  });
});
