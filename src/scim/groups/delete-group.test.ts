import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertScimError,
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

  test('7644-3.6-01 7644-3.6-02 7644-3.6-03 a deleted group is gone and leaves its members', async () => {
    const ann = idOf(await scim.addUser());
    const displayName = fresh();
    const group = await scim.addGroup({ displayName, members: [{ value: ann }] });
    const id = idOf(group);
    const outer = idOf(await scim.addGroup({ members: [{ value: id }] }));
    assert.equal((await scim.get(`/Users/${ann}`)).at('groups', 'length'), 2);

    const stale = await scim.call('DELETE', `/Groups/${id}`, { headers: { 'if-match': '"0"' } });
    assertScimError(stale, 412);
    const headers = { 'if-match': etagOf(group) };
    const answer = await scim.call('DELETE', `/Groups/${id}`, { headers });
    assert.deepEqual([answer.status, answer.text], [204, '']);

    assertScimError(await scim.call('DELETE', `/Groups/${id}`), 404);
    assertScimError(await scim.get(`/Groups/${id}`), 404);
    const user = await scim.get(`/Users/${ann}`);
    assert.deepEqual([user.status, user.at('groups')], [200, undefined]);
    assert.deepEqual((await scim.get(`/Groups/${outer}`)).at('members'), []);
    assert.notEqual(idOf(await scim.addGroup({ displayName })), id);
  });
});
