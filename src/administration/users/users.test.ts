// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const create = async (body: unknown) => {
    const answer = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  const provision = async (userName: string, more: object = {}): Promise<string> => {
    const body = { userName, active: true, ...more };
    const answer = await node.request('POST', '/scim/v2/Users', { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  /** Returns the user names of a whole list, read in pages of `limit`. */
  const walk = async (query: string, limit: number): Promise<string[]> => {
    const names: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 50; pages += 1) {
      const path = `/app/v1/users?${query}&limit=${limit}&cursor=${cursor}`;
      const answer = await admin.send('GET', path);
      assert.equal(answer.status, 200, answer.text);
      const items = answer.at('items');
      assert.ok(Array.isArray(items));
      for (const { userName } of items) names.push(userName);
      cursor = String(answer.at('next') ?? '');
      if (cursor === '') return names;
    }
    throw new Error('the list has no end');
  };

  test('an admin creates a local user, changes it and sees what was made of it', async () => {
    const made = await create({
      userName: 'Ann@x.example',
      givenName: 'Ann',
      familyName: 'Lee',
      displayName: 'Ann Lee',
      email: 'ann@x.example',
      role: 'designer',
      password: 'four green kettles in march',
    });
    const id = String(made.at('id'));
    assert.deepEqual(
      ['origin', 'role', 'active', 'hasPassword', 'locked'].map((name) => made.at(name)),
      ['local', 'designer', true, true, []],
    );
    const body = {
      email: 'ann.lee@x.example',
      familyName: null,
      displayName: 'Ann',
      role: 'member',
    };
    const changed = await admin.send('PATCH', `/app/v1/users/${id}`, { body });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      ['email', 'familyName', 'givenName', 'displayName', 'role'].map((name) => changed.at(name)),
      ['ann.lee@x.example', undefined, 'Ann', 'Ann', 'member'],
    );
    const scim = await node.request('GET', `/scim/v2/Users/${id}`);
    assert.equal(scim.at('emails', 0, 'value'), 'ann.lee@x.example');
    const read = await admin.send('GET', `/app/v1/users/${id}`);
    assert.deepEqual(read.body, changed.body);
    const taken = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'ANN@X.example' },
    });
    assert.deepEqual([taken.status, taken.at('code')], [409, 'user-name-taken']);
    const weak = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'weak', password: 'weak weak weak weak' },
    });
    assert.deepEqual([weak.status, weak.at('at')], [400, 'password']);
  });

  test('an address that is typed here must be one; an identity provider may send what it has', async () => {
    for (const email of ['otto', 'otto@', 'otto@mail', 'o tto@x.example', '@x.example']) {
      const made = await admin.send('POST', '/app/v1/users', { body: { userName: 'otto', email } });
      const { status } = made;
      assert.deepEqual(
        [status, made.at('code'), made.at('reason'), made.at('at')],
        [400, 'invalid-value', 'wrong-format', 'email'],
      );
    }
    const body = { userName: 'otto', email: 'otto@x.example' };
    const made = await admin.send('POST', '/app/v1/users', { body });
    const path = `/app/v1/users/${made.at('id')}`;
    const changed = await admin.send('PATCH', path, { body: { email: 'otto' } });
    assert.deepEqual([changed.status, changed.at('at')], [400, 'email']);
    const cleared = await admin.send('PATCH', path, { body: { email: null } });
    assert.deepEqual([cleared.status, cleared.at('email')], [200, undefined]);
    const id = await provision('bare@x.example', { emails: [{ value: 'bare' }] });
    const kept = await admin.send('PATCH', `/app/v1/users/${id}`, { body: { role: 'designer' } });
    assert.deepEqual([kept.status, kept.at('email')], [200, 'bare']);
  });

  test('what the identity provider owns is locked and says so; role stays with the admin', async () => {
    const id = await provision('prov@x.example', { name: { givenName: 'P' }, title: 'T' });
    const path = `/app/v1/users/${id}`;
    const read = await admin.send('GET', path);
    assert.equal(read.at('origin'), 'provisioned');
    for (const [field, value] of [
      ['userName', 'other'],
      ['displayName', 'Other'],
      ['email', 'o@x.example'],
      ['active', false],
    ] as const) {
      const answer = await admin.send('PATCH', path, { body: { role: 'admin', [field]: value } });
      assert.deepEqual(
        [answer.status, answer.at('code'), answer.at('at')],
        [409, 'provisioned-field', field],
      );
    }
    assert.equal((await admin.send('GET', path)).at('role'), 'member', 'all or nothing');
    const role = await admin.send('PATCH', path, { body: { role: 'designer' } });
    assert.equal(role.at('role'), 'designer');
    const taken = await admin.send('PATCH', path, { body: { protected: true, active: false } });
    assert.deepEqual([taken.status, taken.at('active'), taken.at('locked')], [200, false, []]);
    assert.equal((await node.request('GET', `/scim/v2/Users/${id}`)).status, 404);
  });

  test('the last admin stays, and the consequences say so before', async () => {
    const path = `/app/v1/users/${node.account.userId}`;
    const consequences = await admin.send('GET', `${path}/consequences`);
    assert.equal(consequences.status, 200, consequences.text);
    assert.deepEqual(consequences.body, {
      credentials: 1,
      sessions: 1,
      groups: 0,
      forms: 0,
      managedPeople: 0,
      series: 0,
      reviews: { named: [], more: 0 },
      rules: 0,
      scheduledExports: 0,
      isLastAdmin: true,
      isSelf: true,
      didProvisioning: consequences.at('didProvisioning'),
    });
    for (const body of [{ active: false }, { role: 'member' }]) {
      const answer = await admin.send('PATCH', path, { body });
      assert.deepEqual([answer.status, answer.at('code')], [403, 'last-admin']);
    }
    assert.equal((await admin.send('DELETE', path)).at('code'), 'last-admin');
  });

  test('a deleted user is gone, and so is what acted as it', async () => {
    const { id, token } = await node.addUser('leaving', 'admin');
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);
    const path = `/app/v1/users/${id}/consequences`;
    let before = await admin.send('GET', path);
    for (let i = 0; i < 100 && before.at('didProvisioning') !== true; i += 1) {
      await setTimeout(50); // The provisioning log is written in the background.
      before = await admin.send('GET', path);
    }
    assert.equal(before.at('didProvisioning'), true);
    assert.equal((await admin.send('DELETE', `/app/v1/users/${id}`)).status, 204);
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 401);
    assert.equal((await admin.send('GET', `/app/v1/users/${id}`)).status, 404);
    assert.equal((await admin.send('DELETE', `/app/v1/users/${id}`)).status, 404);
    assert.equal((await admin.send('GET', `/app/v1/users/${id}/consequences`)).status, 404);
  });

  test('a search finds the start of any word of names, user names and e-mail addresses, each person once', async () => {
    await create({ userName: 'kiwi.two', displayName: 'Zed', email: 'kiwi@x.example' });
    await create({ userName: 'one.kiwi', displayName: 'Kiwi One' });
    await create({ userName: 'fruit2', displayName: 'b KIWI' });
    await create({
      userName: 'fruit1',
      displayName: 'a',
      familyName: 'Kiwi',
      email: 'a@kiwi.example',
    });
    await create({ userName: 'mail2', email: 'y-kiwi@x.example' });
    await provision('mail1', {
      emails: [
        { value: 'Kiwi-b@x.example', type: 'work' },
        { value: 'kiwi-a@x.example', type: 'home' },
      ],
    });
    await create({ userName: 'nokiwi', displayName: 'Akiwi', email: 'nokiwi@x.example' });
    const all = ['fruit1', 'fruit2', 'kiwi.two', 'mail1', 'mail2', 'one.kiwi'];
    for (const limit of [1, 2, 4, 100]) assert.deepEqual(await walk('q=KIWI', limit), all);
    assert.deepEqual(await walk('q=kiwi.t', 10), ['kiwi.two']);
    assert.deepEqual(await walk('q=ki%20z', 10), ['kiwi.two']);
    assert.deepEqual(await walk('q=kiwi.example', 10), ['fruit1']);
    assert.deepEqual(await walk('q=y-kiwi@x.ex', 10), ['mail2']);
    assert.deepEqual(await walk('q=%25', 10), []);
    assert.deepEqual(await walk('q=kiwi&origin=provisioned', 10), ['mail1']);
  });

  test('a search finds who has an externalId, completely and letter by letter, beside those it finds by their words', async () => {
    const key = `00u${node.services.ids.next()}`;
    const twins = ['twin-a', 'twin-b'];
    await provision(twins[0] ?? '', { externalId: key });
    const id = await provision(twins[1] ?? '', { externalId: key, displayName: 'Xaver Zwilling' });
    await node.request('PATCH', `/scim/v2/Users/${id}`, {
      body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
    const found = (q: string, limit = 50) => walk(`q=${encodeURIComponent(q)}`, limit);
    assert.deepEqual(await found(key), twins);
    assert.deepEqual(await found(` ${key} `, 1), twins, 'page by page');
    await provision('dash', { externalId: '-' });
    assert.deepEqual(await found('-'), ['dash'], 'an id without any word');
    assert.deepEqual(await found(key.slice(0, -1)), []);
    assert.deepEqual(await found(key.toUpperCase()), []);
    // The word of another person is the externalId of this one.
    await provision('namesake', { externalId: 'Xaver' });
    assert.deepEqual(await found('Xaver'), ['namesake', twins[1]]);
  });

  test('a person is found by a name of now, whoever changed it, and by none of before', async () => {
    const id = await provision('lq1', {
      displayName: 'Lindqvist, Änne',
      name: { givenName: 'Änne' },
    });
    for (const q of ['ann%20li', 'aen', '%C3%84NNE', 'lindqvist']) {
      assert.deepEqual(await walk(`q=${q}`, 10), ['lq1'], q);
    }
    const path = `/scim/v2/Users/${id}`;
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'displayName', value: 'Änne Berg' }],
    };
    assert.equal((await node.request('PATCH', path, { body })).status, 200);
    assert.deepEqual(await walk('q=lindqvist', 10), []);
    assert.deepEqual(await walk('q=berg%20anne', 10), ['lq1']);
    assert.equal((await admin.send('DELETE', `/app/v1/users/${id}`)).status, 204);
    assert.deepEqual(await walk('q=berg', 10), []);
  });

  test('filters and pages agree with everybody that there is', async () => {
    const everybody = await walk('', 100);
    assert.deepEqual(await walk('', 3), everybody);
    assert.deepEqual([...everybody].sort(), everybody.toSorted());
    const first = await admin.send('GET', '/app/v1/users?limit=1');
    assert.equal(first.at('total'), everybody.length);
    const parts = await Promise.all(['active=true', 'active=false'].map((query) => walk(query, 2)));
    assert.deepEqual(parts.flat().sort(), everybody.toSorted());
    const roles = await Promise.all(
      ['role=admin', 'role=designer', 'role=member'].map((query) => walk(query, 2)),
    );
    assert.deepEqual(roles.flat().sort(), everybody.toSorted());
    const next = String(first.at('next'));
    for (const path of [
      `/app/v1/users?limit=1&active=true&cursor=${next}`,
      `/app/v1/users?cursor=${next}x`,
      '/app/v1/users?limit=0',
      '/app/v1/users?limit=101',
      '/app/v1/users?active=maybe',
      '/app/v1/users?role=root',
      '/app/v1/users?filter=x',
      '/app/v1/users?q=a&q=b',
    ]) {
      const answer = await admin.send('GET', path);
      assert.deepEqual([answer.status, answer.at('code')], [400, 'invalid-parameter'], path);
    }
  });

  test('an admin sees where somebody is signed in, and signs them out', async () => {
    const other = await node.services.db.transaction((tx) =>
      node.services.directory.createUser(
        tx,
        { accountId: node.account.accountId, via: 'command-line' },
        { attributes: { userName: 'roamer' }, origin: 'local' },
      ),
    );
    const made = await node.services.db.transaction((tx) =>
      node.services.sessions.begin(tx, {
        accountId: node.account.accountId,
        accountCode: node.account.accountCode,
        userId: other.id,
        stamp: other.stamp,
        method: 'password',
        ip: '192.0.2.9',
        agent: 'Browser/1',
      }),
    );
    const path = `/app/v1/users/${other.id}/sessions`;
    const list = await admin.send('GET', path);
    assert.deepEqual(
      [list.at('items', 0, 'id'), list.at('items', 0, 'ip')],
      [made.id, '192.0.2.9'],
    );
    assert.equal((await admin.send('DELETE', path)).status, 204);
    assert.deepEqual((await admin.send('GET', path)).at('items'), []);
    assert.equal(
      await node.services.sessions.find(node.services.db.reader, made.cookie),
      undefined,
    );
  });
});
