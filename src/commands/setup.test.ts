// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, envOf } from '../../test/support/command-line.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { startInstance } from '../../test/support/instance.ts';

forEachEngine((engine) => {
  test('one line makes an account, its admin and a credential, and prints exactly their four facts', async () => {
    const formstead = commandLine(envOf(await engine.fresh()));
    const made = await formstead(
      'setup',
      '--account',
      'Acme Ltd',
      '--user-name',
      'admin',
      '--json',
    );
    assert.equal(made.code, 0);
    assert.equal(made.stderr, '');
    assert.deepEqual(Object.keys(Object(made.json())), [
      'accountId',
      'userId',
      'clientId',
      'clientSecret',
    ]);
    assert.match(made.word('clientSecret'), /^fsk_/);
    const user = await formstead('user', 'show', 'admin', '--json');
    assert.equal(user.json('id'), made.json('userId'));
    assert.equal(user.json('role'), 'admin');
    assert.equal(user.json('protected'), true);
    assert.equal(user.json('hasPassword'), false);
    const credential = await formstead('credential', 'show', made.word('clientId'), '--json');
    assert.equal(credential.json('actsAs', 'userName'), 'admin');
    assert.ok(!credential.stdout.includes(made.word('clientSecret')));
  });

  test('while the service runs, setup adds an account whose credential works at once', async (t) => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    t.after(() => instance.close());
    const formstead = commandLine(envOf(storage));
    const made = await formstead('setup', '--account', 'Beta', '--user-name', 'admin', '--json');
    const token = await instance.token(made.word('clientId'), made.word('clientSecret'));
    const answer = await instance.request('GET', '/scim/v2/Users', { token });
    assert.equal(answer.status, 200);
    assert.equal(answer.at('totalResults'), 0);
  });

  test('a name that an account has is refused, however many ask at once', async () => {
    const formstead = commandLine(envOf(await engine.fresh()));
    await formstead('setup', '--account', 'First', '--user-name', 'admin');
    const ask = (name: string) => formstead('setup', '--account', name, '--user-name', 'admin');
    const runs = await Promise.all(['Acme', 'ACME', ' acme '].map(ask));
    assert.deepEqual(runs.map(({ code }) => code).sort(), [0, 1, 1]);
    for (const { stderr } of runs.filter(({ code }) => code === 1)) {
      assert.match(
        stderr,
        /^An account with the name .+ already exists \(code acme\)\. Choose another name.*\n$/,
      );
    }
    const list = await formstead('account', 'list', '--json');
    assert.equal(list.json('length'), 2);
  });

  test('the admin gets the password of a file or of stdin, if it is good enough', async () => {
    const storage = await engine.fresh();
    const file = join(storage.dataDir, 'password.txt');
    await writeFile(file, 'seven quiet lanterns drift\n');
    const formstead = commandLine(envOf(storage), { stdin: 'a sentence nobody guesses\r\n' });
    const setup = (account: string, path: string) =>
      formstead('setup', '--account', account, '--user-name', 'admin', '--password-file', path);
    assert.equal((await setup('Acme', file)).code, 0);
    assert.equal((await setup('Beta', '-')).code, 0);
    const shown = await formstead('user', 'show', 'admin', '--account', 'beta', '--json');
    assert.equal(shown.json('hasPassword'), true);

    await writeFile(file, 'short');
    const weak = await setup('Gamma', file);
    assert.deepEqual([weak.code, weak.stdout], [1, '']);
    assert.match(weak.stderr, /15/);
    const missing = await setup('Gamma', `${file}.missing`);
    assert.match(missing.stderr, /password\.txt\.missing can't be read \(ENOENT\)/);
    assert.equal((await formstead('account', 'list', '--json')).json('length'), 2);
  });
});
