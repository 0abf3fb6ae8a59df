// Nightly: it takes over three seconds.
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

  const put = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    scim.call('PUT', `/Users/${id}`, { body, headers });

  test('7644-3.5.1-02 7644-3.5.1-03 7644-3.5.1-08 what is left out is cleared, but for active and password', async () => {
    const userName = fresh();
    const password = 'kT9-lamp-otter';
    const created = await scim.addUser({
      userName,
      password,
      active: false,
      title: 'Old',
      emails: [{ value: 'old@example.com' }],
      [ENTERPRISE]: { department: 'Old' },
    });
    const id = idOf(created);
    const answer = await put(id, { userName, emails: [{ value: 'new@example.com' }] });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, (await scim.get(`/Users/${id}`)).body);
    assert.equal(answer.at('meta', 'version'), etagOf(answer));
    assert.notEqual(etagOf(answer), etagOf(created));
    const keys = ['schemas', 'id', 'userName', 'active', 'emails', 'meta'];
    assert.deepEqual(Object.keys(Object(answer.body)).sort(), keys.sort());
    assert.deepEqual(answer.at('emails'), [{ value: 'new@example.com' }]);
    assert.equal(answer.at('active'), false);
    const { directory, db } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const kept = await directory.readPasswordHash(db.reader, accountId, id);
    assert.equal(await scim.instance.services.passwords.verify(kept, password), true);

    await put(id, { userName, active: 'True', password: 'mR4-stone-heron' });
    assert.equal((await scim.get(`/Users/${id}`)).at('active'), true);
    const changed = await directory.readPasswordHash(db.reader, accountId, id);
    assert.equal(await scim.instance.services.passwords.verify(changed, password), false);
    assert.equal(await scim.instance.services.passwords.verify(changed, 'mR4-stone-heron'), true);
    assertScimError(await put(id, { userName, password: 'short' }), 400, 'invalidValue');
  });

  test('7644-3.5.1-06 a user read, changed and sent back whole is what was meant', async () => {
    const user = await scim.addUser({ displayName: 'Before', title: 'Kept' });
    const id = idOf(user);
    await scim.addGroup({ members: [{ value: id }] });
    const whole = Object((await scim.get(`/Users/${id}`)).body);
    const answer = await put(id, { ...whole, displayName: 'After' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.at('displayName'), 'After');
    assert.equal(answer.at('title'), 'Kept');
    assert.equal(answer.at('groups', 'length'), 1);
    const again = await put(id, Object(answer.body));
    assert.equal(
      etagOf(again),
      etagOf(answer),
      'a replacement that changes nothing is no new version',
    );
    assert.equal(again.at('meta', 'lastModified'), answer.at('meta', 'lastModified'));
  });

  test('7644-3.5.1-01 7644-3.5.1-07 7643-4.1.1-02 nobody is made, unnamed or given a taken name by PUT', async () => {
    assertScimError(await put('0', { userName: fresh() }), 404);
    const taken = fresh('taken');
    await scim.addUser({ userName: taken });
    const id = idOf(await scim.addUser());
    const before = (await scim.get(`/Users/${id}`)).text;
    assertScimError(await put(id, { displayName: 'x' }), 400, 'invalidValue');
    assertScimError(await put(id, { userName: taken.toUpperCase() }), 409, 'uniqueness');
    assertScimError(await put(id, { userName: 'ADMIN' }), 409, 'uniqueness');
    assert.equal((await scim.get(`/Users/${id}`)).text, before);
  });

  test('7644-3.14-04 If-Match: done at the version named, else 412 and unchanged', async () => {
    const userName = fresh();
    const created = await scim.addUser({ userName });
    const id = idOf(created);
    const first = etagOf(created);
    await scim.addGroup({ members: [{ value: id }] });
    const strong = first.replace('W/', '');
    const second = await put(id, { userName, title: '1' }, { 'if-match': strong });
    assert.equal(second.status, 200, 'a change of what is derived is no change of the version');
    const stale = await put(id, { userName, title: '2' }, { 'if-match': first });
    assertScimError(stale, 412);
    assert.equal((await scim.get(`/Users/${id}`)).at('title'), '1');
    const list = `"nothing", ${etagOf(second)}`;
    assert.equal((await put(id, { userName, title: '3' }, { 'if-match': list })).status, 200);
    assert.equal((await put(id, { userName, title: '4' }, { 'if-match': '*' })).status, 200);
    assertScimError(await put('0', { userName }, { 'if-match': '*' }), 404);
  });

  test('of 16 writers with one tag exactly one wins, and without a tag all do', async () => {
    const userName = fresh();
    const created = await scim.addUser({ userName });
    const id = idOf(created);
    const race = async (headers: Readonly<Record<string, string>>) => {
      const writers = Array.from({ length: 16 }, (_, i) =>
        put(id, { userName, title: `${fresh()}${i}` }, headers),
      );
      return (await Promise.all(writers)).map(({ status }) => status).sort();
    };
    const losers = Array.from({ length: 15 }, () => 412);
    assert.deepEqual(await race({ 'if-match': etagOf(created) }), [200, ...losers]);
    assert.deepEqual(
      await race({}),
      Array.from({ length: 16 }, () => 200),
    );
  });

  test('the first PUT adopts a local user, who then can be deleted', async () => {
    const userName = fresh('local');
    const { id } = await scim.instance.addUser(userName);
    assertScimError(await scim.call('DELETE', `/Users/${id}`), 403);
    assert.equal((await put(id, { userName, externalId: 'idp-1' })).status, 200);
    assert.equal((await scim.call('DELETE', `/Users/${id}`)).status, 204);
  });

  test('7643-4.1.1-07 deactivation ends the next request of a token acting as the user', async () => {
    const userName = fresh('admin');
    const { id, token } = await scim.instance.addUser(userName, 'admin');
    assert.equal((await scim.get('/Users?count=0', { token })).status, 200);
    assert.equal((await put(id, { userName, active: false })).status, 200);
    assertScimError(await scim.get('/Users?count=0', { token }), 401);
    assert.equal((await scim.get(`/Users/${id}`)).at('active'), false);
  });

  test('7644-3.9-03 projection works on the answer', async () => {
    const userName = fresh();
    const id = idOf(await scim.addUser({ userName }));
    const path = `/Users/${id}?excludedAttributes=meta,emails`;
    const answer = await scim.call('PUT', path, { body: { userName, emails: [{ value: 'a@b' }] } });
    assert.deepEqual(Object.keys(Object(answer.body)).sort(), [
      'active',
      'id',
      'schemas',
      'userName',
    ]);
    assert.equal((await scim.get(`/Users/${id}`)).at('emails', 0, 'value'), 'a@b');
  });
});
