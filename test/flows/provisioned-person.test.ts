// A user whom an identity provider creates, moves and deletes: what they can see with an API credential and with a
// password, from the first day to the last.
// Nightly: it takes over three seconds.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EngineInstance, forEngineOrBoth } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import { DEFINITION } from '../support/forms.ts';
import { createTestClock, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh } from '../support/scim.ts';

interface Person {
  readonly id: string;
  readonly userName: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

forEngineOrBoth('postgres', (engine) => {
  const clock = createTestClock();
  let storage: EngineInstance;
  let node: Instance;
  let second: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    const env = { FORMSTEAD_AUTH_URL: 'https://auth.example.com' };
    node = await startInstance(engine, { storage, clock, env });
    second = await startInstance(engine, { storage, clock, env, account: node.account });
  });
  after(async () => {
    await second.close();
    await node.close();
  });

  const scim = async (status: number, method: string, path: string, body?: object) => {
    const answer = await node.request(method, `/scim/v2${path}`, { body });
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const idOf = async (path: string, body: object) =>
    String((await scim(201, 'POST', path, body)).at('id'));
  const addGroup = (...ids: readonly string[]) =>
    idOf('/Groups', { displayName: fresh(), members: ids.map((value) => ({ value })) });
  const put = (person: Person, change: object) =>
    scim(200, 'PUT', `/Users/${person.id}`, {
      schemas: [CORE_USER],
      userName: person.userName,
      ...change,
    });

  /** Provisions a user without a password, and creates a credential for them. */
  const addPerson = async (): Promise<Person> => {
    const userName = `${fresh('person')}@example.com`;
    const id = await idOf('/Users', { schemas: [CORE_USER], userName });
    const { db, credentials } = node.services;
    const actor = { accountId: node.account.accountId, via: 'command-line' } as const;
    const made = await db.transaction((tx) =>
      credentials.create(tx, actor, { name: userName, actsAsUserId: id }),
    );
    return { id, userName, clientId: made.credentialId, clientSecret: made.clientSecret };
  };
  const tokenOf = ({ clientId, clientSecret }: Person) => node.token(clientId, clientSecret);

  /** Creates a form by one user for another, or for a group. */
  const addForm = async (createdBy: string, type: 'User' | 'Group', assignee: string) => {
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const admin = { accountId, userId, role: 'admin', via: 'api' } as const;
    return db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, admin, {
        name: fresh(),
        definition: DEFINITION,
      });
      await forms.publishTemplate(tx, admin, id);
      const by = { ...admin, userId: createdBy };
      const assignment = { type, id: assignee };
      return (await forms.createForm(tx, by, { templateId: id, assignment })).form.id;
    });
  };
  const formsOf = async (token: string): Promise<readonly unknown[]> => {
    const answer = await node.request('GET', '/v2/formz?pageSize=100', { token });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Array.isArray(answer.body));
    assert.equal(answer.headers['x-total-count'], String(answer.body.length));
    return answer.body.map(({ formId }) => formId).sort();
  };
  const assertDead = async (token: string) => {
    for (const each of [node, second]) {
      const answer = await each.request('GET', '/v2/formz', { token });
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'token-invalid']);
      assert.match(answer.headers['www-authenticate'] ?? '', /error="invalid_token"/);
    }
  };
  const assertAlive = async (token: string) => {
    for (const each of [node, second]) {
      assert.equal((await each.request('GET', '/v2/formz', { token })).status, 200);
    }
  };

  test('sees exactly the forms of their own, of their groups and of the groups around those', async () => {
    const [person, other] = [await addPerson(), await addPerson()];
    const direct = await addGroup(person.id, other.id);
    const outer = await addGroup(direct);
    const outermost = await addGroup(outer);
    const foreign = await addGroup(other.id);
    const inside = await addGroup();
    await scim(200, 'PUT', `/Groups/${direct}`, {
      displayName: fresh(),
      members: [{ value: person.id }, { value: other.id }, { value: inside }],
    });
    const { userId: admin } = node.account;
    const visible = [
      await addForm(person.id, 'User', person.id),
      await addForm(person.id, 'User', other.id),
      await addForm(admin, 'User', person.id),
      await addForm(admin, 'Group', direct),
      await addForm(admin, 'Group', outer),
      await addForm(other.id, 'Group', outermost),
    ];
    const hidden = [
      await addForm(admin, 'User', admin),
      await addForm(admin, 'User', other.id),
      await addForm(other.id, 'Group', foreign),
      await addForm(admin, 'Group', inside),
    ];
    const token = await tokenOf(person);
    assert.deepEqual(await formsOf(token), visible.toSorted());
    const all = await formsOf(await node.adminToken());
    assert.ok([...visible, ...hidden].every((id) => all.includes(id)));
    const pages = [];
    for (let page = 1; page <= 4; page += 1) {
      const path = `/v2/formz?pageSize=2&pageNumber=${page}`;
      const { body } = await node.request('GET', path, { token });
      pages.push(...(Array.isArray(body) ? body : []).map(({ formId }) => formId));
    }
    assert.deepEqual(pages.sort(), visible.toSorted());
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 403);
  });

  test('what leaves a group leaves the list at once, and comes back with it', async () => {
    const person = await addPerson();
    const inner = await addGroup(person.id);
    const outer = await addGroup(inner);
    const form = await addForm(node.account.userId, 'Group', outer);
    const token = await tokenOf(person);
    const rename = (id: string, members: readonly string[]) =>
      scim(200, 'PUT', `/Groups/${id}`, {
        displayName: fresh(),
        members: members.map((value) => ({ value })),
      });
    assert.deepEqual(await formsOf(token), [form]);
    await rename(inner, []);
    assert.deepEqual(await formsOf(token), []);
    await rename(inner, [person.id]);
    assert.deepEqual(await formsOf(token), [form]);
    await rename(outer, []);
    assert.deepEqual(await formsOf(token), []);
    await rename(outer, [inner]);
    await scim(204, 'DELETE', `/Groups/${inner}`);
    assert.deepEqual(await formsOf(token), []);
  });

  test('PUT active:false ends every token on every node with the next request, for good', async () => {
    const person = await addPerson();
    const token = await tokenOf(person);
    await assertAlive(token);
    await put(person, { active: false });
    await assertDead(token);
    await assert.rejects(tokenOf(person), /401.*invalid_client/);
    await put(person, { displayName: 'Still off' });
    await assertDead(token);
    await put(person, { active: true });
    await assertDead(token);
    const again = await tokenOf(person);
    await assertAlive(again);
    await put(person, { title: 'Nothing that ends access' });
    await assertAlive(again);
  });

  test('DELETE ends tokens and credential, frees the name and keeps the forms', async () => {
    const person = await addPerson();
    const form = await addForm(person.id, 'User', person.id);
    const token = await tokenOf(person);
    await assertAlive(token);
    await scim(204, 'DELETE', `/Users/${person.id}`);
    await assertDead(token);
    await assert.rejects(tokenOf(person), /401.*invalid_client/);
    const all = await formsOf(await node.adminToken());
    assert.ok(all.includes(form));
    const next = await idOf('/Users', { userName: person.userName });
    assert.notEqual(next, person.id);
    await assert.rejects(tokenOf(person), /401.*invalid_client/);
  });

  test('a token is good for an hour and not a second more', async () => {
    const person = await addPerson();
    const token = await tokenOf(person);
    clock.advance(3_598_000);
    await assertAlive(token);
    clock.advance(2000);
    for (const each of [node, second]) {
      const answer = await each.request('GET', '/v2/formz', { token });
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'token-expired']);
    }
  });
});
