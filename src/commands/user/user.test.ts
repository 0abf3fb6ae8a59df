// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commandLine, envOf, type Formstead } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  let withPassword: (password: string) => Formstead;
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), instance);
    withPassword = (password) =>
      commandLine(envOf(storage), { stdin: password, clock: instance.clock });
  });
  after(() => instance.close());

  const scimStatus = async (id: string): Promise<number> =>
    (await instance.request('GET', `/scim/v2/Users/${id}`)).status;
  const basicStatus = async (name: string, password: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    return (await instance.request('GET', '/v2/formz', { token: null, headers: { authorization } }))
      .status;
  };

  test('a user made here is seen over SCIM as it was described', async () => {
    const words = [
      '--user-name',
      'Ada@x.org',
      '--display-name',
      'Ada Lovelace',
      '--email',
      'ada@x.org',
    ];
    const made = await formstead('user', 'create', ...words, '--role', 'designer', '--json');
    assert.equal(made.code, 0);
    assert.equal(made.json('role'), 'designer');
    const seen = await instance.request('GET', `/scim/v2/Users/${made.word('id')}`);
    assert.equal(seen.at('userName'), 'Ada@x.org');
    assert.equal(seen.at('displayName'), 'Ada Lovelace');
    assert.equal(seen.at('emails', 0, 'value'), 'ada@x.org');
    const again = await formstead('user', 'create', '--user-name', 'ADA@X.ORG');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /has this userName/);
    assert.equal((await formstead('user', 'create', '--user-name', 'b', '--role', 'boss')).code, 2);
    const unmailed = await formstead('user', 'create', '--user-name', 'b', '--email', 'b');
    assert.deepEqual(
      [unmailed.code, /like ada@example\.org, not b/.test(unmailed.stderr)],
      [2, true],
    );
  });

  test('a user is found by name without case, or by id, and shown without any secret', async () => {
    const made = await withPassword('a sentence nobody guesses')(
      ...['user', 'create', '--user-name', 'grace', '--password-file', '-', '--json'],
    );
    for (const who of ['GRACE', made.word('id'), made.word('id').toUpperCase()]) {
      const shown = await formstead('user', 'show', who, '--json');
      assert.equal(shown.json('userName'), 'grace');
      assert.equal(shown.json('hasPassword'), true);
      assert.doesNotMatch(shown.stdout, /argon2|sentence/);
    }
    assert.match((await formstead('user', 'show', 'grace')).stdout, /^user: +grace\n/);
    const provision = async (userName: string) =>
      await instance.request('POST', '/scim/v2/Users', {
        body: { userName, externalId: '00u1', active: userName === 'bo.new' },
      });
    const bo = await provision('bo');
    const found = await formstead('user', 'show', '00u1');
    assert.match(found.stdout, /^user: +bo\n(?:.*\n)*external id: +00u1\n/);
    const twin = await provision('bo.new');
    const several = await formstead('user', 'deactivate', '00u1');
    assert.equal(several.code, 1);
    assert.match(several.stderr, /Several users have the externalId 00u1/);
    for (const line of [`${bo.at('id')}  bo (inactive)`, `${twin.at('id')}  bo.new (active)`]) {
      assert.ok(several.stderr.includes(line), several.stderr);
    }
    for (const who of ['nobody', '019aa001-7a10-7c11-8d22-5e6f70819203', '']) {
      const missing = await formstead('user', 'show', who);
      assert.equal(missing.code, 1);
      assert.match(
        missing.stderr,
        /There is no user .* in the account acme\. See: formstead user list/,
      );
    }
  });

  test('lists go page by page, in the order people were made, and by role', async () => {
    for (const name of ['p1', 'p2', 'p3']) await formstead('user', 'create', '--user-name', name);
    const all = (await formstead('user', 'list', '--json')).json('users');
    const names = (Array.isArray(all) ? all : []).map(({ userName }) => userName);
    assert.equal(names[0], 'admin');
    assert.deepEqual(names.slice(-3), ['p1', 'p2', 'p3']);
    const paged: unknown[] = [];
    for (let more: readonly string[] = []; ; ) {
      const page = await formstead('user', 'list', '--limit', '2', ...more, '--json');
      for (let i = 0; page.json('users', i) !== undefined; i += 1)
        paged.push(page.json('users', i, 'userName'));
      const next = page.json('next');
      if (next === undefined) break;
      more = ['--after', String(next)];
    }
    assert.deepEqual(paged, names);
    const admins = await formstead('user', 'list', '--role', 'admin', '--json');
    assert.deepEqual(
      [admins.json('users', 0, 'userName'), admins.json('users', 'length')],
      ['admin', 1],
    );
    assert.match(
      (await formstead('user', 'list', '--limit', '1')).stdout,
      /There are more: --after /,
    );
  });

  test('deactivation ends a token with the next request; reactivation brings the credential back', async () => {
    const { token } = await instance.addUser('temp', 'admin');
    const ask = async () => (await instance.request('GET', '/scim/v2/Users', { token })).status;
    assert.equal(await ask(), 200);
    assert.equal((await formstead('user', 'deactivate', 'temp', '--json')).json('active'), false);
    assert.equal(await ask(), 401);
    assert.equal((await formstead('user', 'reactivate', 'temp', '--json')).json('active'), true);
    assert.equal(await ask(), 401);
    assert.equal((await formstead('user', 'delete', 'temp')).code, 0);
  });

  test('a role holds from the next request on', async () => {
    const { token } = await instance.addUser('riser');
    const ask = async () => (await instance.request('GET', '/scim/v2/Users', { token })).status;
    assert.equal(await ask(), 403);
    assert.equal((await formstead('user', 'set-role', 'riser', 'admin')).code, 0);
    assert.equal(await ask(), 200);
    assert.equal((await formstead('user', 'set-role', 'riser', 'member')).code, 0);
    assert.equal(await ask(), 403);
    assert.equal((await formstead('user', 'set-role', 'riser', 'king')).code, 2);
  });

  test('the last active admin stays, whatever is typed', async () => {
    for (const argv of [
      ['deactivate', 'admin'],
      ['delete', 'admin'],
      ['set-role', 'admin', 'member'],
    ]) {
      const { code, stderr } = await formstead('user', ...argv);
      assert.equal(code, 1);
      assert.match(stderr, /last active administrator/);
    }
    assert.equal((await formstead('user', 'show', 'admin', '--json')).json('role'), 'admin');
  });

  test('a break-glass user is opened to identity providers and closed again', async () => {
    const made = await formstead(
      'user',
      'create',
      '--user-name',
      'rescue',
      '--protected',
      '--json',
    );
    const id = made.word('id');
    const total = async () => (await instance.request('GET', '/scim/v2/Users')).at('totalResults');
    const hidden = Number(await total());
    assert.equal(await scimStatus(id), 404);
    assert.equal(
      (await formstead('user', 'unprotect', 'rescue', '--json')).json('protected'),
      false,
    );
    assert.equal(await scimStatus(id), 200);
    assert.equal(await total(), hidden + 1);
    assert.equal((await formstead('user', 'protect', 'rescue', '--json')).json('protected'), true);
    assert.equal((await formstead('user', 'protect', 'rescue')).code, 0);
    assert.equal(await scimStatus(id), 404);
    assert.equal(await total(), hidden);
  });

  test('a new password works at once, the old one never again, a weak one not at all', async () => {
    await withPassword('the first sentence I chose')(
      ...['user', 'create', '--user-name', 'pat', '--password-file', '-'],
    );
    assert.equal(await basicStatus('pat', 'the first sentence I chose'), 200);
    const set = withPassword('the second sentence I chose');
    assert.equal((await set('user', 'set-password', 'pat', '--password-file', '-')).code, 0);
    assert.equal(await basicStatus('pat', 'the first sentence I chose'), 401);
    assert.equal(await basicStatus('pat', 'the second sentence I chose'), 200);
    const weak = await withPassword('patpatpat')(
      'user',
      'set-password',
      'pat',
      '--password-file',
      '-',
    );
    assert.equal(weak.code, 1);
    assert.equal(await basicStatus('pat', 'the second sentence I chose'), 200);
    assert.equal((await formstead('user', 'set-password', 'pat')).code, 2);
  });

  test('a deleted user is gone, and the name is free', async () => {
    const made = await formstead('user', 'create', '--user-name', 'gone', '--json');
    const removed = await formstead('user', 'delete', 'gone', '--json');
    assert.deepEqual(removed.json(), { id: made.json('id'), userName: 'gone', deleted: true });
    assert.equal(await scimStatus(made.word('id')), 404);
    const again = await formstead('user', 'create', '--user-name', 'gone', '--json');
    assert.notEqual(again.json('id'), made.json('id'));
  });

  test('what was typed is in the audit record, as typed by somebody at the machine', async () => {
    const rows = await instance.services.db.reader
      .selectFrom('audit_events')
      .select(['action', 'detail'])
      .orderBy('id')
      .execute();
    const typed = rows.filter(({ detail }) => /"via":"command-line"/.test(detail ?? ''));
    const actions = new Set(typed.map(({ action }) => action));
    for (const action of [
      'user.create',
      'user.delete',
      'user.set-role',
      'user.open-to-provisioning',
    ]) {
      assert.ok(actions.has(action), action);
    }
  });
});
