import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'matrixdynamic', name: 'parts', columns: [{ name: 'part', cellType: 'text' }] },
  ],
};
const COLUMNS = 'createdBy,assignedTo,createdDate';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let creator: string;
  let createdAt: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Columns', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    const ada = await node.addUser('ada');
    const answers = { site: 'Weir', parts: [{ part: 'Bolt' }] };
    const made = { templateId, answers };
    const form = ok(await admin.send('POST', '/app/v1/forms', { body: made }), 201);
    const path = `/app/v1/forms/${form.at('id')}`;
    const assigned = { assignment: { type: 'User', id: ada.id }, revision: form.at('revision') };
    ok(await admin.send('POST', `${path}/assign`, { body: assigned }));
    const detail = ok(await admin.send('GET', path));
    creator = String(detail.at('createdBy', 'name'));
    createdAt = String(detail.at('createdAt'));
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };

  test('the table says who created each form and when, and whom it is assigned to, in forms and in rows', async () => {
    for (const path of ['answers', 'answers/rows']) {
      const list = ok(await admin.send('GET', `/app/v1/templates/${templateId}/${path}`));
      const said = ['createdBy', 'assignedTo', 'createdAt'].map((name) =>
        list.at('items', 0, name),
      );
      assert.deepEqual(said, [creator, 'ada', createdAt], path);
    }
  });

  test('exports and streams have these columns where they are named', async () => {
    const asked = { kind: 'csv', templateId, columns: COLUMNS, locale: 'de' };
    const begun = ok(await admin.send('POST', '/app/v1/exports', { body: asked }), 202);
    const job = `/app/v1/exports/${begun.at('id')}`;
    await waitUntil(async () => (await admin.send('GET', job)).at('state') === 'done');
    const file = await admin.send('GET', `${job}/files/0`);
    const stream = await node.request(
      'GET',
      `/v2/templates/${templateId}/answers?format=csv&columns=${COLUMNS}`,
    );
    const lines = [file, stream].map(({ text }) => text.trim().split('\r\n'));
    assert.deepEqual(lines, [
      ['Erstellt von,Zugewiesen an,Erstellt', `${creator},ada,${createdAt}`],
      ['Created by,Assigned to,Created', `${creator},ada,${createdAt}`],
    ]);
  });
});
