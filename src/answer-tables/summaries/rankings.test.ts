import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  test('a ranking is summed up by the mean place of each choice, the best first', async () => {
    const choices = ['price', { value: 'time', text: 'Delivery time' }, 'quality', 'colour'];
    const definition = { elements: [{ type: 'ranking', name: 'order', title: 'Order', choices }] };
    const body = { name: 'Priorities', definition };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    const id = String(made.at('id'));
    assert.equal(
      (await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} })).status,
      200,
    );
    for (const order of [
      ['time', 'price', 'quality'],
      ['time', 'quality', 'price'],
      ['quality', 'time', 'price'],
    ]) {
      const form = { templateId: id, answers: { order } };
      const answer = await admin.send('POST', '/app/v1/forms', { body: form });
      assert.equal(answer.status, 201, answer.text);
    }
    const answer = await admin.send('GET', `/app/v1/templates/${id}/summary`);
    assert.equal(answer.status, 200, answer.text);
    const items = answer.at('fields', 0, 'choices', 'items');
    const ranked = [items].flat().map((item) => {
      const { text, place, firsts } = Object(item);
      return [text, place === undefined ? undefined : Math.round(place * 100) / 100, firsts];
    });
    assert.deepEqual(ranked, [
      ['Delivery time', 1.33, 2],
      ['quality', 2, 1],
      ['price', 2.67, 0],
      ['colour', undefined, undefined],
    ]);
  });
});
