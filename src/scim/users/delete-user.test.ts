import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertScimError,
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

  const remove = (id: string, headers: Readonly<Record<string, string>> = {}) =>
    scim.call('DELETE', `/Users/${id}`, { headers });

  test('7644-3.6-01 7644-3.6-02 7644-3.6-03 7644-3.6-04 a deleted user is gone everywhere and frees the name', async () => {
    const userName = fresh();
    const id = idOf(await scim.addUser({ userName, displayName: 'Gone' }));
    const group = idOf(await scim.addGroup({ members: [{ value: id }] }));
    const report = idOf(await scim.addUser({ [ENTERPRISE]: { manager: { value: id } } }));
    const answer = await remove(id);
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
    assertScimError(await remove(id), 404);
    assertScimError(await scim.get(`/Users/${id}`), 404);
    assertScimError(await scim.call('PUT', `/Users/${id}`, { body: { userName } }), 404);
    for (const filter of [`id eq "${id}"`, `userName eq "${userName}"`]) {
      const list = await scim.get(`/Users?filter=${encodeURIComponent(filter)}`);
      assert.equal(list.at('totalResults'), 0);
    }
    assert.deepEqual((await scim.get(`/Groups/${group}`)).at('members'), []);
    assert.deepEqual((await scim.get(`/Users/${report}`)).at(ENTERPRISE), {
      manager: { value: id },
    });
    assert.notEqual(idOf(await scim.addUser({ userName })), id);
  });

  test('If-Match guards a deletion', async () => {
    const userName = fresh();
    const created = await scim.addUser({ userName });
    const id = idOf(created);
    await scim.call('PUT', `/Users/${id}`, { body: { userName, title: 'New' } });
    assertScimError(await remove(id, { 'if-match': etagOf(created) }), 412);
    assert.equal((await scim.get(`/Users/${id}`)).status, 200);
    const current = etagOf(await scim.get(`/Users/${id}`));
    assert.equal((await remove(id, { 'if-match': current })).status, 204);
  });

  test('totals follow creations and deletions', async () => {
    const total = async () => Number((await scim.get('/Users?count=0')).at('totalResults'));
    const before = await total();
    const ids = [idOf(await scim.addUser()), idOf(await scim.addUser())];
    assert.equal(await total(), before + 2);
    for (const id of ids) await remove(id);
    assert.equal(await total(), before);
  });

  test('7644-3.12-04 a local user is not deleted before it was adopted', async () => {
    const { id } = await scim.instance.addUser(fresh('local'));
    const answer = await remove(id);
    assertScimError(answer, 403);
    assert.match(String(answer.at('detail')), /provision|PUT/i);
    assert.equal((await scim.get(`/Users/${id}`)).status, 200);
  });
});
