// A designer makes a template of tables in repeated panels, and somebody sends a form of it with almost only empty
// rows. They are small in the request, but millions of cells when the form is prepared for reading, which would crash
// the service.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';

const ROWS = 1000;
const MAX_CELLS = 10_000;

const columns = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `c${i}`, cellType: 'text' }));
const table = (count: number, more: object = {}) => ({
  type: 'matrixdynamic',
  name: 'table',
  columns: columns(count),
  ...more,
});
const panel = (element: object, more: object = {}) => ({
  type: 'paneldynamic',
  name: 'panel',
  templateElements: [element],
  ...more,
});
const nearlyEmpty = (count: number) => [
  ...Array.from({ length: count - 1 }, () => ({})),
  { c0: 'x' },
];

forEngineOrBoth('sqlite', (engine) => {
  describe('rows that are sent for nothing', () => {
    let node: Instance;
    let admin: Browser;
    before(async () => {
      node = await startInstance(engine);
      admin = await adminBrowser(node);
    });
    after(() => node.close());

    const publish = async (element: object): Promise<string> => {
      const elements = [{ type: 'text', name: 'site', defaultValue: 'Quay' }, element];
      const body = { name: 'Tables', definition: { elements }, openToAll: true };
      const made = await admin.send('POST', '/app/v1/templates', { body });
      assert.equal(made.status, 201, made.text);
      const id = String(made.at('id'));
      const published = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
      assert.equal(published.status, 200, published.text);
      return id;
    };
    const begin = async (templateId: string): Promise<string> => {
      const made = await node.request('POST', '/v2/formz', { body: { templateId } });
      assert.equal(made.status, 201, made.text);
      return String(made.at('id'));
    };
    const write = (id: string, fields: object): Promise<Answer> =>
      node.request('PATCH', `/v2/formz/${id}`, { body: { fields } });
    const isTooMany = ({ status, text }: Answer, at: string): void => {
      assert.equal(status, 422, text.slice(0, 500));
      const faults: { readonly at: string; readonly rule?: string; readonly limit?: number }[] =
        JSON.parse(text).faults ?? assert.fail(text);
      const found = faults.find(({ rule }) => rule === 'max-cells');
      assert.deepEqual([found?.at, found?.limit], [at, MAX_CELLS], text.slice(0, 500));
    };

    test('by rows in rows are refused at their place, and the form stays readable', async () => {
      const id = await begin(await publish(panel(table(280))));
      const rows = Array.from({ length: 40 }, () => ({ table: nearlyEmpty(ROWS) }));
      isTooMany(await write(id, { panel: { rows } }), 'panel[0].table');
      const read = await node.request('GET', `/v2/formz/${id}`);
      assert.deepEqual([read.status, read.at('fields', 'site', 'text')], [200, 'Quay']);
    });

    test('are taken up to the last cell, and no further', async () => {
      const id = await begin(await publish(table(10)));
      const full = await write(id, { table: { rows: nearlyEmpty(ROWS) } });
      assert.equal(full.status, 200, full.text.slice(0, 500));
      const wide = await begin(await publish(table(11)));
      isTooMany(await write(wide, { table: { rows: nearlyEmpty(ROWS) } }), 'table');
    });

    test('by a page are refused as the API refuses them', async () => {
      const id = await begin(await publish(table(280)));
      const body = { revision: 1, answers: { table: nearlyEmpty(ROWS) } };
      isTooMany(await admin.send('PATCH', `/app/v1/forms/${id}`, { body }), 'table');
    });

    test('by the default values of a template are left out of its forms', async () => {
      const many = { rowCount: ROWS, defaultRowValue: { c0: 'x' } };
      const id = await begin(await publish(panel(table(3, many), { panelCount: ROWS })));
      const read = await node.request('GET', `/v2/formz/${id}`);
      assert.equal(read.at('fields', 'site', 'text'), 'Quay');
      assert.deepEqual(read.at('fields', 'panel', 'rows'), []);
    });
  });
});
