import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

const DEFINITION = {
  elements: [{ type: 'text', name: 'count', inputType: 'number', title: 'Count' }],
};

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

  test('numbers too large to add up are counted, and the others are added', async () => {
    const body = { name: 'Huge', definition: DEFINITION, openToAll: false };
    const huge = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${huge}/publish`, { body: {} }));
    for (const count of [1.7e308, 1.7e308, 4]) {
      const form = { templateId: huge, answers: { count } };
      ok(await admin.send('POST', '/app/v1/forms', { body: form }), 201);
    }
    const list = ok(await admin.send('GET', `/app/v1/templates/${huge}/answers`));
    const id = String(list.at('fields', 0, 'id'));
    for (const where of ['[]', JSON.stringify([{ field: id, op: 'answered' }])]) {
      const query = new URLSearchParams({ fields: id, where });
      const sums = ok(await admin.send('GET', `/app/v1/templates/${huge}/answers/sums?${query}`));
      assert.deepEqual(sums.at('fields', 0), { id, answered: 3, blank: 0, sum: 4, mean: 4 });
    }
  });
});
