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

  test('years and codes have no sum and no mean, percentages only a mean, whether all forms are asked or some', async () => {
    const number = (name: string, title: string, unit?: string) => ({
      ...{ type: 'text', name, inputType: 'number', title },
      ...(unit !== undefined && { unit }),
    });
    const elements = [
      ...[number('built', 'Built'), number('room', 'Room number'), number('leaks', 'Leaks')],
      ...[number('level', 'Level', '%'), { type: 'rating', name: 'stars', title: 'Stars' }],
    ];
    const body = { name: 'Mixed', definition: { elements }, openToAll: false };
    const mixed = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${mixed}/publish`, { body: {} }));
    for (const answers of [
      { built: 1987, room: 12, leaks: 2, level: 40, stars: 3 },
      { built: 2004, room: 14, leaks: 4, level: 60, stars: 4 },
      { leaks: 3 },
    ]) {
      const form = { templateId: mixed, answers };
      ok(await admin.send('POST', '/app/v1/forms', { body: form }), 201);
    }
    const list = ok(await admin.send('GET', `/app/v1/templates/${mixed}/answers`));
    const ids = [0, 1, 2, 3, 4].map((at) => String(list.at('fields', at, 'id')));
    for (const where of ['[]', JSON.stringify([{ field: ids[2], op: 'answered' }])]) {
      const query = new URLSearchParams({ fields: ids.join(','), where });
      const sums = ok(await admin.send('GET', `/app/v1/templates/${mixed}/answers/sums?${query}`));
      assert.deepEqual(sums.at('fields'), [
        { id: ids[0], answered: 2, blank: 1 },
        { id: ids[1], answered: 2, blank: 1 },
        { id: ids[2], answered: 3, blank: 0, sum: 9, mean: 3 },
        { id: ids[3], answered: 2, blank: 1, mean: 50 },
        { id: ids[4], answered: 2, blank: 1, mean: 3.5 },
      ]);
    }
    const summary = ok(await node.request('GET', `/v2/templates/${mixed}/summary`));
    const makes = ids.map((_, at) => summary.at('fields', at, 'numbers', 'makes'));
    assert.deepEqual(makes, ['neither', 'neither', 'sum', 'mean', 'mean']);
  });
});
