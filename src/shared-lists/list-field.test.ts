// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { LIST_SHAPE } from '../../test/support/lists.ts';
import { fresh } from '../../test/support/scim.ts';

forEachEngine((engine) => {
  let node: Instance;
  let browser: Browser;
  before(async () => {
    node = await startInstance(engine);
    browser = await adminBrowser(node);
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const write = async (id: string, rows: readonly object[], deactivate: readonly string[] = []) =>
    ok(await browser.send('POST', `/app/v1/lists/${id}/rows`, { body: { rows, deactivate } }));
  const makeList = async (more: object = {}): Promise<string> => {
    const body = { name: fresh(), ...LIST_SHAPE, ...more };
    const id = String(ok(await browser.send('POST', '/app/v1/lists', { body }), 201).at('id'));
    await write(id, [
      { code: 'D7', title: 'Dam 7', region: 'North' },
      { code: 'D8', title: 'Dam 8', region: 'South' },
    ]);
    return id;
  };
  const fieldsOf = (list: string): readonly JsonObject[] => [
    { type: 'dropdown', name: 'region', choices: ['North', 'South'] },
    { type: 'sharedlist', name: 'site', title: 'Site', list },
    {
      type: 'sharedlist',
      name: 'near',
      list,
      filterColumn: 'region',
      filterField: 'region',
      fillIn: [{ column: 'title', field: 'note' }],
    },
    { type: 'text', name: 'note', title: 'At {site}', visibleIf: "{site} = 'D7'" },
    {
      type: 'paneldynamic',
      name: 'visits',
      templateElements: [{ type: 'sharedlist', name: 'where', list }],
    },
  ];
  const makeTemplate = async (elements: readonly object[]): Promise<string> => {
    const body = { name: fresh(), definition: { elements } };
    return String(ok(await browser.send('POST', '/app/v1/templates', { body }), 201).at('id'));
  };
  const publish = (id: string) =>
    browser.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
  const published = async (list: string): Promise<string> => {
    const id = await makeTemplate(fieldsOf(list));
    ok(await publish(id));
    return id;
  };
  const create = async (templateId: string, answers: object) =>
    browser.send('POST', '/app/v1/forms', { body: { templateId, answers } });
  const seqOf = async (list: string, key: string): Promise<number> => {
    const answer = ok(await browser.send('GET', `/app/v1/lists/${list}/rows?q=${key}`));
    return Number(answer.at('items', 0, 'seq'));
  };

  test('an answer keeps the key, the label as it was seen, and the state of the row', async () => {
    const list = await makeList();
    const templateId = await published(list);
    const seq = await seqOf(list, 'D7');
    const site = { key: 'D7', label: 'made up', seq };
    const made = ok(await create(templateId, { site, visits: [{ where: site }] }), 201);
    const stored = { key: 'D7', label: 'Dam 7', seq };
    assert.deepEqual(made.at('answers', 'site'), stored);
    assert.deepEqual(made.at('answers', 'visits'), [{ where: stored }]);
    // The row is renamed while somebody still sees its old name.
    await write(list, [{ code: 'D7', title: 'Dam Seven', region: 'North' }]);
    const late = ok(await create(templateId, { site }), 201);
    assert.deepEqual(late.at('answers', 'site'), stored);
    // Two answers name the same row, as it was seen before and after.
    const now = { key: 'D7', label: 'Dam Seven', seq: await seqOf(list, 'D7') };
    const visits = [{ where: now }, { where: site }, { where: { ...now, seq: 0 } }];
    const both = ok(await create(templateId, { site, visits }), 201);
    assert.deepEqual(both.at('answers', 'site'), stored);
    assert.deepEqual(both.at('answers', 'visits'), [
      { where: now },
      { where: stored },
      { where: now },
    ]);
    const id = String(made.at('id'));
    const read = ok(await node.request('GET', `/v2/formz/${id}`));
    assert.deepEqual(read.at('fields', 'site'), {
      id: read.at('fields', 'site', 'id'),
      name: 'site',
      type: 'DropDown',
      value: 'D7',
      displayValue: 'Dam 7',
      itemCollectionId: list,
    });
    // A condition compares with the key.
    assert.equal(read.at('fields', 'note', 'hidden'), undefined);
    const other = { key: 'D8', label: '', seq: 0 };
    const hidden = ok(await create(templateId, { site: other }), 201);
    const second = ok(await node.request('GET', `/v2/formz/${hidden.at('id')}`));
    assert.equal(second.at('fields', 'note', 'hidden'), true);
  });

  test('/v2 writes the key of a row, and an unknown one is refused with its place', async () => {
    const list = await makeList();
    const templateId = await published(list);
    const fields = { site: { value: 'D8' } };
    const made = ok(await node.request('POST', '/v2/formz', { body: { templateId, fields } }), 201);
    assert.equal(made.at('fields', 'site', 'displayValue'), 'Dam 8');
    const path = `/v2/formz/${made.at('id')}`;
    const change = (value: unknown) =>
      node.request('PATCH', path, { body: { fields: { site: { value } } } });
    const refused = await change('D9');
    assert.deepEqual(
      [refused.status, refused.at('faults', 0, 'at'), refused.at('faults', 0, 'rule')],
      [422, 'site', 'known-row'],
    );
    assert.equal((await change(true)).status, 422);
    assert.equal(ok(await change('D7')).at('fields', 'site', 'value'), 'D7');
    assert.equal(ok(await change(null)).at('fields', 'site', 'value'), null);
  });

  test('a row that was deactivated since is accepted and marked, and stays when it is gone', async () => {
    const list = await makeList();
    const templateId = await published(list);
    const site = { key: 'D7', label: 'Dam 7', seq: await seqOf(list, 'D7') };
    const before = ok(await create(templateId, { site }), 201);
    await write(list, [], ['D7']);
    const made = ok(await create(templateId, { site }), 201);
    assert.deepEqual(made.at('answers', 'site'), { ...site, inactive: true });
    const id = String(made.at('id'));
    const done = ok(await browser.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    assert.equal(done.at('status'), 'complete');
    const german = ok(await node.request('GET', `/v2/formz/${id}`));
    assert.equal(german.at('fields', 'site', 'displayValue'), 'Dam 7 (no longer in the list)');
    // The rows are gone from the storage: what was chosen stays, also through an edit and completion.
    const { reader } = node.services.db;
    await reader.deleteFrom('list_rows').where('list_id', '=', list).execute();
    const path = `/app/v1/forms/${before.at('id')}`;
    const body = { revision: before.at('revision'), answers: { site, region: 'North' } };
    ok(await browser.send('PATCH', path, { body }));
    ok(await browser.send('POST', `${path}/complete`, { body: {} }));
    assert.equal((await create(templateId, { site })).status, 422);
  });

  test('a row that does not fit the earlier answer keeps a form from being completed', async () => {
    const list = await makeList();
    const templateId = await published(list);
    const near = { key: 'D8', label: 'Dam 8', seq: await seqOf(list, 'D8') };
    const made = ok(await create(templateId, { region: 'North', near }), 201);
    const path = `/app/v1/forms/${made.at('id')}`;
    const refused = await browser.send('POST', `${path}/complete`, { body: {} });
    assert.deepEqual(
      [refused.status, refused.at('faults', 0, 'at'), refused.at('faults', 0, 'rule')],
      [422, 'near', 'fitting-row'],
    );
    const answers = { region: 'South', near };
    ok(await browser.send('PATCH', path, { body: { revision: made.at('revision'), answers } }));
    ok(await browser.send('POST', `${path}/complete`, { body: {} }));
  });

  test('a list that a template uses is not deleted, and the refusal names the template', async () => {
    const list = await makeList();
    const templateId = await published(list);
    const refused = await browser.send('DELETE', `/app/v1/lists/${list}`);
    assert.deepEqual([refused.status, refused.at('code')], [409, 'list-used']);
    assert.equal(refused.at('templates', 0, 'id'), templateId);
    const detail = ok(await browser.send('GET', `/app/v1/lists/${list}`));
    assert.equal(detail.at('templates', 0, 'id'), templateId);
    // A form that was begun needs it, even when the template no longer does.
    const made = ok(await create(templateId, {}), 201);
    const definition = { elements: [{ type: 'text', name: 'note' }] };
    ok(await browser.send('PATCH', `/app/v1/templates/${templateId}`, { body: { definition } }));
    ok(await publish(templateId));
    assert.equal((await browser.send('DELETE', `/app/v1/lists/${list}`)).status, 409);
    ok(await browser.send('POST', `/app/v1/forms/${made.at('id')}/complete`, { body: {} }));
    ok(await browser.send('DELETE', `/app/v1/lists/${list}`), 204);
  });

  test('who manages a list is told the names of those templates only that they may know', async () => {
    const dora = await node.addUser(fresh(), 'designer');
    const list = await makeList({ grants: [{ type: 'User', id: dora.id, manage: true }] });
    const templateId = await makeTemplate(fieldsOf(list));
    const { accountId, userId } = node.account;
    const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
    const give = (id: string, manage: boolean) =>
      node.services.db.transaction((tx) =>
        node.services.forms.giveRights(tx, admin, templateId, id, {
          ...{ fill: true, see: 'own', edit: false, assign: false },
          manage,
        }),
      );
    const told = async () => {
      const answer = ok(await node.request('GET', `/v2/lists/${list}`, { token: dora.token }));
      const path = `/v2/lists/${list}`;
      const refused = await node.request('DELETE', path, { token: dora.token });
      assert.equal(refused.status, 409, refused.text);
      assert.deepEqual(refused.at('templates'), answer.at('templates'));
      return [answer.at('templates', 0, 'id'), answer.at('otherTemplates')];
    };
    await give('everyone', false);
    assert.deepEqual(await told(), [undefined, 1]);
    await give(dora.id, true);
    assert.deepEqual(await told(), [templateId, 0]);
    await give(dora.id, false);
    ok(await publish(templateId));
    assert.deepEqual(await told(), [templateId, 0]);
  });

  test('a field is only published with a list and columns that exist, and with fields that fit', async () => {
    const list = await makeList();
    const kindsOf = async (more: object): Promise<readonly unknown[]> => {
      const site = { type: 'sharedlist', name: 'site', list, ...more };
      const id = await makeTemplate([site, { type: 'file', name: 'photo' }]);
      const answer = await publish(id);
      assert.equal(answer.status, 422, answer.text);
      return [answer.at('faults', 0, 'at'), answer.at('faults', 0, 'kind')];
    };
    const at = 'elements[0]';
    assert.deepEqual(await kindsOf({ list: '' }), [`${at}.list`, 'noList']);
    const gone = '01890a5d-ac96-774b-bcce-b302099a8057';
    assert.deepEqual(await kindsOf({ list: gone }), [`${at}.list`, 'unknownList']);
    const half = { filterColumn: 'region' };
    assert.deepEqual(await kindsOf(half), [`${at}.filterField`, 'halfFilter']);
    const missing = { filterColumn: 'region', filterField: 'area' };
    assert.deepEqual(await kindsOf(missing), [`${at}.filterField`, 'unknownField']);
    const unfit = { filterColumn: 'region', filterField: 'photo' };
    assert.deepEqual(await kindsOf(unfit), [`${at}.filterField`, 'unfitField']);
    const filled = { fillIn: [{ column: 'region', field: 'site' }] };
    assert.deepEqual(await kindsOf(filled), [`${at}.fillIn[0]`, 'unknownField']);
    const body = { name: 'x', definition: { elements: [{ type: 'sharedlist', list: 'no' }] } };
    assert.equal((await browser.send('POST', '/app/v1/templates', { body })).status, 422);
  });

  const tableOf = (list: string, more: object = {}) => ({
    type: 'matrixdynamic',
    name: 'stops',
    title: 'Stops',
    columns: [
      { cellType: 'dropdown', name: 'region', title: 'Region', choices: ['North', 'South'] },
      {
        cellType: 'sharedlist',
        name: 'site',
        title: 'Site',
        list,
        filterColumn: 'region',
        filterField: 'region',
        fillIn: [{ column: 'title', field: 'note' }],
        searchable: true,
        ...more,
      },
      { cellType: 'text', name: 'note', title: 'Note', visibleIf: "{row.site} = 'D7'" },
    ],
  });

  test('a column of a table takes rows of a list, which fit the row of the table that they are in', async () => {
    const list = await makeList();
    const region = { type: 'text', name: 'region' };
    const templateId = await makeTemplate([region, tableOf(list)]);
    ok(await publish(templateId));
    const site = { key: 'D7', label: 'made up', seq: await seqOf(list, 'D7') };
    const unknown = await create(templateId, { stops: [{}, { site: { ...site, key: 'D9' } }] });
    assert.deepEqual(
      [unknown.status, unknown.at('faults', 0, 'at'), unknown.at('faults', 0, 'rule')],
      [422, 'stops[1].site', 'known-row'],
    );
    // The region of the row counts, and not that of the form.
    const stops = [
      { region: 'North', site, note: 'here' },
      { region: 'South', site },
    ];
    const made = ok(await create(templateId, { region: 'East', stops }), 201);
    assert.equal(made.at('answers', 'stops', 0, 'site', 'label'), 'Dam 7');
    const path = `/app/v1/forms/${made.at('id')}`;
    const refused = await browser.send('POST', `${path}/complete`, { body: {} });
    assert.deepEqual(
      [refused.status, refused.at('faults', 0, 'at'), refused.at('faults', 0, 'rule')],
      [422, 'stops[1].site', 'fitting-row'],
    );
    const other = { key: 'D8', label: '', seq: 0 };
    const answers = { stops: [stops[0], { region: 'South', site: other, note: 'gone' }] };
    ok(await browser.send('PATCH', path, { body: { revision: made.at('revision'), answers } }));
    const done = ok(await browser.send('POST', `${path}/complete`, { body: {} }));
    const [dam7, dam8] = [site, { ...other, seq: await seqOf(list, 'D8') }];
    // A condition of the row compares with the key: the note of the second row is hidden.
    assert.deepEqual(done.at('answers', 'stops'), [
      { region: 'North', site: { ...dam7, label: 'Dam 7' }, note: 'here' },
      { region: 'South', site: { ...dam8, label: 'Dam 8' } },
    ]);
    assert.equal((await browser.send('DELETE', `/app/v1/lists/${list}`)).status, 409);
    const found = ok(await browser.send('GET', `/app/v1/forms?q=dam`));
    assert.ok(found.at('items', 0, 'id') !== undefined, found.text);
  });

  test('/v2 reads and writes a row in a table by its key, as in a field, and keeps what was seen', async () => {
    const list = await makeList();
    const templateId = await makeTemplate([
      tableOf(list),
      ...fieldsOf(list).filter(({ name }) => name === 'visits'),
    ]);
    ok(await publish(templateId));
    const stops = { rows: [{ region: 'North', site: 'D7' }, { site: 'D8' }] };
    const fields = { stops, visits: { rows: [{ where: 'D7' }] } };
    const made = ok(await node.request('POST', '/v2/formz', { body: { templateId, fields } }), 201);
    assert.deepEqual(made.at('fields', 'stops', 'rows'), stops.rows);
    assert.equal(made.at('fields', 'stops', 'displayRows', 0, 'site'), 'Dam 7');
    assert.deepEqual(made.at('fields', 'visits', 'rows'), [{ where: 'D7' }]);
    const path = `/v2/formz/${made.at('id')}`;
    const change = (body: object) => node.request('PATCH', path, { body: { fields: body } });
    // The row is renamed since. What was read is sent back, with a row before it: the answer stays as it was seen.
    await write(list, [{ code: 'D7', title: 'Dam Seven', region: 'North' }]);
    const rows = [{ site: 'D8' }, ...stops.rows];
    const kept = ok(await change({ stops: { rows }, visits: made.at('fields', 'visits') }));
    assert.deepEqual(kept.at('fields', 'stops', 'rows'), rows);
    assert.equal(kept.at('fields', 'stops', 'displayRows', 1, 'site'), 'Dam 7');
    assert.equal(kept.at('fields', 'visits', 'displayRows', 0, 'where'), 'Dam 7');
    const refused = await change({ stops: { rows: [{}, { site: 'D9' }] } });
    assert.deepEqual(
      [refused.status, refused.at('faults', 0, 'at'), refused.at('faults', 0, 'rule')],
      [422, 'stops[1].site', 'known-row'],
    );
    assert.equal((await change({ stops: { rows: [{ site: true }] } })).status, 422);
    // A row may still be sent as it is stored.
    const site = { key: 'D7', label: '', seq: 0 };
    const whole = ok(await change({ stops: { rows: [{ site }] }, visits: { rows: [] } }));
    assert.deepEqual(whole.at('fields', 'stops', 'rows'), [{ site: 'D7' }]);
    assert.equal(whole.at('fields', 'stops', 'displayRows', 0, 'site'), 'Dam Seven');
  });

  test('/v2 lists answers with the keys of rows, and writes CSV with their labels', async () => {
    const list = await makeList();
    const templateId = await makeTemplate([tableOf(list), ...fieldsOf(list)]);
    ok(await publish(templateId));
    const stops = [{ region: 'North', site: 'D7' }];
    const visits = [{ where: 'D8' }];
    const fields = { site: { value: 'D7' }, stops: { rows: stops }, visits: { rows: visits } };
    ok(await node.request('POST', '/v2/formz', { body: { templateId, fields } }), 201);
    const path = `/v2/templates/${templateId}/answers`;
    const { note: _, ...answers } = Object(ok(await node.request('GET', path)).at(0, 'answers'));
    assert.deepEqual(answers, { site: 'D7', stops, visits });
    const lines = ok(await node.request('GET', `${path}?format=ndjson`));
    assert.deepEqual(JSON.parse(lines.text).answers.stops, stops);
    assert.match(ok(await node.request('GET', `${path}?format=csv`)).text, /,Dam 7,/);
  });

  test('a list column is only published with columns of the list, and of the table or the form, that fit', async () => {
    const list = await makeList();
    const faultOf = async (more: object): Promise<readonly unknown[]> => {
      const answer = await publish(await makeTemplate([tableOf(list, more)]));
      assert.equal(answer.status, 422, answer.text);
      return [answer.at('faults', 0, 'at'), answer.at('faults', 0, 'kind')];
    };
    const at = 'elements[0].columns[1]';
    assert.deepEqual(await faultOf({ list: '' }), [`${at}.list`, 'noList']);
    const gone = '01890a5d-ac96-774b-bcce-b302099a8057';
    assert.deepEqual(await faultOf({ list: gone }), [`${at}.list`, 'unknownList']);
    assert.deepEqual(await faultOf({ filterField: 'area' }), [`${at}.filterField`, 'unknownField']);
    assert.deepEqual(await faultOf({ filterField: 'site' }), [`${at}.filterField`, 'unknownField']);
    assert.deepEqual(await faultOf({ filterColumn: 'district' }), [
      `${at}.filterColumn`,
      'unknownColumn',
    ]);
    const filled = { fillIn: [{ column: 'title', field: 'stops' }] };
    assert.deepEqual(await faultOf(filled), [`${at}.fillIn[0]`, 'unfitField']);
  });

  test('nobody reads rows of a list that is not theirs through a form', async () => {
    const list = await makeList({ grants: [] });
    const templateId = await published(list);
    const rights = { fill: true, see: 'own', edit: false, assign: false, manage: false } as const;
    const { accountId, userId } = node.account;
    const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
    await node.services.db.transaction((tx) =>
      node.services.forms.giveRights(tx, admin, templateId, 'everyone', rights),
    );
    const { token } = await node.addUser(fresh());
    const fields = { site: { value: 'D7' } };
    const answer = await node.request('POST', '/v2/formz', { body: { templateId, fields }, token });
    assert.deepEqual([answer.status, answer.at('faults', 0, 'rule')], [422, 'known-row']);
    const table = await makeTemplate([tableOf(list)]);
    ok(await publish(table));
    await node.services.db.transaction((tx) =>
      node.services.forms.giveRights(tx, admin, table, 'everyone', rights),
    );
    const form = await node.request('POST', '/v2/formz', { body: { templateId: table }, token });
    const rows = [{ site: { key: 'D7', label: '', seq: 0 } }];
    const body = { fields: { stops: { rows } } };
    const path = `/v2/formz/${form.at('id')}`;
    const refused = await node.request('PATCH', path, { body, token });
    assert.deepEqual([refused.status, refused.at('faults', 0, 'rule')], [422, 'known-row']);
  });
});
