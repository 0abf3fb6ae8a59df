// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { allowPublicLinks } from '../../../test/support/public-links.ts';
import { fresh } from '../../../test/support/scim.ts';

const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const addPerson = async (displayName: string): Promise<string> => {
    const body = { userName: fresh(), displayName, password: PASSWORD };
    return String(ok(await admin.send('POST', '/app/v1/users', { body }), 201).at('id'));
  };
  const addGroup = async (members: readonly string[]): Promise<string> => {
    const body = { displayName: fresh(), members: members.map((value) => ({ value })) };
    return String(ok(await node.request('POST', '/scim/v2/Groups', { body }), 201).at('id'));
  };
  const leave = async (id: string) =>
    ok(await admin.send('PATCH', `/app/v1/users/${id}`, { body: { active: false } }));
  const person = (more: object = {}): JsonObject => ({
    type: 'person',
    name: 'who',
    title: 'Inspector',
    ...more,
  });
  const makeTemplate = async (elements: readonly object[]): Promise<string> => {
    const body = { name: fresh(), definition: { elements } };
    return String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
  };
  const publish = (id: string) =>
    admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
  const published = async (elements: readonly object[]): Promise<string> => {
    const id = await makeTemplate(elements);
    ok(await publish(id));
    return id;
  };
  const create = (templateId: string, answers: object) =>
    admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
  const complete = (id: string) => admin.send('POST', `/app/v1/forms/${id}/complete`, { body: {} });
  const chosen = (key: string, label = '', more: object = {}) => ({ key, label, seq: 0, ...more });
  const ruleOf = (answer: Answer) => [answer.status, answer.at('faults', 0, 'rule')];

  test('an answer keeps the id and the name of a person, and stays readable when they have left', async () => {
    const ada = await addPerson('Ada Lindqvist');
    const id = await published([person(), { ...person(), name: 'second' }]);
    const form = ok(await create(id, { who: chosen(ada, 'Somebody else') }), 201);
    assert.deepEqual(form.at('answers', 'who'), chosen(ada, 'Ada Lindqvist'));
    const formId = String(form.at('id'));
    ok(await complete(formId));
    await leave(ada);
    const read = ok(await admin.send('GET', `/app/v1/forms/${formId}`));
    assert.deepEqual(read.at('answers', 'who'), chosen(ada, 'Ada Lindqvist'));
    const shown = ok(await node.request('GET', `/v2/formz/${formId}`));
    assert.equal(shown.at('fields', 'who', 'value'), ada);
    assert.equal(shown.at('fields', 'who', 'displayValue'), 'Ada Lindqvist');
    ok(await admin.send('POST', `/app/v1/forms/${formId}/reopen`, { body: {} }));
    ok(await complete(formId));
  });

  test('only active members of the group can be chosen, nested groups included', async () => {
    const [inside, nested, outside] = [
      await addPerson('Ina Inside'),
      await addPerson('Nora Nested'),
      await addPerson('Otto Outside'),
    ];
    const inner = await addGroup([nested]);
    const group = await addGroup([inside, inner]);
    const id = await published([person({ group, isRequired: true })]);
    for (const key of [inside, nested]) ok(await create(id, { who: chosen(key) }), 201);
    for (const key of [outside, crypto.randomUUID(), 'nobody']) {
      assert.deepEqual(ruleOf(await create(id, { who: chosen(key) })), [422, 'known-person']);
    }
    const draft = String(ok(await create(id, { who: chosen(inside) }), 201).at('id'));
    await leave(inside);
    assert.deepEqual(ruleOf(await complete(draft)), [422, 'known-person']);
  });

  test('programs write the id of a person, in a cell too', async () => {
    const ada = await addPerson('Ada Cell');
    const table = {
      type: 'matrixdynamic',
      name: 'crew',
      columns: [{ cellType: 'person', name: 'who' }],
    };
    const id = await published([person(), table]);
    const body = {
      templateId: id,
      fields: { who: { value: ada }, crew: { rows: [{ who: ada }] } },
    };
    const made = ok(await node.request('POST', '/v2/formz', { body }), 201);
    const form = ok(await node.request('GET', `/v2/formz/${made.at('id')}`));
    assert.equal(form.at('fields', 'crew', 'rows', 0, 'who'), ada);
    assert.equal(form.at('fields', 'crew', 'displayRows', 0, 'who'), 'Ada Cell');
  });

  test('people are found by two letters, those whose name begins with them first', async () => {
    for (const name of ['Abel Zorn', 'Zora Abel', 'Zorn Quist']) await addPerson(name);
    const gone = await addPerson('Zoe Gone');
    await leave(gone);
    const id = await published([person()]);
    const find = async (query: string) => {
      const answer = await admin.send('GET', `/app/v1/assignees?template=${id}&type=User&${query}`);
      return namesIn(ok(answer).at('items'));
    };
    assert.deepEqual(await find('q=zo'), ['Zora Abel', 'Zorn Quist', 'Abel Zorn']);
    assert.deepEqual(await find('q=z'), []);
    assert.deepEqual(await find('q=zo&limit=1'), ['Zora Abel']);
  });

  test('members of a group are shown only for a template that asks for them, to those who may know it', async () => {
    const ada = await addPerson('Ada Grouped');
    const [group, other] = [await addGroup([ada]), await addGroup([ada])];
    const id = await published([person({ group })]);
    const of = (browser: Browser, template: string, which: string) =>
      browser.send('GET', `/app/v1/assignees?template=${template}&group=${which}`);
    assert.deepEqual(namesIn(ok(await of(admin, id, group)).at('items')), ['Ada Grouped']);
    const userName = fresh();
    const body = { userName, displayName: 'Mia Member', password: PASSWORD };
    ok(await admin.send('POST', '/app/v1/users', { body }), 201);
    const mia = openBrowser(node);
    ok(await mia.signIn(userName, PASSWORD), 201);
    assert.deepEqual(namesIn(ok(await of(mia, id, group)).at('items')), ['Ada Grouped']);
    assert.equal((await of(mia, id, other)).status, 404);
    const draft = await makeTemplate([person({ group: other })]);
    assert.equal((await of(mia, draft, other)).status, 404);
    ok(await of(admin, draft, other));
  });

  test('a template that asks for people has no public link, and a linked one can not ask', async () => {
    await allowPublicLinks(node);
    const id = await published([person()]);
    assert.equal(ok(await admin.send('GET', `/app/v1/templates/${id}/links`)).at('people'), true);
    const link = { name: 'Gate' };
    const refused = await admin.send('POST', `/app/v1/templates/${id}/links`, { body: link });
    assert.deepEqual([refused.status, refused.at('reason')], [409, 'template-people']);
    const open = await published([{ type: 'text', name: 'note' }]);
    ok(await admin.send('POST', `/app/v1/templates/${open}/links`, { body: link }), 201);
    const read = ok(await admin.send('GET', `/app/v1/templates/${open}`));
    const body = { revision: read.at('revision'), definition: { elements: [person()] } };
    ok(await admin.send('PATCH', `/app/v1/templates/${open}`, { body }));
    assert.equal((await publish(open)).at('faults', 0, 'kind'), 'personInLink');
  });

  test('a group that does not exist is a fault before publishing', async () => {
    const id = await makeTemplate([person({ group: crypto.randomUUID() })]);
    const answer = await publish(id);
    assert.deepEqual(
      [answer.status, answer.at('faults', 0, 'at'), answer.at('faults', 0, 'kind')],
      [422, 'elements[0].group', 'unknownGroup'],
    );
  });

  test('an erased person has no name in any answer, table, search or deleted form', async () => {
    const name = `Erna ${fresh()}`;
    const erna = await addPerson(name);
    const table = {
      type: 'paneldynamic',
      name: 'visits',
      templateElements: [{ type: 'person', name: 'by' }],
    };
    const id = await published([person({ searchable: true }), table]);
    const answers = { who: chosen(erna), visits: [{ by: chosen(erna) }] };
    const kept = String(ok(await create(id, answers), 201).at('id'));
    ok(await complete(kept));
    const deleted = String(ok(await create(id, answers), 201).at('id'));
    ok(await admin.send('DELETE', `/app/v1/forms/${deleted}`), 204);
    const ahead = { templateId: id, assignee: { type: 'User', id: node.account.userId } };
    const work = await admin.send('POST', '/app/v1/assignments', {
      body: { ...ahead, answers: { who: chosen(erna) } },
    });
    ok(work, 201);
    const erased = ok(await admin.send('POST', `/app/v1/users/${erna}/erase`));
    assert.equal(erased.at('removed', 'formNames'), 2);
    const read = ok(await admin.send('GET', `/app/v1/forms/${kept}`));
    const blank = chosen(erna, '', { inactive: true });
    assert.deepEqual(read.at('answers'), { who: blank, visits: [{ by: blank }] });
    const shown = ok(await node.request('GET', `/v2/formz/${kept}`));
    assert.equal(shown.at('fields', 'who', 'displayValue'), 'Erased person');
    const { reader } = node.services.db;
    for (const table of ['forms', 'answer_values', 'search_texts', 'assignments'] as const) {
      const rows: readonly object[] = await reader.selectFrom(table).selectAll().execute();
      const left = rows.filter((row) =>
        JSON.stringify(row).toLowerCase().includes(name.toLowerCase()),
      );
      assert.deepEqual(left, [], table);
    }
  });

  const namesIn = (items: unknown): readonly string[] =>
    Array.isArray(items) ? items.map((item) => String(Object(item).name)) : [];
});
