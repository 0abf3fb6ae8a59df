import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

  test('an account is made in its time zone, and a zone that there is not makes none', async () => {
    const formstead = commandLine(envOf(await engine.fresh()));
    const wrong = ['--name', 'Acme', '--time-zone', 'Mars/Olympus'];
    const refused = await formstead('account', 'create', ...wrong);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /time zone does not exist.*Europe\/Berlin/s);
    await formstead('account', 'create', '--name', 'Acme', '--time-zone', 'Pacific/Auckland');
    await formstead('setup', '--account', 'Beta', '--user-name', 'admin');
    const list = await formstead('account', 'list', '--json');
    assert.deepEqual(
      [list.json('length'), list.json(0, 'timeZone'), list.json(1, 'timeZone')],
      [2, 'Pacific/Auckland', 'UTC'],
    );
  });

  test('the second account says what changes for everybody, the first and the third do not', async () => {
    const formstead = commandLine(envOf(await engine.fresh()));
    const setup = (name: string) => formstead('setup', '--account', name, '--user-name', 'admin');
    assert.doesNotMatch((await setup('Acme')).stdout, /organisations/);
    const second = await setup('Beta');
    assert.equal(second.code, 0);
    assert.match(second.stdout, /two organisations now/);
    assert.match(second.stdout, /code\/userName/);
    assert.doesNotMatch((await setup('Gamma')).stdout, /organisations/);
    const other = commandLine(envOf(await engine.fresh()));
    await other('account', 'create', '--name', 'Acme');
    assert.match((await other('account', 'create', '--name', 'Beta')).stdout, /code\/userName/);
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

  test('check 22: how long passwords must be is set for one account, for each way in, and put on record', async (t) => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    t.after(() => instance.close());
    const formstead = commandLine(envOf(storage));
    const create = async (password: string) => {
      const body = { userName: `${instance.services.ids.next()}@example.com`, password };
      return await instance.request('POST', '/scim/v2/Users', { body });
    };
    assert.equal((await create('q8Zk2-vP')).status, 201);
    const changed = await formstead('account', 'passwords', '--min-length-scim', '12', '--json');
    assert.deepEqual(
      [changed.json('passwordMinLength', 'web'), changed.json('passwordMinLength', 'scim')],
      [15, 12],
    );
    const refused = await create('q8Zk2-vP');
    assert.deepEqual([refused.status, refused.at('scimType')], [400, 'invalidValue']);
    assert.match(String(refused.at('detail')), /at least 12 characters/);
    assert.equal((await create('q8Zk2-vPw7!x')).status, 201);

    assert.equal((await formstead('account', 'passwords', '--min-length', '20')).code, 0);
    const file = join(storage.dataDir, 'password.txt');
    await writeFile(file, 'gH7 wq2 LpX 9zK');
    const set = await formstead('user', 'set-password', 'admin', '--password-file', file);
    assert.equal(set.code, 1);
    assert.match(set.stderr, /at least 20 characters/);
    for (const [args, code] of [
      [['--min-length', '7'], 1],
      [['--min-length-scim', '65'], 1],
      [['--min-length', 'ten'], 2],
      [[], 2],
    ] as const) {
      assert.equal((await formstead('account', 'passwords', ...args)).code, code, args.join(' '));
    }
    const shown = await formstead('account', 'show');
    assert.match(shown.stdout, /password length: +20, over SCIM 12/);
    const rows = await instance.services.db.reader
      .selectFrom('audit_events')
      .select(['detail'])
      .where('action', '=', 'account.set-password-min-length')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ detail }) => JSON.parse(detail ?? '')),
      [
        { via: 'command-line', from: { web: 15, scim: 8 }, to: { web: 15, scim: 12 } },
        { via: 'command-line', from: { web: 15, scim: 12 }, to: { web: 20, scim: 12 } },
      ],
    );
  });

  test('Basic is turned off and on for one account, from the next request on', async (t) => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    t.after(() => instance.close());
    const formstead = commandLine(envOf(storage));
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
