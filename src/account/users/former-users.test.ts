// Somebody leaves: what they did keeps their name, in forms, histories, the audit log and on the command line,
// until they are erased.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formerUsers } from '#db/migrations/20261122-former-users.ts';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let place: EngineInstance;
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    place = await engine.fresh('any');
    node = await startInstance(engine, { place });
    admin = await adminBrowser(node);
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });
  });
  after(() => node.close());

  /** Somebody who made a form and has it, and the form. */
  const addMaker = async (userName: string, displayName: string) => {
    const { id, token } = await node.addUser(userName, 'designer');
    const patch = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'displayName', value: displayName }],
    };
    const renamed = await node.request('PATCH', `/scim/v2/Users/${id}`, { body: patch });
    assert.equal(renamed.status, 200, renamed.text);
    const form = await node.request('POST', '/v2/formz', { token, body: { templateId } });
    assert.equal(form.status, 201, form.text);
    const formId = String(form.at('id'));
    const shown = await admin.send('GET', `/app/v1/forms/${formId}`);
    const assigned = await admin.send('POST', `/app/v1/forms/${formId}/assign`, {
      body: { revision: shown.at('revision'), assignment: { type: 'User', id } },
    });
    assert.equal(assigned.status, 200, assigned.text);
    return { id, formId };
  };
  const remove = async (id: string): Promise<void> => {
    assert.equal((await node.request('DELETE', `/scim/v2/Users/${id}`)).status, 204);
  };
  const pagesOf = async (formId: string): Promise<readonly Answer[]> => [
    await admin.send('GET', `/app/v1/forms/${formId}`),
    await admin.send('GET', '/app/v1/forms?scope=all'),
  ];
  const actorsOf = async (id: string) => {
    const events = await admin.send('GET', `/app/v1/audit-events?userId=${id}`);
    assert.equal(events.status, 200, events.text);
    return events.text;
  };

  test('a deleted person is named by what they did, and found in the audit log', async () => {
    const { id, formId } = await addMaker('ada@x.example', 'Ada Lindqvist');
    await remove(id);
    for (const page of await pagesOf(formId)) {
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, /Ada Lindqvist/);
    }
    const [form] = await pagesOf(formId);
    assert.equal(form?.at('history', 0, 'actor', 'name'), 'Ada Lindqvist');
    assert.match(await actorsOf(id), /Ada Lindqvist/);
    const formstead = commandLine(envOf(place));
    const listed = await formstead('audit', 'list', '--user', 'ADA@x.example', '--json');
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, new RegExp(id));
    // The name is free again, and means the new person.
    const again = await node.addUser('ada@x.example');
    const live = await formstead('audit', 'list', '--user', 'ada@x.example', '--json');
    assert.equal(live.code, 0, live.stderr);
    assert.doesNotMatch(live.stdout, new RegExp(`"userId": *"${id}"`));
    assert.notEqual(again.id, id);
  });

  test('nobody can be given a form, or sign in, as somebody who is deleted', async () => {
    const { id, formId } = await addMaker('bea@x.example', 'Bea Ray');
    await remove(id);
    const body = { assignment: { type: 'User', id } };
    const given = await node.request('PATCH', `/v2/formz/${formId}`, { body });
    assert.ok(given.status === 400 || given.status === 404, given.text);
    assert.equal((await node.request('GET', `/scim/v2/Users/${id}`)).status, 404);
  });

  test('erasing takes the names, also of somebody who was deleted before', async () => {
    const gone = await addMaker('cleo@x.example', 'Cleo Marsh');
    const here = await addMaker('dora@x.example', 'Dora Finch');
    await remove(gone.id);
    const people = [
      { ...gone, name: /Cleo/ },
      { ...here, name: /Dora/ },
    ];
    for (const { id, formId, name } of people) {
      const erased = await admin.send('POST', `/app/v1/users/${id}/erase`);
      assert.equal(erased.status, 200, erased.text);
      for (const page of await pagesOf(formId)) assert.doesNotMatch(page.text, name);
      const rows = await node.services.db.reader
        .selectFrom('former_users')
        .selectAll()
        .where('id', '=', id)
        .execute();
      assert.deepEqual(rows, []);
      assert.equal((await admin.send('POST', `/app/v1/users/${id}/erase`)).status, 404);
    }
  });

  test('an upgrade gives those who were deleted before the user name that the audit log has', async () => {
    const { id, formId } = await addMaker('early@x.example', 'Early Bird');
    await remove(id);
    const { db } = node.services;
    await db.transaction(async (tx) => {
      await tx.schema.dropTable('former_users').execute();
      await formerUsers.up(tx);
    });
    const [form] = await pagesOf(formId);
    assert.match(form?.text ?? '', /early@x\.example/);
  });
});
