import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../../test/support/instance.ts';

const EMAILS = [
  { value: 'grace@home.example', type: 'home' },
  { value: 'grace@navy.example', type: 'work', primary: true },
];

forEachEngine((engine) => {
  let instance: Instance;
  let grace: string;
  let shy: string;
  let groups: readonly string[];
  let other: { readonly token: string; readonly user: string; readonly group: string };

  before(async () => {
    instance = await startInstance(engine);
    const { db, directory } = instance.services;
    const actorIn = (accountId: string) => ({ accountId, via: 'command-line' }) as const;
    const addUser = (accountId: string, attributes: { userName: string }) =>
      db.transaction((tx) =>
        directory.createUser(tx, actorIn(accountId), { attributes, origin: 'provisioned' }),
      );
    const addGroup = (accountId: string, displayName: string) =>
      db.transaction(async (tx) => {
        const input = { attributes: { displayName }, members: [], origin: 'local' } as const;
        return (await directory.createGroup(tx, actorIn(accountId), input)).group.id;
      });
    const { accountId } = instance.account;
    const name = { givenName: 'Grace', familyName: 'Hopper' };
    const full = {
      userName: 'grace@example.com',
      name,
      title: 'Admiral',
      active: true,
      emails: EMAILS,
    };
    grace = (await addUser(accountId, full)).id;
    const partly = { userName: 'shy', name: { familyName: 'Shy' }, active: false };
    shy = (await addUser(accountId, partly)).id;
    groups = [await addGroup(accountId, 'Crew'), await addGroup(accountId, 'Office')];
    const second = await instance.addAccount('Other');
    other = {
      token: await instance.token(second.clientId, second.clientSecret),
      user: (await addUser(second.accountId, { userName: 'stranger' })).id,
      group: await addGroup(second.accountId, 'Strangers'),
    };
  });
  after(() => instance.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, token?: string) =>
    instance.request('GET', path, { headers, ...(token !== undefined && { token }) });
  const ids = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { id: string }[]).map(({ id }) => id);
  };

  test('a user shows the few fields that an assignment needs, nothing else', async () => {
    const answer = await get(`/v2/users/${grace}`);
    assert.deepEqual(answer.body, {
      id: grace,
      url: `${instance.baseUrl}/v2/users/${grace}`,
      username: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@navy.example',
      active: true,
    });
    const shyAnswer = await get(`/v2/users/${shy.toUpperCase()}`);
    assert.deepEqual(
      [shyAnswer.at('firstName'), shyAnswer.at('lastName'), shyAnswer.at('active')],
      [null, 'Shy', false],
    );
  });

  test('all users are listed with their total, the break-glass admin included', async () => {
    const answer = await get('/v2/users');
    assert.deepEqual(ids(answer), [instance.account.userId, grace, shy]);
    assert.equal(answer.headers['x-total-count'], '3');
  });

  test('groups are listed and read by id and name', async () => {
    const [crew = '', office = ''] = groups;
    const item = (id: string, name: string) => ({
      id,
      url: `${instance.baseUrl}/v2/groups/${id}`,
      name,
    });
    const list = await get('/v2/groups');
    assert.deepEqual(list.body, [item(crew, 'Crew'), item(office, 'Office')]);
    assert.equal(list.headers['x-total-count'], '2');
    assert.deepEqual((await get(`/v2/groups/${crew}`)).body, item(crew, 'Crew'));
  });

  test('members may look up who forms are assigned to', async () => {
    const { token } = await instance.addUser('member');
    for (const path of ['/v2/users', `/v2/users/${grace}`, '/v2/groups']) {
      assert.equal((await get(path, {}, token)).status, 200);
    }
  });

  test("another account's users and groups, and what is no id, do not exist", async () => {
    const [crew = ''] = groups;
    const wrong = [
      `/v2/users/${other.user}`,
      `/v2/groups/${other.group}`,
      `/v2/users/${crew}`,
      `/v2/groups/${grace}`,
      `/v2/users/${instance.services.ids.next()}`,
      '/v2/users/me',
      '/v2/users/%00',
      "/v2/groups/'%20or%201=1",
      `/v2/groups/${'9'.repeat(2000)}`,
    ];
    for (const path of wrong) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.at('code')], [404, 'not-found'], path);
    }
    assert.equal((await get(`/v2/users/${grace}`, {}, other.token)).status, 404);
    assert.ok(!ids(await get('/v2/users', {}, other.token)).includes(grace));
  });

  test('following next lists everybody once, and its place is good for this list alone', async () => {
    for (const path of ['/v2/users', '/v2/groups']) {
      const found: string[] = [];
      let url: string | undefined = `${path}?pagesize=1`;
      let cursor = '';
      while (url !== undefined) {
        const answer = await get(url);
        found.push(...ids(answer));
        const next = /<([^>]+)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
        url = next?.replace(instance.baseUrl, '');
        cursor = url ?? cursor;
      }
      assert.deepEqual(found, ids(await get(path)));
      const twin = cursor.startsWith('/v2/users') ? '/v2/groups' : '/v2/users';
      const elsewhere = await get(cursor.replace(path, twin));
      assert.deepEqual([elsewhere.status, elsewhere.at('at')], [400, 'after']);
    }
  });

  test('paging is refused and clamped as in the list of forms', async () => {
    for (const query of ['pageSize=0', 'pageNumber=abc', 'pageNumber=1&PageNumber=1', 'after=x']) {
      assert.equal((await get(`/v2/users?${query}`)).status, 400, query);
      assert.equal((await get(`/v2/groups?${query}`)).status, 400, query);
    }
    assert.deepEqual(ids(await get('/v2/users?pageNumber=1000000000&pageSize=1000000000')), []);
    assert.deepEqual(ids(await get('/v2/groups?pageNumber=2&pageSize=1')), [groups[1]]);
  });

  test('an unchanged answer is a 304, and who takes no JSON gets a 406', async () => {
    for (const path of [
      '/v2/users',
      `/v2/users/${grace}`,
      '/v2/groups',
      `/v2/groups/${groups[0]}`,
    ]) {
      const etag = (await get(path)).headers['etag'] ?? '';
      assert.match(etag, /^"/);
      assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
      assert.equal((await get(path, { accept: 'text/csv' })).status, 406);
    }
  });

  test('users are found by name, by any of their addresses and by whether they are active', async () => {
    const find = (filter: string, more = '') =>
      get(`/v2/users?filter=${encodeURIComponent(filter)}${more}`);
    assert.deepEqual(ids(await find('username eq "GRACE@example.com"')), [grace]);
    assert.deepEqual(ids(await find("email eq 'Grace@Home.example'")), [grace]);
    assert.deepEqual(ids(await find('email eq grace@navy.example and active eq true')), [grace]);
    assert.deepEqual(ids(await find('email eq grace@navy.example and active eq false')), []);
    assert.deepEqual(ids(await find('active eq false')), [shy]);
    const active = await find('active eq true', '&pageSize=1');
    assert.equal(ids(active).length, 1);
    const next = /<([^>]+)>; rel="next"/.exec(active.headers['link'] ?? '')?.[1] ?? '';
    assert.notDeepEqual(ids(await get(next.slice(instance.baseUrl.length))), ids(active));
    const everybody = [(await get('/v2/users?pageSize=100')).body].flat();
    const total = everybody.filter((user) => Object(user).active === true).length;
    assert.equal(active.headers['x-total-count'], String(total));
    assert.deepEqual(ids(await find('username eq "stranger"')), [], 'of another account');
    for (const wrong of [
      '',
      'username',
      'username eq',
      'username ne "a"',
      'colour eq "blue"',
      'active eq maybe',
      'username eq "a" and',
      'username eq "a" or active eq true',
      'username eq "a" and username eq "b"',
      'username eq "a',
    ]) {
      const refused = await find(wrong);
      assert.deepEqual([refused.status, refused.at('at')], [400, 'filter'], wrong);
    }
    assert.equal((await get('/v2/groups?filter=x')).status, 400);
  });
});
