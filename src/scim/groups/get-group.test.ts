// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, test } from 'node:test';
import { addCrowd } from '../../../test/support/crowd.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertScimError,
  CORE_GROUP,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

/** More than two pages of members (`group-json.ts`): from the second on, an answer is streamed. */
const MEMBERS = 2500;

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('7643-4.2-04 7643-4.2-05 a group is read with all its members, users and groups', async () => {
    const ann = idOf(await scim.addUser({ displayName: 'Ann' }));
    const userName = fresh('bob');
    const bob = idOf(await scim.addUser({ userName, active: false }));
    const inner = idOf(await scim.addGroup({ displayName: 'Inner' }));
    const members = [{ value: inner }, { value: bob }, { value: ann }];
    const id = idOf(await scim.addGroup({ displayName: 'Outer', externalId: 'x-1', members }));
    const answer = await scim.get(`/Groups/${id}`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers['content-type'] ?? '', /^application\/scim\+json/);
    const location = `${scim.base}/Groups/${id}`;
    assert.equal(answer.headers['content-location'], location);
    const shown = (value: string, type: 'User' | 'Group', display: string) => ({
      value,
      $ref: `${scim.base}/${type}s/${value}`,
      type,
      display,
    });
    const { created, lastModified, ...meta } = Object(answer.at('meta'));
    assert.deepEqual(meta, { resourceType: 'Group', location, version: etagOf(answer) });
    assert.equal(created, lastModified);
    assert.deepEqual(answer.body, {
      schemas: [CORE_GROUP],
      id,
      displayName: 'Outer',
      externalId: 'x-1',
      meta: answer.at('meta'),
      members: [
        shown(ann, 'User', 'Ann'),
        shown(bob, 'User', userName),
        shown(inner, 'Group', 'Inner'),
      ],
    });
  });

  test('an empty group has members: [], unless they are excluded', async () => {
    const id = idOf(await scim.addGroup());
    assert.deepEqual((await scim.get(`/Groups/${id}`)).at('members'), []);
    const without = await scim.get(`/Groups/${id}?excludedAttributes=members`);
    assert.deepEqual(Object.keys(Object(without.body)), ['schemas', 'id', 'displayName', 'meta']);
    const only = await scim.get(`/Groups/${id}?attributes=id`);
    assert.deepEqual(only.body, { schemas: [CORE_GROUP], id });
  });

  test('7644-3.9-01 parts of members are chosen like any other', async () => {
    const ann = idOf(await scim.addUser({ displayName: 'Ann' }));
    const id = idOf(await scim.addGroup({ members: [{ value: ann }] }));
    const only = await scim.get(`/Groups/${id}?attributes=members.value`);
    assert.deepEqual(only.body, { schemas: [CORE_GROUP], id, members: [{ value: ann }] });
    const without = await scim.get(`/Groups/${id}?excludedAttributes=members.display,members.$ref`);
    assert.deepEqual(without.at('members'), [{ value: ann, type: 'User' }]);
  });

  test('7644-3.14-03 If-None-Match gives 304 until the group changes', async () => {
    const id = idOf(await scim.addGroup());
    const tag = etagOf(await scim.get(`/Groups/${id}`));
    const headers = { 'if-none-match': tag };
    const same = await scim.get(`/Groups/${id}`, { headers });
    assert.deepEqual([same.status, same.text, etagOf(same)], [304, '', tag]);
    const member = idOf(await scim.addUser());
    const body = { displayName: fresh(), members: [{ value: member }] };
    await scim.call('PUT', `/Groups/${id}`, { body });
    assert.equal((await scim.get(`/Groups/${id}`, { headers })).status, 200);
  });

  test('break-glass users are no members, though they may be', async () => {
    const { services, account } = scim.instance;
    const { directory, db } = services;
    const { group } = await db.transaction((tx) =>
      directory.createGroup(
        tx,
        { accountId: account.accountId, via: 'command-line' },
        {
          attributes: { displayName: fresh('admins') },
          members: [{ value: account.userId }],
          origin: 'local',
        },
      ),
    );
    assert.deepEqual((await scim.get(`/Groups/${group.id}`)).at('members'), []);
    const filter = encodeURIComponent(`members eq "${account.userId}"`);
    assert.equal((await scim.get(`/Groups?filter=${filter}`)).at('totalResults'), 0);
  });

  test('7644-3.4.1-02 an id that is no group is 404 whatever it looks like', async () => {
    const user = idOf(await scim.addUser());
    for (const id of ['0', '%F0%9F%98%80', 'x'.repeat(1000), '%00', user]) {
      assertScimError(await scim.get(`/Groups/${id}`), 404);
    }
  });

  test('a group larger than a page of members is streamed whole, alone and in a list', async () => {
    const { services, account } = scim.instance;
    const actor = { accountId: account.accountId, via: 'scim' } as const;
    const displayName = fresh('large');
    const expected = await addCrowd(scim, MEMBERS);
    const group = await services.db.transaction(async (tx) => {
      const members = expected.map((value) => ({ value }));
      const input = { attributes: { displayName }, members, origin: 'provisioned' } as const;
      return (await services.directory.createGroup(tx, actor, input)).group.id;
    });
    const valuesOf = (members: unknown) => {
      assert.ok(Array.isArray(members));
      return members.map((member) => Object(member).value);
    };
    const alone = await scim.get(`/Groups/${group}`);
    assert.equal(alone.headers['content-length'], undefined);
    assert.deepEqual(valuesOf(alone.at('members')), expected);
    assert.equal(alone.at('members', MEMBERS - 1, 'display'), `Name ${MEMBERS - 1}`);
    const filter = encodeURIComponent(`displayName eq "${displayName}"`);
    const listed = await scim.get(`/Groups?filter=${filter}&attributes=members.value`);
    assert.deepEqual(valuesOf(listed.at('Resources', 0, 'members')), expected);
    const without = await scim.get(`/Groups/${group}?excludedAttributes=members`);
    assert.equal(without.at('members'), undefined);

    await hangUp(scim, `/Groups/${group}`);
    assert.equal((await scim.get('/Groups?count=0')).status, 200);
  });
});

/** Reads the start of a response and closes the connection. */
async function hangUp({ instance, base }: Scim, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${await instance.adminToken()}` };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(`${base}${path}`, { headers, ca: instance.ca }, (answer) => {
    answer.on('error', () => undefined).on('close', resolve);
    answer.once('data', () => sent.destroy());
  });
  sent.on('error', reject).end();
  await promise;
}
