// Answers that are marked for the search from the page that shows them, in a real browser.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let id: string;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const definition = buildTemplate([
      { kind: 'text', name: 'site', title: 'Site' },
      { kind: 'number', name: 'leaks', title: 'Leaks' },
    ]);
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Rounds', definition },
    });
    id = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    await admin.send('POST', '/app/v1/forms', {
      body: { templateId: id, answers: { site: 'Harbour' } },
    });
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const found = async () => {
    const admin = await adminBrowser(node);
    return (await admin.send('GET', '/app/v1/forms?q=harb')).at('items', 0, 'name');
  };
  const openDialog = async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${id}/answers`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Searchable answers' }).click();
    await page.getByRole('dialog').getByLabel('Site').waitFor();
  };

  test('a designer marks an answer, and forms that exist are found by it', async () => {
    const faults = watchFaults(page);
    assert.equal(await found(), undefined);
    await openDialog();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('dialog').getByLabel('Site').check();
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Saved. Forms are found').waitFor();
    await waitUntil(async () => (await found()) !== undefined);
    assert.deepEqual(faults, []);
  });

  test('changes that wait to be published are not published along', async () => {
    const admin = await adminBrowser(node);
    const path = `/app/v1/templates/${id}`;
    const definition = buildTemplate([
      { kind: 'text', name: 'site', title: 'Place' },
      { kind: 'number', name: 'leaks', title: 'Leaks' },
    ]);
    await admin.send('PATCH', path, { body: { definition } });
    await openPage(page, `${node.server.publicUrl}/templates/${id}/answers`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Searchable answers' }).click();
    await page.getByRole('dialog').getByLabel('Place').check();
    await page.getByRole('button', { name: 'Save with the draft' }).click();
    await page.getByText('Saved with the draft of the template.').waitFor();
    const read = await admin.send('GET', path);
    assert.equal(read.at('currentVersion'), 2);
    assert.equal(read.at('hasChanges'), true);
    const [draft] = [read.at('draftDefinition', 'pages', 0, 'elements', 0)];
    assert.equal(Object(draft).searchable, true);
  });
});
