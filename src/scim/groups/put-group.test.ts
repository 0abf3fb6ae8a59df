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
  let ann = '';
  let bob = '';
  before(async () => {
    scim = await startScim(engine);
    ann = idOf(await scim.addUser());
    bob = idOf(await scim.addUser());
  });
  after(() => scim.close());

  const put = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    scim.call('PUT', `/Groups/${id}`, { body, headers });
  const valuesOf = (members: unknown) =>
    Array.isArray(members) ? members.map((member) => Object(member).value) : members;

  test('7644-3.5.1-04 7644-3.5.1-08 members are replaced and emptied', async () => {
    const group = await scim.addGroup({ externalId: 'x', members: [{ value: ann }] });
    const id = idOf(group);
    const displayName = fresh('renamed');
    const renamed = await put(id, { displayName, members: [{ value: ann }] });
    assert.equal(renamed.status, 200, renamed.text);
    assert.deepEqual(renamed.body, (await scim.get(`/Groups/${id}`)).body);
    assert.equal(renamed.at('externalId'), undefined);
    assert.deepEqual(valuesOf(renamed.at('members')), [ann]);
    assert.notEqual(etagOf(renamed), etagOf(group));
    const replaced = await put(id, { displayName, members: [{ value: bob }] });
    assert.deepEqual(valuesOf(replaced.at('members')), [bob]);
    assert.notEqual(etagOf(replaced), etagOf(renamed));
    const same = await put(id, { displayName, members: [{ value: bob }] });
    assert.equal(etagOf(same), etagOf(replaced));
    const emptied = await put(id, { displayName, members: [] });
    assert.deepEqual(emptied.at('members'), []);
  });

  test('7643-4.2-05 a group is never inside itself', async () => {
    const inner = await scim.addGroup();
    const outer = await scim.addGroup({ members: [{ value: idOf(inner) }] });
    const displayName = inner.at('displayName');
    const circle = await put(idOf(inner), { displayName, members: [{ value: idOf(outer) }] });
    assertScimError(circle, 400, 'invalidValue');
    const own = await put(idOf(inner), { displayName, members: [{ value: idOf(inner) }] });
    assertScimError(own, 400, 'invalidValue');
    assert.deepEqual((await scim.get(`/Groups/${idOf(inner)}`)).at('members'), []);
  });

  test('7644-3.5.1-01 7644-3.5.1-07 7644-3.12-13 what can not be changes nothing', async () => {
    assertScimError(await put('0', { displayName: fresh() }), 404);
    const taken = fresh('taken');
    await scim.addGroup({ displayName: taken });
    const id = idOf(await scim.addGroup({ members: [{ value: ann }] }));
    const before = (await scim.get(`/Groups/${id}`)).text;
    assertScimError(await put(id, { members: [] }), 400, 'invalidValue');
    assertScimError(await put(id, { displayName: taken, members: [] }), 409, 'uniqueness');
    const noMember = { displayName: fresh(), members: [{ value: bob }, { display: 'x' }] };
    assertScimError(await put(id, noMember), 400, 'invalidValue');
    assertScimError(await put('0', { members: 5 }), 404);
    assert.equal((await scim.get(`/Groups/${id}`)).text, before);
  });

  test('7644-3.14-04 If-Match: done at the version named, else 412 and unchanged', async () => {
    const group = await scim.addGroup();
    const id = idOf(group);
    const second = await put(id, { displayName: fresh() }, { 'if-match': etagOf(group) });
    assert.equal(second.status, 200);
    const stale = await put(id, { displayName: fresh() }, { 'if-match': etagOf(group) });
    assertScimError(stale, 412);
    assert.equal(etagOf(await scim.get(`/Groups/${id}`)), etagOf(second));
  });

  test('7644-3.9-03 projection works on the answer', async () => {
    const id = idOf(await scim.addGroup({ members: [{ value: ann }] }));
    const path = `/Groups/${id}?excludedAttributes=members,meta`;
    const answer = await scim.call('PUT', path, { body: { displayName: fresh() } });
    assert.deepEqual(Object.keys(Object(answer.body)), ['schemas', 'id', 'displayName']);
  });
});
