import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

  const create = async (displayName: string): Promise<string> => {
    const answer = await admin.send('POST', '/app/v1/groups', { body: { displayName } });
    assert.equal(answer.status, 201, answer.text);
    return `/app/v1/groups/${answer.at('id')}`;
  };

  test('an admin makes a local group, renames it, fills it and deletes it', async () => {
    const path = await create('Crew');
    const renamed = await admin.send('PATCH', path, { body: { displayName: 'Crew A' } });
    assert.deepEqual([renamed.status, renamed.at('displayName')], [200, 'Crew A']);
    const { userId } = node.account;
    const inner = (await create('Inner')).split('/').at(-1) ?? '';
    const body = { add: [userId, inner, userId], remove: [] };
    assert.equal((await admin.send('POST', `${path}/members`, { body })).status, 204);
    assert.equal((await admin.send('GET', path)).at('memberCount'), 2);
    const first = await admin.send('GET', `${path}/members?limit=1`);
    const second = await admin.send('GET', `${path}/members?limit=1&cursor=${first.at('next')}`);
    const ids = [first.at('items', 0, 'id'), second.at('items', 0, 'id')];
    assert.deepEqual(ids, [userId, inner].toSorted());
    assert.equal(second.at('next'), undefined);
    const gone = { body: { remove: [inner] } };
    assert.equal((await admin.send('POST', `${path}/members`, gone)).status, 204);
    const left = await admin.send('GET', `${path}/members`);
    assert.deepEqual(left.at('items'), [{ id: userId, type: 'User', display: 'admin' }]);
    const unknown = { body: { add: ['nobody'] } };
    const refused = await admin.send('POST', `${path}/members`, unknown);
    assert.deepEqual([refused.status, refused.at('code')], [400, 'unknown-member']);
    assert.equal((await admin.send('DELETE', path)).status, 204);
    assert.equal((await admin.send('GET', path)).status, 404);
    assert.equal((await admin.send('GET', `${path}/members`)).status, 404);
  });

  test('a group of the identity provider can be looked at and not changed', async () => {
    const made = await node.request('POST', '/scim/v2/Groups', { body: { displayName: 'Prov' } });
    const path = `/app/v1/groups/${made.at('id')}`;
    const read = await admin.send('GET', path);
    assert.deepEqual(
      [read.at('origin'), read.at('locked')],
      ['provisioned', ['displayName', 'members']],
    );
    for (const [method, sub, body] of [
      ['PATCH', '', { displayName: 'Mine' }],
      ['POST', '/members', { add: [node.account.userId] }],
    ] as const) {
      const answer = await admin.send(method, `${path}${sub}`, { body });
      assert.deepEqual([answer.status, answer.at('code')], [409, 'provisioned-field']);
    }
  });

  test('the list is searched by name, filtered by origin, and walked page by page', async () => {
    for (const name of ['Team b', 'team A', 'TEAM c', 'Other']) await create(name);
    const names = async (query: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (let cursor = ''; ; ) {
        const answer = await admin.send('GET', `/app/v1/groups?${query}&limit=2&cursor=${cursor}`);
        assert.equal(answer.status, 200, answer.text);
        const items = answer.at('items');
        assert.ok(Array.isArray(items));
        found.push(...items.map(({ displayName }) => displayName));
        cursor = String(answer.at('next') ?? '');
        if (cursor === '') return found;
      }
    };
    assert.deepEqual(await names('q=TEAM'), ['team A', 'Team b', 'TEAM c']);
    assert.deepEqual(await names('q=TEAM&origin=provisioned'), []);
    const path = await create('Night shift, Team');
    assert.deepEqual(await names('q=team%20shi'), ['Night shift, Team']);
    assert.equal((await admin.send('PATCH', path, { body: { displayName: 'Day' } })).status, 200);
    assert.deepEqual(await names('q=shift'), []);
    assert.equal((await admin.send('DELETE', path)).status, 204);
    assert.deepEqual(await names('q=day'), []);
    const all = await admin.send('GET', '/app/v1/groups');
    const items = all.at('items');
    assert.ok(Array.isArray(items));
    assert.equal(all.at('total'), items.length);
    const taken = await admin.send('POST', '/app/v1/groups', { body: { displayName: 'OTHER' } });
    assert.deepEqual([taken.status, taken.at('code')], [409, 'group-name-taken']);
  });
});
