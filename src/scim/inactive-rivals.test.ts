// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { codeOf } from '../../test/support/error-code.ts';
import { ENTERPRISE, fresh, idOf, type Scim, startScim } from '../../test/support/scim.ts';
import { idsBy, patch } from '../../test/support/scim-calls.ts';

const PASSWORD = 'four green kettles in march';

/** The states of two users who share a value, and which of them it means; undefined: neither. */
const PAIRS = [
  { states: [true, false], meant: 0 },
  { states: [false, true], meant: 1 },
  { states: [true, true], meant: undefined },
  { states: [false, false], meant: undefined },
] as const;

forEachEngine((engine) => {
  let scim: Scim;
  let admin: Browser;
  before(async () => {
    scim = await startScim(engine);
    admin = await adminBrowser(scim.instance);
  });
  after(() => scim.close());

  const setActive = (id: string, value: boolean) =>
    patch(scim, `/Users/${id}`, { op: 'replace', path: 'active', value });
  /** Adds users who share attributes, in the given states. Another credential would change nothing. */
  const addPair = async (
    states: readonly boolean[],
    shared: (at: number) => object,
  ): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const at of states.keys()) ids.push(idOf(await scim.addUser(shared(at))));
    for (const [at, id] of ids.entries()) {
      if (states[at] === false) assert.equal((await setActive(id, false)).status, 200);
    }
    return ids;
  };
  const idAt = (ids: readonly string[], at: number | undefined) =>
    at === undefined ? undefined : ids[at];
  const membersOf = async (group: string): Promise<readonly unknown[]> => {
    const members = (await scim.get(`/Groups/${group}`)).at('members');
    return Array.isArray(members) ? members.map((member) => Object(member).value) : [];
  };
  const managerOf = async (value: string): Promise<readonly unknown[]> => {
    const report = idOf(await scim.addUser({ [ENTERPRISE]: { manager: { value } } }));
    const other = idOf(await scim.addUser());
    const one = (await scim.get(`/Users/${report}`)).at(ENTERPRISE, 'manager', '$ref');
    const filter = encodeURIComponent(`id eq "${report}" or id eq "${other}"`);
    const list = (await scim.get(`/Users?filter=${filter}`)).at('Resources');
    assert.ok(Array.isArray(list));
    const listed = list.find((user) => Object(user).id === report)?.[ENTERPRISE].manager.$ref;
    return [one, listed].map((ref) => (typeof ref === 'string' ? ref.split('/').at(-1) : ref));
  };

  test('an externalId means its only active user, as a member, in a filter of members and as manager', async () => {
    for (const { states, meant } of PAIRS) {
      const key = fresh('00u');
      const ids = await addPair(states, () => ({ externalId: key, displayName: key }));
      const id = idAt(ids, meant);
      const group = idOf(await scim.addGroup({ members: [{ value: key }] }));
      assert.deepEqual(await membersOf(group), id === undefined ? [] : [id], String(states));
      await patch(scim, `/Groups/${group}`, {
        ...{ op: 'remove', path: `members[value eq "${key}"]` },
      });
      assert.deepEqual(await membersOf(group), []);
      assert.deepEqual(await managerOf(key), [id, id], JSON.stringify(states));
      const reports = await idsBy(scim, '/Users', `manager.displayName eq "${key}"`);
      assert.equal(reports.length, id === undefined ? 0 : 1, JSON.stringify(states));
    }
  });

  test('an inactive user is meant while nobody else has the externalId', async () => {
    const key = fresh('00u');
    const [id = ''] = await addPair([false], () => ({ externalId: key }));
    const group = idOf(await scim.addGroup({ members: [{ value: key }] }));
    assert.deepEqual(await membersOf(group), [id]);
    assert.deepEqual(await managerOf(key), [id, id]);
  });

  test('a group that waited for one of two joins the active one once the other is inactive', async () => {
    const { directory, db } = scim.instance.services;
    const key = fresh('00u');
    const [first = '', second = ''] = await addPair([true, true], () => ({ externalId: key }));
    const group = idOf(await scim.addGroup({ members: [{ value: key }] }));
    await directory.processWaitingMembers(db);
    assert.deepEqual(await membersOf(group), []);
    await setActive(first, false);
    await directory.processWaitingMembers(db);
    assert.deepEqual(await membersOf(group), [second]);

    const late = fresh('00u');
    const [old = ''] = await addPair([false, false], () => ({ externalId: late }));
    const other = idOf(await scim.addGroup({ members: [{ value: late }] }));
    assert.deepEqual(await membersOf(other), []);
    await setActive(old, true);
    assert.deepEqual(await membersOf(other), [old]);
  });

  test('a user name or an address means its only active user as manager', async () => {
    const set = async (managersByName: boolean) => {
      const answer = await admin.send('PATCH', '/app/v1/provisioning', {
        body: { managersByName },
      });
      assert.equal(answer.status, 200, answer.text);
    };
    await set(true);
    for (const { states, meant } of PAIRS) {
      const address = `${fresh('bo')}@x.example`;
      const byAddress = await addPair(states, () => ({ emails: [{ value: address }] }));
      const id = idAt(byAddress, meant);
      assert.deepEqual(await managerOf(address), [id, id], `address ${states}`);
      const name = `${fresh('bo')}@x.example`;
      // The user name of the one is the address of the other.
      const mixed = await addPair(states, (at) =>
        at === 0 ? { userName: name } : { emails: [{ value: name }] },
      );
      const found = idAt(mixed, meant);
      assert.deepEqual(await managerOf(name), [found, found], `name ${states}`);
    }
    await set(false);
  });

  test('an address or a user name of somebody inactive keeps nobody from signing in with a password', async () => {
    const address = `${fresh('bo')}@x.example`;
    const emails = [{ value: address, type: 'work' }];
    const [, id] = await addPair([false, true], (at) => ({
      emails,
      ...(at === 0 ? { userName: address } : { password: PASSWORD }),
    }));
    const browser = openBrowser(scim.instance);
    const answer = await browser.signIn(address, PASSWORD);
    assert.deepEqual([answer.status, answer.at('user', 'id')], [201, id], answer.text);
  });

  test('where people sign in by externalId, no second user with one becomes active: by POST, PATCH, adoption and in the web app', async () => {
    const made = await admin.send('POST', '/app/v1/sso-connections', {
      body: {
        ...{ name: 'Acme login', issuer: 'https://idp.example', clientId: 'formstead' },
        ...{ clientSecret: 'a secret of two', claim: 'oid', attribute: 'externalId' },
      },
    });
    assert.equal(made.status, 201, made.text);
    const key = fresh('00u');
    const [old = ''] = await addPair([false], () => ({ externalId: key }));
    const local = await scim.instance.addUser(fresh('local'));
    const adopted = await patch(scim, `/Users/${local.id}`, {
      ...{ op: 'add', path: 'externalId', value: key },
    });
    assert.equal(adopted.status, 200, 'an inactive user holds nothing');
    const taken = (answer: Awaited<ReturnType<typeof setActive>>) =>
      assert.deepEqual([answer.status, codeOf(answer)], [409, 'value-taken'], answer.text);
    taken(await setActive(old, true));
    const here = await admin.send('PATCH', `/app/v1/users/${old}`, { body: { active: true } });
    assert.equal(here.status, 409, here.text);
    const idle = await scim.addUser({ externalId: key, active: false });
    taken(await setActive(idOf(idle), true));
    taken(await scim.call('POST', '/Users', { body: { userName: fresh(), externalId: key } }));
    const next = await scim.addUser();
    taken(await patch(scim, `/Users/${idOf(next)}`, { op: 'add', path: 'externalId', value: key }));
    const other = await scim.instance.addUser(fresh('local'));
    taken(await patch(scim, `/Users/${other.id}`, { op: 'add', path: 'externalId', value: key }));
    await setActive(local.id, false);
    assert.equal((await setActive(old, true)).status, 200);
  });
});
