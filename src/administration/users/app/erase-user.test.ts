import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { adminBrowser, type Browser, openBrowser } from '../../../../test/support/browser.ts';
import { forEachEngine } from '../../../../test/support/engines.ts';
import { DEFINITION } from '../../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../../test/support/instance.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const provision = async (userName: string, displayName: string): Promise<string> => {
    const emails = [{ value: `${userName}@mail.example`, type: 'work', primary: true }];
    const body = { userName, displayName, active: true, emails };
    const answer = await node.request('POST', '/scim/v2/Users', { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const erase = (id: string) => admin.send('POST', `/app/v1/users/${id}/erase`);
  const rows = (table: 'provisioning_log' | 'forms' | 'users' | 'passkeys' | 'sessions') =>
    node.services.db.reader.selectFrom(table).selectAll().execute();
  const indexed = (table: 'search_words' | 'search_texts') =>
    node.services.db.reader.selectFrom(table).selectAll().execute();

  test('erasing removes what names the person, keeps the forms, and says both', async () => {
    const id = await provision('ann.lee', 'Ann Lee');
    const other = await provision('joann', 'Joann Ray');
    const found = await node.request(
      'GET',
      `/scim/v2/Users?filter=${encodeURIComponent('emails.value eq "ANN.LEE@mail.example"')}`,
    );
    assert.equal(found.at('totalResults'), 1);
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const ann = { ...by, userId: id, role: 'member' } as const;
    const [named, plain, others] = await db.transaction(async (tx) => {
      const template = await forms.createTemplate(tx, by, {
        name: 'Visit',
        definition: DEFINITION,
        namePattern: '{template} of {user} {number}',
      });
      await forms.publishTemplate(tx, by, template.id);
      const { id: templateId } = template;
      return [
        (await forms.createForm(tx, ann, { templateId, answers: { notes: 'wet' } })).form,
        (await forms.createForm(tx, ann, { templateId, name: 'Annual check' })).form,
        (await forms.createForm(tx, { ...ann, userId: other }, { templateId })).form,
      ];
    });
    assert.equal(named.name, 'Visit of Ann Lee 1');
    await waitForLog(3);
    const answer = await erase(id);
    assert.equal(answer.status, 200, answer.text);
    const removed = Object(answer.at('removed'));
    assert.deepEqual([removed.users, removed.formNames], [1, 1]);
    assert.ok(removed.provisioningLogEntries >= 2, answer.text);
    assert.equal(answer.at('kept', 'forms', 'count'), 2);
    assert.match(String(answer.at('kept', 'auditEvents', 'why')), /sealed/);
    const byId = new Map((await rows('forms')).map((row) => [row.id, row]));
    assert.equal(byId.get(named.id)?.name, 'Visit of (erased) 1');
    assert.equal(byId.get(named.id)?.answers, '{"notes":"wet"}');
    assert.equal(byId.get(named.id)?.revision, 2);
    assert.deepEqual(
      [plain, others].map((form) => byId.get(form.id)?.name),
      [plain.name, others.name],
    );
    assert.equal(
      (await rows('users')).some((row) => row.id === id),
      false,
    );
    const words = [...(await indexed('search_words')), ...(await indexed('search_texts'))];
    assert.deepEqual(
      words.filter((row) => row.id === id || /\blee\b/.test(JSON.stringify(row))),
      [],
    );
    const log = await rows('provisioning_log');
    assert.doesNotMatch(JSON.stringify(log), /ann\.lee|Ann Lee/i);
    assert.match(JSON.stringify(log), /joann/);
    assert.equal((await erase(id)).status, 404);
    const line = await db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('action', '=', 'user.erase')
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(line.detail ?? '', /ann/i);
  });

  test('lines about others stay, whose address is the same or whose room has the number of the person', async () => {
    const office = [{ value: 'Office@mail.example', type: 'work' }];
    const send = async (body: object) => {
      const answer = await node.request('POST', '/scim/v2/Users', { body });
      assert.equal(answer.status, 201, answer.text);
      return String(answer.at('id'));
    };
    const id = await send({ userName: 'kim.oh', externalId: '0270', emails: office });
    const other = await send({ userName: 'max.ox', title: 'Room 0270, first', emails: office });
    for (const value of ['0270', 'office@mail.example']) {
      const filter = encodeURIComponent(`externalId eq "${value}" or emails.value eq "${value}"`);
      await node.request('GET', `/scim/v2/Users?filter=${filter}`);
    }
    const wanted = async () =>
      (await rows('provisioning_log')).filter((row) =>
        /max\.ox|kim\.oh|filter/.test(JSON.stringify(row)),
      );
    await waitUntil(async () => (await wanted()).length >= 4);
    assert.equal((await erase(id)).status, 200);
    const log = JSON.stringify(await rows('provisioning_log'));
    assert.match(log, /Room 0270, first/);
    assert.match(log, /office@mail\.example/i);
    assert.doesNotMatch(log, /kim\.oh|%220270%22|\\"0270\\"/);
    const kept = (await rows('provisioning_log')).find((row) => row.resource_id === other);
    assert.match(kept?.request_body ?? '', /max\.ox/);
  });

  test('nothing is left of a user name that the display name is a part of, in deleted forms neither', async () => {
    const userName = 'pat.long@example.com';
    const { id, token } = await node.addUser(userName, 'designer');
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Tour', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });
    const create = async (name: string): Promise<string> => {
      const body = { templateId, overrideDefaultFormName: true, name };
      const answer = await node.request('POST', '/v2/formz', { token, body });
      assert.equal(answer.status, 201, answer.text);
      return String(answer.at('id'));
    };
    const kept = await create(`Tour of ${userName}`);
    const gone = await create(`Tour of ${userName} and Pat`);
    assert.equal((await node.request('DELETE', `/v2/formz/${gone}`)).status, 204);
    const body = { displayName: 'Pat' };
    assert.equal((await admin.send('PATCH', `/app/v1/users/${id}`, { body })).status, 200);
    const answer = await erase(id);
    assert.equal(answer.at('removed', 'formNames'), 2, answer.text);
    const byId = new Map((await rows('forms')).map((row) => [row.id, row]));
    assert.equal(byId.get(kept)?.name, 'Tour of (erased)');
    assert.equal(byId.get(gone)?.name, 'Tour of (erased) and (erased)');
    const restored = await admin.send('POST', `/app/v1/forms/${gone}/restore`);
    assert.equal(restored.at('name'), 'Tour of (erased) and (erased)', restored.text);
  });

  test('sessions, passkeys and credentials of the person are ended and counted', async () => {
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'carl', displayName: 'Carl', password: PASSWORD },
    });
    const id = String(made.at('id'));
    const carl = openBrowser(node);
    await carl.signIn('carl', PASSWORD);
    const body = { name: 'robot', actsAsUserId: id };
    assert.equal((await admin.send('POST', '/app/v1/credentials', { body })).status, 201);
    const answer = await erase(id);
    assert.deepEqual(
      ['sessions', 'credentials', 'passkeys'].map((name) => answer.at('removed', name)),
      [1, 1, 0],
      answer.text,
    );
    assert.equal((await carl.send('GET', '/app/v1/me')).status, 401);
  });

  test('what was counted of wrong passwords goes with the person', async () => {
    const body = { userName: 'dina', displayName: 'Dina', password: PASSWORD };
    const id = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    await openBrowser(node).signIn('dina', 'wrong');
    const counted = async () =>
      (await node.services.db.reader.selectFrom('sign_in_failures').select('who').execute())
        .map(({ who }) => who)
        .filter((who) => who.includes(id));
    assert.notDeepEqual(await counted(), []);
    assert.equal((await erase(id)).status, 200);
    assert.deepEqual(await counted(), []);
  });

  test('the last admin stays, with everything', async () => {
    const answer = await erase(node.account.userId);
    assert.deepEqual([answer.status, answer.at('code')], [403, 'last-admin'], answer.text);
    assert.equal((await admin.send('GET', '/app/v1/me')).status, 200);
  });

  /** Waits for entries of the provisioning log, which are stored in the background. */
  async function waitForLog(atLeast: number): Promise<void> {
    for (let waited = 0; waited < 20_000; waited += 50) {
      if ((await rows('provisioning_log')).length >= atLeast) return;
      await setTimeout(50);
    }
    throw new Error('the provisioning log stays short');
  }
});
