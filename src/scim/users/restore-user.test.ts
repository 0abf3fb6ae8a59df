// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addPasskey } from '../../../test/support/authenticator.ts';
import { addApp } from '../../../test/support/authenticator-app.ts';
import { adminBrowser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import { CORE_USER, fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import { resultsOf, sendBulk } from '../../../test/support/scim-bulk.ts';
import { patch } from '../../../test/support/scim-calls.ts';

const PASSWORD = 'four green kettles in march';
const NEXT_PASSWORD = 'nine blue kettles in april';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  interface Person {
    readonly id: string;
    readonly userName: string;
    /** What a directory sends of somebody whom it renamed. */
    readonly renamed: Readonly<Record<string, unknown>>;
  }
  const addPerson = async (body: object = {}): Promise<Person> => {
    const [userName, externalId] = [fresh('bo'), fresh('00u')];
    const emails = [{ value: `${userName}@x.example`, type: 'work' }];
    const made = await scim.addUser({ userName, externalId, emails, ...body });
    const renamed = { schemas: [CORE_USER], userName: fresh('bo.new'), externalId, emails };
    return { id: idOf(made), userName, renamed };
  };
  const setActive = async (id: string, value: boolean): Promise<void> => {
    const answer = await patch(scim, `/Users/${id}`, { op: 'replace', path: 'active', value });
    assert.equal(answer.status, 200, answer.text);
  };
  const restore = async ({ id, renamed }: Person, more: object = {}): Promise<Answer> => {
    const answer = await scim.call('POST', '/Users', { body: { ...renamed, ...more } });
    assert.deepEqual([answer.status, answer.at('id')], [201, id], answer.text);
    return answer;
  };
  const nameOf = (userName: unknown) => `${scim.instance.account.accountCode}/${userName}`;
  const detailOf = async (id: string): Promise<Answer> =>
    await (await adminBrowser(scim.instance)).send('GET', `/app/v1/users/${id}`);
  const change = async (id: string, body: object): Promise<void> => {
    const admin = await adminBrowser(scim.instance);
    const answer = await admin.send('PATCH', `/app/v1/users/${id}`, { body });
    assert.equal(answer.status, 200, answer.text);
  };
  const roleOf = async (id: string) => (await detailOf(id)).at('role');
  const eventsOf = async (id: string) => {
    const { services, account } = scim.instance;
    const lines = await readAuditLines(services.db, account.accountId);
    return lines.filter(({ target }) => target?.includes(id));
  };

  test('sessions, tokens, links, passwords, passkeys and second factors of before do not come back, on record', async () => {
    const { instance } = scim;
    const person = await addPerson({ password: PASSWORD });
    const { id, userName } = person;
    const browser = openBrowser(instance);
    assert.equal((await browser.signIn(nameOf(userName), PASSWORD)).status, 201);
    await addPasskey(browser, instance.server.publicUrl);
    await addApp(browser, instance);
    const admin = await adminBrowser(instance);
    const made = await admin.send('POST', '/app/v1/credentials', {
      body: { name: fresh(), actsAsUserId: id },
    });
    const [clientId, secret] = [made.at('credential', 'id'), made.at('clientSecret')];
    const token = await instance.token(String(clientId), String(secret));
    const link = await admin.send('POST', `/app/v1/users/${id}/link`, { body: {} });
    const linkToken = String(link.at('url')).split('#')[1] ?? '';
    const readLink = async (): Promise<number> => {
      const body = { token: linkToken };
      return (await openBrowser(instance).send('POST', '/app/v1/links/read', { body })).status;
    };
    assert.equal(await readLink(), 200, link.text);
    const before = await detailOf(id);
    assert.deepEqual(
      ['hasPassword', 'passkeys', 'hasApp'].map((name) => before.at(name)),
      [true, 1, true],
    );

    await setActive(id, false);
    await restore(person);
    const now = await detailOf(id);
    assert.deepEqual(
      ['active', 'hasPassword', 'passkeys', 'hasApp'].map((name) => now.at(name)),
      [true, false, 0, false],
    );
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 401);
    for (const name of [userName, person.renamed['userName']]) {
      assert.equal((await openBrowser(instance).signIn(nameOf(name), PASSWORD)).status, 401);
    }
    assert.equal((await instance.request('GET', '/v2/formz', { token })).status, 401);
    await assert.rejects(instance.token(String(clientId), String(secret)));
    assert.notEqual(await readLink(), 200);
    const events = await eventsOf(id);
    const restored = events.find(({ action }) => action === 'user.restore');
    assert.deepEqual(restored?.detail, {
      ...{ via: 'scim', userName, because: 'work-email' },
      dropped: {
        ...{ password: true, sessions: 0, links: 1, passkeys: 1, secondFactors: 1 },
        credentials: 1,
      },
    });
    assert.ok(events.some(({ action }) => action === 'user.activate'));
    assert.equal(events.filter(({ action }) => action === 'user.create').length, 1);
  });

  test('a password that comes with the new record is the new password', async () => {
    const person = await addPerson({ password: PASSWORD });
    await setActive(person.id, false);
    await restore(person, { password: NEXT_PASSWORD });
    const signIn = (password: string) =>
      openBrowser(scim.instance).signIn(nameOf(person.renamed['userName']), password);
    assert.equal((await signIn(PASSWORD)).status, 401);
    assert.equal((await signIn(NEXT_PASSWORD)).status, 201);
  });

  test('the role follows the mappings: what an admin gave by hand is gone, and nobody brings a password into the role admin', async () => {
    const { instance } = scim;
    const [designer, admin, mapped] = [await addPerson(), await addPerson(), await addPerson()];
    const group = idOf(await scim.addGroup({ members: [{ value: mapped.id }] }));
    await change(designer.id, { role: 'designer' });
    await change(admin.id, { role: 'admin' });
    const mapping = await (await adminBrowser(instance)).send(
      'PUT',
      '/app/v1/provisioning/role-mappings',
      { body: { items: [{ groupId: group, role: 'admin' }] } },
    );
    assert.equal(mapping.status, 200, mapping.text);
    assert.equal(await roleOf(mapped.id), 'admin');
    for (const person of [designer, admin, mapped]) {
      await setActive(person.id, false);
      await restore(person, { password: PASSWORD });
    }
    assert.equal(await roleOf(designer.id), 'member');
    assert.equal(await roleOf(admin.id), 'member');
    assert.equal(await roleOf(mapped.id), 'admin');
    assert.equal((await detailOf(mapped.id)).at('hasPassword'), false);
    assert.equal((await detailOf(admin.id)).at('hasPassword'), true);
    const cleared = await (await adminBrowser(instance)).send(
      'PUT',
      '/app/v1/provisioning/role-mappings',
      { body: { items: [] } },
    );
    assert.equal(cleared.status, 200);
  });

  test('a user whom an admin blocks stays blocked', async () => {
    const person = await addPerson();
    await change(person.id, { blocked: true });
    await setActive(person.id, false);
    await restore(person);
    const now = await detailOf(person.id);
    assert.deepEqual([now.at('active'), now.at('blocked')], [false, true]);
  });

  test('groups stay, what was left out is cleared, and a record that comes inactive stays inactive', async () => {
    const person = await addPerson({ title: 'Clerk' });
    const group = idOf(await scim.addGroup({ members: [{ value: person.id }] }));
    await setActive(person.id, false);
    const answer = await restore(person, { active: false, nickName: 'Bo' });
    assert.deepEqual(
      ['active', 'title', 'nickName'].map((name) => answer.at(name)),
      [false, undefined, 'Bo'],
    );
    assert.equal(answer.at('groups', 0, 'value'), group);
    assert.deepEqual((await scim.get(`/Users/${person.id}`)).body, answer.body);
  });

  test('a bulk request restores as a POST does', async () => {
    const person = await addPerson();
    await setActive(person.id, false);
    const answer = await sendBulk(scim, [
      { method: 'POST', path: '/Users', bulkId: 'bo', data: person.renamed },
    ]);
    const [result] = resultsOf(answer);
    assert.deepEqual([Object(result).status], ['201']);
    assert.ok(String(Object(result).location).endsWith(person.id), answer.text);
  });

  test('of several inactive records with the same address, the one with the user name is meant, or else none', async () => {
    const first = await addPerson();
    const second = await scim.addUser({ ...first.renamed, userName: fresh('bo.second') });
    await setActive(first.id, false);
    await setActive(idOf(second), false);
    const third = await scim.call('POST', '/Users', { body: first.renamed });
    assert.equal(third.status, 201);
    assert.ok(![first.id, idOf(second)].includes(idOf(third)), 'nobody can tell which one');
  });

  test('two requests at once restore one user once', async () => {
    const person = await addPerson();
    await setActive(person.id, false);
    const answers = await Promise.all([
      scim.call('POST', '/Users', { body: person.renamed }),
      scim.call('POST', '/Users', { body: person.renamed }),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [201, 409], answers.map(({ text }) => text).join());
  });
});
