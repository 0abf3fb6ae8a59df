import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let list: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Streamed', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    list = `/v2/templates/${templateId}/answers`;
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };

  test('what a table or a format can not be is refused with its place', async () => {
    for (const [query, at] of [
      ['format=odt', 'format'],
      ['format=csv&columns=nothing', 'columns'],
      ['format=csv&pageNumber=2', 'pageNumber'],
      ['format=ndjson&sort=nothing', 'sort'],
      ['format=xlsx&where=x', 'where'],
    ] as const) {
      const answer = await node.request('GET', `${list}?${query}`);
      assert.deepEqual([answer.status, answer.at('at')], [400, at], query);
    }
    for (const [asked, at] of [
      [{ kind: 'csv', columns: 'nothing' }, 'columns'],
      [{ kind: 'xlsx', sort: 'nothing' }, 'sort'],
      [{ kind: 'json', sort: 'name' }, 'kind'],
    ] as const) {
      const body = { templateId, ...asked };
      const answer = await admin.send('POST', '/app/v1/exports', { body });
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
  });

  test('a table has the due date, both times of completion and the assignment if they are asked for', async () => {
    const dueDate = new Date(node.services.clock.now() + 60_000).toISOString();
    const assignee = { type: 'User', id: node.account.userId };
    const sent = { templateId, assignee, dueDate };
    const work = ok(await node.request('POST', '/v2/assignments', { body: sent }), 201);
    const assignment = String(work.at('assignments', 0, 'id'));
    const path = `/app/v1/assignments/${assignment}/form`;
    const id = String(ok(await admin.send('POST', path, { body: {} }), 201).at('id'));
    const complete = `/app/v1/forms/${id}/complete?completedMsAgo=5000`;
    ok(await admin.send('POST', complete, { body: {} }));
    const form = ok(await admin.send('GET', `/app/v1/forms/${id}`));
    const columns = 'id,dueDate,completedDate,completedOnDeviceDate,assignmentId';
    const csv = ok(await node.request('GET', `${list}?format=csv&columns=${columns}`)).text;
    const [head, ...lines] = csv.trim().split('\r\n');
    assert.match(head ?? '', /Form id,Due,Completed,Completed on the device,Assignment$/);
    const [, ...cells] = lines.find((line) => line.startsWith(id))?.split(',') ?? [];
    const second = (time: unknown) => Math.floor(Date.parse(String(time)) / 1000);
    assert.deepEqual(cells.slice(0, 3).map(second), [
      second(dueDate),
      second(form.at('statusChangedAt')),
      second(form.at('completedOnDeviceAt')),
    ]);
    assert.equal(cells[3], assignment);
    const rows = ok(await admin.send('GET', `/app/v1/templates/${templateId}/answers`));
    const row = Object(rows.body).items.find((each: { id: string }) => each.id === id);
    assert.deepEqual(
      [row.dueAt, row.completedAt, row.completedOnDeviceAt],
      [form.at('dueAt'), form.at('statusChangedAt'), form.at('completedOnDeviceAt')],
    );
  });

  test('a stream has the cursor of changes beside it', async () => {
    const stream = ok(await node.request('GET', `${list}?format=ndjson`));
    const cursor = stream.headers['x-change-cursor'] ?? '';
    const body = { templateId, answers: {} };
    const later = ok(await admin.send('POST', '/app/v1/forms', { body }), 201);
    await waitUntil(async () => {
      const path = `/v2/formz?pageSize=100&changedSince=${cursor}`;
      return ok(await node.request('GET', path)).text.includes(String(later.at('id')));
    });
  });
});
