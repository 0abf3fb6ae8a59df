import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD } from '../../../test/support/instance.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('7644-3.4.1-01 7643-3.1-15 7643-3.1-16 a user is read back as sent, with id, schemas and meta', async () => {
    const boss = idOf(await scim.addUser({ displayName: 'The Boss' }));
    const sent = {
      userName: fresh('Ann'),
      externalId: 'E-1',
      displayName: 'Ann 😀 אן',
      name: { givenName: 'Ann', familyName: 'Émile' },
      title: 'Engineer',
      active: true,
      emails: [
        { value: 'Ann@Example.com', type: 'Work', primary: true },
        { value: 'ann@home.example', type: 'home' },
      ],
      roles: [{ value: 'lead' }],
      [ENTERPRISE]: { department: 'Tours', manager: { value: boss } },
    };
    const id = idOf(await scim.addUser(sent));
    const answer = await scim.get(`/Users/${id}`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers['content-type'] ?? '', /^application\/scim\+json/);
    const location = `${scim.base}/Users/${id}`;
    assert.equal(answer.headers['content-location'], location);
    const { created, lastModified, ...meta } = Object(answer.at('meta'));
    assert.deepEqual(meta, { resourceType: 'User', location, version: etagOf(answer) });
    assert.equal(new Date(created).toISOString(), created);
    assert.equal(lastModified, created);
    assert.deepEqual(answer.body, {
      ...sent,
      schemas: [CORE_USER, ENTERPRISE],
      id,
      [ENTERPRISE]: {
        department: 'Tours',
        manager: { value: boss, $ref: `${scim.base}/Users/${boss}`, displayName: 'The Boss' },
      },
      meta: answer.at('meta'),
    });
  });

  test('7643-4.1.2-06 7643-4.1.2-07 a user shows its groups, direct and through nesting', async () => {
    const user = idOf(await scim.addUser());
    const inner = await scim.addGroup({ members: [{ value: user }] });
    const outer = await scim.addGroup({ members: [{ value: idOf(inner) }] });
    const answer = await scim.get(`/Users/${user}`);
    const link = (group: typeof inner, type: string) => ({
      value: idOf(group),
      $ref: `${scim.base}/Groups/${idOf(group)}`,
      display: group.at('displayName'),
      type,
    });
    assert.deepEqual(answer.at('groups'), [link(inner, 'direct'), link(outer, 'indirect')]);
    assert.equal((await scim.get(`/Groups/${idOf(outer)}`)).at('id'), idOf(outer));
  });

  test('7644-3.14-03 If-None-Match gives 304 until the user or what it shows of others changes', async () => {
    const boss = idOf(await scim.addUser({ userName: fresh('boss'), displayName: 'Before' }));
    const user = idOf(await scim.addUser({ [ENTERPRISE]: { manager: { value: boss } } }));
    const path = `/Users/${user}`;
    const read = (etag?: string) =>
      scim.get(path, etag === undefined ? {} : { headers: { 'if-none-match': etag } });
    const expectFresh = async (etag: string) => {
      const same = await read(etag);
      assert.equal(same.status, 304);
      assert.equal(same.text, '');
      assert.equal(etagOf(same), etag);
    };
    const first = etagOf(await read());
    await expectFresh(first);
    assert.equal((await read(`"other", ${first}`)).status, 304);
    assert.equal((await read('*')).status, 304);

    const group = idOf(await scim.addGroup({ members: [{ value: user }] }));
    const inGroup = await read(first);
    assert.equal(inGroup.status, 200);
    assert.equal(inGroup.at('meta', 'version'), etagOf(inGroup));
    await expectFresh(etagOf(inGroup));

    await scim.call('PUT', `/Groups/${group}`, { body: { displayName: fresh('renamed') } });
    const renamed = await read(etagOf(inGroup));
    assert.equal(renamed.status, 200);

    await scim.call('PUT', `/Users/${boss}`, {
      body: { userName: fresh('b'), displayName: 'After' },
    });
    const managed = await read(etagOf(renamed));
    assert.equal(managed.status, 200);
    assert.equal(managed.at(ENTERPRISE, 'manager', 'displayName'), 'After');
    assert.equal(managed.at('meta', 'lastModified'), inGroup.at('meta', 'lastModified'));
  });

  test('7644-3.9-01 7644-3.9-02 7643-3.1-06 attributes and excludedAttributes choose what is shown, id always', async () => {
    const id = idOf(
      await scim.addUser({
        userName: fresh(),
        displayName: 'Ann',
        name: { givenName: 'A', familyName: 'B' },
        emails: [{ value: 'a@b.c', type: 'work' }],
        [ENTERPRISE]: { department: 'Tours', division: 'Park' },
      }),
    );
    const names = async (query: string) => (await scim.get(`/Users/${id}?${query}`)).body;
    assert.deepEqual(await names('attributes=DISPLAYNAME,name.givenName,emails.value'), {
      schemas: [CORE_USER, ENTERPRISE],
      id,
      displayName: 'Ann',
      name: { givenName: 'A' },
      emails: [{ value: 'a@b.c' }],
    });
    assert.deepEqual(await names(`attributes=${ENTERPRISE}:department,password,nothing`), {
      schemas: [CORE_USER, ENTERPRISE],
      id,
      [ENTERPRISE]: { department: 'Tours' },
    });
    const without = Object(await names('excludedAttributes=id,meta,emails,name'));
    assert.deepEqual(
      Object.keys(without).sort(),
      ['schemas', 'id', 'userName', 'displayName', 'active', ENTERPRISE].sort(),
    );
    const both = await scim.get(`/Users/${id}?attributes=id&excludedAttributes=name`);
    assertScimError(both, 400, 'invalidValue');
  });

  test('7644-3.4.1-02 7643-3.1-02 an id that is nobody is 404 whatever it looks like', async () => {
    const group = idOf(await scim.addGroup());
    const ids = [
      '0',
      '00919288221112222',
      '%F0%9F%98%80',
      'x'.repeat(1000),
      '..%2F..',
      '%00',
      "'",
      group,
    ];
    for (const id of ids) assertScimError(await scim.get(`/Users/${id}`), 404);
  });

  test('the break-glass admin is nobody over SCIM', async () => {
    const { userId } = scim.instance.account;
    assertScimError(await scim.get(`/Users/${userId}`), 404);
    assertScimError(
      await scim.call('PUT', `/Users/${userId}`, { body: { userName: 'taken' } }),
      404,
    );
    const withPassword = { userName: 'admin', password: ADMIN_PASSWORD };
    assertScimError(await scim.call('PUT', `/Users/${userId}`, { body: withPassword }), 404);
    assertScimError(await scim.call('DELETE', `/Users/${userId}`), 404);
  });

  test('7644-2-02 7644-2-03 a member is refused, a stranger unknown', async () => {
    const { token } = await scim.instance.addUser(fresh('member'));
    assertScimError(await scim.get('/Users/0', { token }), 403);
    assertScimError(await scim.get('/Users/0', { token: null }), 401);
    assertScimError(await scim.get('/Users/0', { token: 'nonsense' }), 401);
  });
});
