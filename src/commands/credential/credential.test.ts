// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commandLine, envOf, type Formstead } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { parseDuration } from './duration.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), instance);
    await formstead('user', 'create', '--user-name', 'ada', '--role', 'admin');
  });
  after(() => instance.close());

  const create = async (...more: readonly string[]) => {
    const made = await formstead('credential', 'create', '--user', 'ada', '--json', ...more);
    return { id: made.word('clientId'), secret: made.word('clientSecret') };
  };
  const statusWith = async (token: string): Promise<number> =>
    (await instance.request('GET', '/scim/v2/Users', { token })).status;

  test('a credential acts as its user, with the rights it was given', async () => {
    const all = await create();
    assert.equal(await statusWith(await instance.token(all.id, all.secret)), 200);
    const some = await create('--rights', 'forms.read, directory.read', '--name', 'Export');
    assert.equal(await statusWith(await instance.token(some.id, some.secret)), 403);
    const shown = await formstead('credential', 'show', some.id, '--json');
    assert.deepEqual(shown.json('rights'), ['directory.read', 'forms.read']);
    assert.equal(shown.json('name'), 'Export');
    const wrong = await formstead(
      'credential',
      'create',
      '--user',
      'ada',
      '--rights',
      'everything',
    );
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /directory\.read, forms\.read, forms\.write, lists, scim/);
  });

  test('the secret is printed once: no list and no later look has it', async () => {
    const { id, secret } = await create();
    for (const argv of [['list'], ['list', '--json'], ['show', id], ['show', id, '--json']]) {
      const { code, stdout } = await formstead('credential', ...argv);
      assert.equal(code, 0);
      assert.ok(stdout.includes(id));
      assert.ok(!stdout.includes(secret));
    }
  });

  test('a new secret ends the old one at once, or after the overlap', async () => {
    const { id, secret } = await create();
    const token = await instance.token(id, secret);
    const next = await formstead('credential', 'regenerate', id, '--overlap', '1h', '--json');
    assert.equal(await statusWith(token), 200);
    await instance.token(id, secret);
    instance.clock.advance(3_600_001);
    await assert.rejects(instance.token(id, secret));
    const good = await instance.token(id, next.word('clientSecret'));
    const last = await formstead('credential', 'regenerate', id, '--account', 'acme', '--json');
    assert.equal(await statusWith(good), 401);
    await assert.rejects(instance.token(id, next.word('clientSecret')));
    await instance.token(id, last.word('clientSecret'));
    assert.equal((await formstead('credential', 'regenerate', id, '--overlap', 'long')).code, 2);
    assert.equal((await formstead('credential', 'regenerate', id, '--overlap', '90d')).code, 1);
  });

  test('a revoked credential, or a revoked secret of it, ends its tokens', async () => {
    const { id, secret } = await create();
    const next = await formstead('credential', 'regenerate', id, '--overlap', '1h', '--json');
    const shown = await formstead('credential', 'show', id, '--json');
    const [old, kept] = [
      await instance.token(id, secret),
      await instance.token(id, next.word('clientSecret')),
    ];
    const ids = [0, 1].map((n) => shown.word('secrets', n, 'id'));
    const first = ids.find((each) => each !== next.word('secretId')) ?? '';
    assert.equal((await formstead('credential', 'revoke', id, '--secret', first)).code, 0);
    assert.deepEqual([await statusWith(old), await statusWith(kept)], [401, 200]);
    assert.equal((await formstead('credential', 'revoke', id, '--json')).json('state'), 'revoked');
    assert.equal(await statusWith(kept), 401);
    assert.equal((await formstead('credential', 'regenerate', id)).code, 1);
  });

  test('a client id that is not there, or in another account, is refused', async () => {
    const other = await formstead('setup', '--account', 'Beta', '--user-name', 'admin', '--json');
    const mine = await formstead('credential', 'list', '--account', 'acme', '--json');
    const cases = [
      ['acme-nothing'],
      ['nothing'],
      ['-x'],
      [other.word('clientId'), '--account', 'acme'],
    ];
    for (const argv of cases) {
      const { code, stderr } = await formstead('credential', 'revoke', ...argv);
      assert.ok(code > 0);
      assert.match(stderr, /There is no (?:credential with the client id|option)/);
    }
    assert.ok(!mine.stdout.includes(other.word('clientId')));
    assert.equal((await formstead('credential', 'show', other.word('clientId'))).code, 0);
  });
});

test('a time is a number and a unit', () => {
  assert.deepEqual(
    ['90s', '30m', '24h', '7d', '0s'].map(parseDuration),
    [90, 1800, 86_400, 604_800, 0],
  );
  for (const text of ['24', 'h', '1.5h', '-1h', '1y', '24H', ' 1h', '1toString', '999999999s']) {
    assert.throws(() => parseDuration(text), /is not a time/);
  }
});
