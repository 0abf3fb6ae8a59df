import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let template: string;
  let list: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const columns = [
      { key: 'code', label: 'Code', type: 'text' },
      { key: 'name', label: 'Name', type: 'text' },
    ];
    const made = await admin.send('POST', '/app/v1/lists', {
      body: { name: 'Sites', columns, keyColumn: 'code', labelColumn: 'name', grants: [] },
    });
    list = String(made.at('id'));
    const rows = ['Dam', 'Überlauf', 'Weir', 'Gate'].map((name, i) => ({ code: `${i}`, name }));
    await admin.send('POST', `/app/v1/lists/${list}/rows`, { body: { rows } });
    const definition = {
      elements: [
        { type: 'sharedlist', name: 'site', title: 'Site', list },
        { type: 'text', name: 'litres', title: 'Litres', inputType: 'number' },
      ],
    };
    const created = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Rounds', definition, openToAll: true },
    });
    template = String(created.at('id'));
    await admin.send('POST', `/app/v1/templates/${template}/publish`, { body: {} });
    const fill = async (code: number | undefined, litres: number) => {
      const site = { key: `${code}`, label: rows[code ?? 0]?.name, seq: (code ?? 0) + 1 };
      const answers = { litres, ...(code !== undefined && { site }) };
      const form = await admin.send('POST', '/app/v1/forms', {
        body: { templateId: template, answers },
      });
      assert.equal(form.status, 201, form.text);
    };
    await fill(0, 5);
    await fill(1, 7);
    await fill(1, 9);
    await fill(undefined, 11);
  });
  after(() => node.close());

  const summaryBy = async (by: string, browser = admin) =>
    await browser.send(
      'GET',
      `/app/v1/templates/${template}/summary?grouped=true&by=${encodeURIComponent(by)}`,
    );
  const siteField = async () =>
    String(
      (await admin.send('GET', `/app/v1/templates/${template}/summary`)).at('fields', 0, 'id'),
    );

  test('forms are counted by the rows of a list, and those of the list without a form are named', async () => {
    const answer = await summaryBy(await siteField());
    assert.deepEqual(answer.at('grouped'), {
      items: [
        { value: 'überlauf', text: 'Überlauf', count: 2 },
        { value: 'dam', text: 'Dam', count: 1 },
      ],
      left: 0,
      without: 1,
      missing: { count: 2, of: 4, rows: ['Gate', 'Weir'] },
    });
    assert.deepEqual(answer.at('fields', 1, 'numbers', 'by'), [
      { count: 2, min: 7, max: 9, mean: 8, sum: 16 },
      { count: 1, min: 5, max: 5, mean: 5, sum: 5 },
      { count: 1, min: 11, max: 11, mean: 11, sum: 11 },
    ]);
    const charts = await admin.send(
      'GET',
      `/app/v1/templates/${template}/summary?by=${await siteField()}`,
    );
    assert.deepEqual(charts.at('groups'), answer.at('groups'));
    assert.equal(charts.at('grouped'), undefined, 'nobody asked for it');
    // A condition leaves forms out, and more of the list is missing.
    const where = JSON.stringify([
      { field: String(answer.at('fields', 1, 'id')), op: 'gt', value: 8 },
    ]);
    const fewer = await admin.send(
      'GET',
      `/app/v1/templates/${template}/summary?grouped=true&by=${await siteField()}&where=${encodeURIComponent(where)}`,
    );
    assert.deepEqual(fewer.at('grouped', 'missing', 'rows'), ['Dam', 'Gate', 'Weir']);
  });

  test('a row that is no longer offered is not missing', async () => {
    await admin.send('POST', `/app/v1/lists/${list}/rows`, { body: { deactivate: ['3'] } });
    const answer = await summaryBy(await siteField());
    assert.deepEqual(answer.at('grouped', 'missing'), { count: 1, of: 3, rows: ['Weir'] });
  });

  test('somebody who may not use the list is not told what is in it', async () => {
    const { token } = await node.addUser('dora', 'designer');
    const path = `/v2/templates/${template}/summary?grouped=true&by=${await siteField()}`;
    const answer = await node.request('GET', path, { token });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.at('groups', 0, 'value'), undefined);
    assert.equal(answer.at('grouped', 'missing'), undefined);
  });

  test('forms are counted by who created them and whom they are assigned to', async () => {
    for (const by of ['@createdBy', '@assignedTo']) {
      const answer = await summaryBy(by);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.at('grouped', 'items', 0, 'value'), node.account.userId);
      assert.equal(answer.at('grouped', 'items', 0, 'count'), 4);
      assert.equal(answer.at('groups', 0, 'text'), answer.at('grouped', 'items', 0, 'text'));
      assert.deepEqual(answer.at('groups', 1), { isOthers: true });
      assert.deepEqual(answer.at('fields', 1, 'numbers', 'by', 0), {
        count: 4,
        min: 5,
        max: 11,
        mean: 8,
        sum: 32,
      });
    }
  });

  test('forms are counted by week and month, in the time zone of the organisation', async () => {
    // Sunday evening in UTC is Monday in Auckland, where another month begins too.
    const stored = { created_at: Date.parse('2026-05-31T20:00:00Z') };
    const forms = await admin.send('GET', `/app/v1/forms?template=${template}`);
    const old = String(forms.at('items', 0, 'id'));
    const { db } = node.services;
    const write = db.reader.updateTable('forms').set(stored as never);
    await write.where('id', '=', old).execute();
    const spans = async (by: string) => {
      const items = (await summaryBy(by)).at('grouped', 'items');
      return [items].flat().flatMap((item) => (Object(item).count > 0 ? [Object(item)] : []));
    };
    assert.deepEqual((await spans('@createdMonth')).at(-1), {
      value: '2026-05-01',
      span: 'month',
      count: 1,
    });
    const zoned = await admin.send('PATCH', '/app/v1/account', {
      body: { timeZone: 'Pacific/Auckland' },
    });
    assert.equal(zoned.status, 200, zoned.text);
    assert.deepEqual((await spans('@createdMonth')).at(-1), {
      value: '2026-06-01',
      span: 'month',
      count: 1,
    });
    assert.deepEqual((await spans('@createdWeek')).at(-1), {
      value: '2026-06-01',
      span: 'week',
      count: 1,
    });
    // Five minutes after a midnight that is no full hour in UTC.
    const early = { created_at: Date.parse('2026-05-31T18:20:00Z') };
    const rewrite = db.reader.updateTable('forms').set(early as never);
    await rewrite.where('id', '=', old).execute();
    await admin.send('PATCH', '/app/v1/account', { body: { timeZone: 'Asia/Kathmandu' } });
    assert.equal((await spans('@createdMonth')).at(-1)?.['value'], '2026-06-01');
  });
});
