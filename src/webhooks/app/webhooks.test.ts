// Webhooks as their page shows them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  test('a webhook of a deleted template says so, with the name that the template had', async () => {
    const admin = await adminBrowser(node);
    const named = { name: 'Visit', openToAll: true };
    const template = await admin.send('POST', '/app/v1/templates', { body: named });
    const templateId = template.at('id');
    const body = {
      targetUrl: 'https://hooks.example/a',
      eventTypes: ['form.completed'],
      templateId,
    };
    const made = await admin.send('POST', '/app/v1/webhooks', { body });
    assert.equal(made.status, 201, made.text);
    const path = `/app/v1/webhooks/${made.at('webhook', 'id')}`;
    const shown = async () => {
      const webhook = await admin.send('GET', path);
      return ['templateId', 'templateName', 'isTemplateDeleted'].map((name) => webhook.at(name));
    };
    assert.deepEqual(await shown(), [templateId, 'Visit', undefined]);
    const deleted = await admin.send('DELETE', `/app/v1/templates/${templateId}`);
    assert.equal(deleted.status, 204, deleted.text);
    assert.deepEqual(await shown(), [templateId, 'Visit', true]);
    const [item] = Object(await admin.send('GET', '/app/v1/webhooks')).body.items;
    assert.equal(item.templateName, 'Visit');
  });
});
