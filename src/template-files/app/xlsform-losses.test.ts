import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../../../test/journeys/service.ts';
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

  test('what the XLSForm of a template lacks is told field by field before it is downloaded', async () => {
    const pages = [
      {
        name: 'one',
        elements: [
          { type: 'person', name: 'who', title: { default: 'Inspector', de: 'Prüfer' } },
          { type: 'text', name: 'why', enableIf: '{who} notempty' },
          { type: 'text', name: 'plain' },
        ],
      },
    ];
    const body = { name: 'Lacking', definition: { pages } };
    const made = await ok(admin.send('POST', '/app/v1/templates', { body }));
    const told = await ok(admin.send('GET', `/app/v1/templates/${made.at('id')}/xlsform/losses`));
    const people = 'The people of the directory are not in the file. It becomes a text field.';
    const expression = '{who} notempty';
    const left = `A condition or calculation that XLSForms lack is left out: ${expression}`;
    assert.deepEqual(told.at('items'), [
      { name: 'who', title: 'Inspector', kind: 'people', text: people },
      { name: 'why', title: 'why', kind: 'expression', expression, text: left },
    ]);
  });
});
