// Deleted users keep their names in forms, histories, the audit log and on the command line until they are erased.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { fresh } from '../../../test/support/scim.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

forEachEngine((engine) => {
  let storage: EngineInstance;
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    storage = await engine.fresh('any');
    node = await startInstance(engine, { storage });
    admin = await adminBrowser(node);
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });
  });
  after(() => node.close());

  /** Adds a user with a form that they created and that is assigned to them. */
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
    return { id, formId, userName };
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
    const formstead = commandLine(envOf(storage));
    const listed = await formstead('audit', 'list', '--user', 'ADA@x.example', '--json');
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, new RegExp(id));
    // The user name is free again, and now means the new person.
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

  test('erasing takes a person from who had them as manager and from groups that wait for them, by all their names', async () => {
    for (const isDeletedFirst of [false, true]) {
      const [key, name] = [fresh('ext'), fresh('fay')];
      const emails = [{ value: `${name}@Mail.example` }];
      const body = { userName: `${name}@x.example`, externalId: key, emails };
      const fay = await node.request('POST', '/scim/v2/Users', { body });
      const id = String(fay.at('id'));
      const called = [id, key, `${name}@x.example`, `${name}@Mail.example`];
      const reports: string[] = [];
      for (const value of called) {
        const report = { userName: fresh('report'), [ENTERPRISE]: { manager: { value } } };
        const made = await node.request('POST', '/scim/v2/Users', { body: report });
        reports.push(String(made.at('id')));
      }
      const others = { userName: fresh('other'), [ENTERPRISE]: { manager: { value: `${key}9` } } };
      const other = await node.request('POST', '/scim/v2/Users', { body: others });
      if (isDeletedFirst) await remove(id);
      const waits = {
        displayName: fresh(),
        members: [...called, `${key}9`].map((value) => ({ value })),
      };
      const group = await node.request('POST', '/scim/v2/Groups', { body: waits });
      const erased = await admin.send('POST', `/app/v1/users/${id}/erase`);
      assert.equal(erased.status, 200, erased.text);
      assert.equal(erased.at('removed', 'managers'), called.length);
      const managerOf = async (of: string) =>
        (await node.request('GET', `/scim/v2/Users/${of}`)).at(ENTERPRISE, 'manager', 'value');
      for (const report of reports) assert.equal(await managerOf(report), undefined);
      assert.equal(await managerOf(String(other.at('id'))), `${key}9`);
      const { db } = node.services;
      const waiting = await db.reader
        .selectFrom('waiting_members')
        .select('value')
        .where('group_id', '=', String(group.at('id')))
        .execute();
      assert.deepEqual(waiting, [{ value: `${key}9` }]);
      assert.equal(erased.at('removed', 'waitingMembers'), isDeletedFirst ? called.length : 2);
    }
  });

  test('a name that somebody else has by now stays theirs', async () => {
    const key = fresh('ext');
    const first = await node.request('POST', '/scim/v2/Users', {
      body: { userName: fresh('gus'), externalId: key },
    });
    const body = { userName: fresh('report'), [ENTERPRISE]: { manager: { value: key } } };
    const report = await node.request('POST', '/scim/v2/Users', { body });
    await remove(String(first.at('id')));
    const next = await node.request('POST', '/scim/v2/Users', {
      body: { userName: fresh('hal'), externalId: key },
    });
    await admin.send('POST', `/app/v1/users/${String(first.at('id'))}/erase`);
    const read = await node.request('GET', `/scim/v2/Users/${String(report.at('id'))}`);
    assert.match(String(read.at(ENTERPRISE, 'manager', '$ref')), new RegExp(String(next.at('id'))));
  });

  test('admins find those who were deleted, newest first, by any part of their names', async () => {
    const tag = fresh('Tag');
    const people = [
      await addMaker(`${tag}.one@x.example`, 'Ida Ömer'),
      await addMaker(`two.${tag}@x.example`, `Ola ${tag}`),
    ];
    for (const { id } of people) {
      await remove(id);
      node.clock.advance(1000);
    }
    const find = async (q: string, more = '') => {
      const answer = await admin.send(
        'GET',
        `/app/v1/former-users?q=${encodeURIComponent(q)}${more}`,
      );
      assert.equal(answer.status, 200, answer.text);
      const items = answer.at('items');
      assert.ok(Array.isArray(items));
      return { ids: items.map((item) => Object(item).id), answer };
    };
    const both = people.map(({ id }) => id).toReversed();
    assert.deepEqual((await find(tag.toUpperCase())).ids, both);
    assert.deepEqual((await find('öMER')).ids, [people[0]?.id]);
    const page = await find(tag, '&limit=1');
    assert.deepEqual(page.ids, both.slice(0, 1));
    const rest = await find(tag, `&limit=1&cursor=${String(page.answer.at('next'))}`);
    assert.deepEqual([rest.ids, rest.answer.at('next')], [both.slice(1), undefined]);
    const all = await admin.send('GET', '/app/v1/former-users');
    assert.equal(all.at('items', 0, 'id'), both[0]);
    assert.equal(all.at('items', 0, 'displayName'), `Ola ${tag}`);
    for (const id of both) await admin.send('POST', `/app/v1/users/${id}/erase`);
    assert.deepEqual((await find(tag)).ids, []);
  });

  test('the command erases who is here and who was deleted, says what it does, and does not erase twice', async () => {
    const gone = await addMaker(`${fresh('ines')}@x.example`, 'Ines Gray');
    const here = await addMaker(`${fresh('jon')}@x.example`, 'Jon Reed');
    await remove(gone.id);
    const formstead = commandLine(envOf(storage));
    for (const [{ id, formId, userName }, name] of [
      [gone, /Ines/],
      [here, /Jon/],
    ] as const) {
      const unsure = await formstead('user', 'erase', userName);
      assert.notEqual(unsure.code, 0);
      assert.match(unsure.stderr, /--yes/);
      const done = await formstead('user', 'erase', userName, '--yes', '--json');
      assert.equal(done.code, 0, done.stderr);
      assert.equal(JSON.parse(done.stdout).id, id);
      for (const page of await pagesOf(formId)) assert.doesNotMatch(page.text, name);
      const again = await formstead('user', 'erase', userName, '--yes');
      assert.match(again.stderr, /no user/);
      const { db } = node.services;
      const lines = await db.reader
        .selectFrom('audit_events')
        .select('detail')
        .where('target_id', '=', id)
        .where('action', '=', 'user.erase')
        .execute();
      assert.equal(lines.length, 1);
      assert.match(lines[0]?.detail ?? '', /"via":"command-line"/);
    }
  });
});
