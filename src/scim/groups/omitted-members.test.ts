// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { etagOf, fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import { resultsOf, sendBulk } from '../../../test/support/scim-bulk.ts';
import { patch } from '../../../test/support/scim-calls.ts';

const SETTINGS = '/app/v1/provisioning';

forEachEngine((engine) => {
  let scim: Scim;
  let admin: Browser;
  let people: readonly string[];
  before(async () => {
    scim = await startScim(engine);
    admin = await adminBrowser(scim.instance);
    people = await Promise.all([1, 2].map(async () => idOf(await scim.addUser())));
  });
  after(() => scim.close());

  const addGroup = () => scim.addGroup({ members: people.map((value) => ({ value })) });
  const rename = (id: string, more: object = {}) =>
    scim.call('PUT', `/Groups/${id}`, { body: { displayName: fresh('renamed'), ...more } });
  const membersOf = async (id: string) =>
    Number((await scim.get(`/Groups/${id}`)).at('members', 'length'));
  const keepOmitted = async (keepsOmittedMembers: boolean) => {
    const answer = await admin.send('PATCH', SETTINGS, { body: { keepsOmittedMembers } });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.at('keepsOmittedMembers'), keepsOmittedMembers);
  };
  /** Returns the entry of the provisioning log for the newest PUT of a group. */
  const told = async (id: string): Promise<readonly unknown[]> => {
    for (let tries = 0; tries < 50; tries += 1) {
      const list = await admin.send('GET', `${SETTINGS}/log?q=${id}&method=PUT`);
      const item = list.at('items', 0);
      if (item !== undefined) return [Object(item).notes, Object(item).detail];
      await sleep(100);
    }
    return [];
  };
  const removedIn = async (id: string): Promise<unknown> => {
    const { db } = scim.instance.services;
    const rows = await db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('action', '=', 'group.update')
      .where('target_id', '=', id)
      .execute();
    return JSON.parse(rows.at(-1)?.detail ?? '{}').removed;
  };

  test('7644-3.5.1-03 a PUT without members empties the group, on record with their number: the last to leave loses access', async () => {
    for (const more of [{}, { members: null }, { members: [] }]) {
      const id = idOf(await addGroup());
      const answer = await rename(id, more);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.at('members'), []);
      assert.equal(await membersOf(id), 0);
      assert.equal(await removedIn(id), 2);
    }
    const id = idOf(await addGroup());
    await rename(id);
    const [notes, detail] = await told(id);
    assert.deepEqual(notes, { removedMembers: 2 });
    assert.match(String(detail), /removed.*: 2\./);
    const empty = idOf(await scim.addGroup());
    await rename(empty);
    assert.deepEqual(await told(empty), [undefined, undefined], 'nothing to tell');
  });

  test('an account may keep them instead, and is told each time that it mattered; Bulk does the same', async () => {
    await keepOmitted(true);
    try {
      const id = idOf(await addGroup());
      assert.equal((await rename(id)).at('members', 'length'), 2);
      const [notes, detail] = await told(id);
      assert.deepEqual(notes, { keptMembers: 2 });
      assert.match(String(detail), /kept.*: 2\./);
      assert.equal((await rename(id, { members: [] })).at('members', 'length'), 0);
    } finally {
      await keepOmitted(false);
    }
    const id = idOf(await addGroup());
    const data = { displayName: fresh() };
    const bulk = await sendBulk(scim, [{ method: 'PUT', path: `/Groups/${id}`, data }]);
    assert.equal(resultsOf(bulk)[0]?.status, '200', bulk.text);
    assert.equal(await membersOf(id), 0);
  });

  test('a PATCH that does not mention members touches none', async () => {
    const id = idOf(await addGroup());
    const path = `/Groups/${id}`;
    await patch(scim, path, { op: 'replace', value: { displayName: fresh() } });
    await patch(scim, path, { op: 'replace', path: 'externalId', value: fresh() });
    assert.equal(await membersOf(id), 2);
  });

  test('a list of empty fields takes nobody out; the empty list takes out everybody', async () => {
    const id = idOf(await addGroup());
    const path = `/Groups/${id}`;
    for (const value of [[''], [null], [{ value: '' }], ['', { value: null, display: '' }]]) {
      await patch(scim, path, { op: 'replace', path: 'members', value });
      assert.equal(await membersOf(id), 2, JSON.stringify(value));
    }
    await patch(scim, path, { op: 'replace', path: 'members', value: [] });
    assert.equal(await membersOf(id), 0);
  });

  test('7644-3.14-01 renaming a member, user or group, or one that has no display name, moves the tag of its groups', async () => {
    const user = idOf(await scim.addUser({ displayName: 'Before' }));
    const plain = idOf(await scim.addUser());
    const inner = idOf(await scim.addGroup({ members: [{ value: user }] }));
    const members = [user, plain, inner].map((value) => ({ value }));
    const group = await scim.addGroup({ members });
    const path = `/Groups/${idOf(group)}`;
    let tag = etagOf(group);
    for (const [renamed, operation] of [
      [`/Users/${user}`, { op: 'replace', path: 'displayName', value: 'After' }],
      [`/Users/${plain}`, { op: 'replace', path: 'userName', value: fresh() }],
      [`/Groups/${inner}`, { op: 'replace', path: 'displayName', value: fresh('inner') }],
    ] as const) {
      const old = await scim.get(path, { headers: { 'if-none-match': tag } });
      assert.equal(old.status, 304);
      assert.ok((await patch(scim, renamed, operation)).status < 300);
      const now = await scim.get(path, { headers: { 'if-none-match': tag } });
      assert.equal(now.status, 200, renamed);
      assert.ok(now.text.includes(operation.value), now.text);
      assert.equal(now.at('meta', 'version'), etagOf(now));
      const write = { op: 'add', path: 'members', value: [{ value: user }] };
      const body = { Operations: [write] };
      const stale = await scim.call('PATCH', path, { body, headers: { 'if-match': tag } });
      assert.equal(stale.status, 204, 'nobody wrote the group (decision 14)');
      tag = etagOf(now);
    }
    await patch(scim, `/Users/${user}`, { op: 'replace', path: 'title', value: 'New' });
    assert.equal(etagOf(await scim.get(path)), tag, 'a title is not shown in a group');
    const listed = await scim.get(`/Groups?filter=${encodeURIComponent(`id eq "${idOf(group)}"`)}`);
    assert.equal(listed.at('Resources', 0, 'meta', 'version'), tag);
  });
});
