// A designer decides how long the forms of a template are kept, and reads beforehand what that does.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks, signInByRequest } from '../support/web-pages.ts';

const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'text', name: 'visitor', title: 'Name of the visitor' },
]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    page = await browser.newPage({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
    const person = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, person);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const send = async (method: string, path: string, body: object) => {
    const answer = await admin.send(method, `/app/v1${path}`, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const save = () => page.getByRole('button', { name: 'Save retention' });

  test('the page counts the forms beforehand, says when it begins, and takes the rule back', async () => {
    const made = await send('POST', '/templates', { name: 'Visits', definition: DEFINITION });
    const templateId = String(made.at('id'));
    await send('POST', `/templates/${templateId}/publish`, {});
    for (const name of ['First', 'Second']) await send('POST', '/forms', { templateId, name });
    await page.goto(`${node.server.publicUrl}/templates/${templateId}?tab=settings`);
    await page.getByRole('radio', { name: 'Blank answers' }).check();
    await page.getByLabel('Counted from').selectOption('creation');
    await save().click();
    await page.getByText('Choose at least one field, or the location.').waitFor();
    await page.getByRole('checkbox', { name: 'Name of the visitor' }).check();
    await page.getByLabel('After (days)').fill('1');
    await page.getByText('Today this would blank 0 forms.').waitFor();
    await save().click();
    await page.getByText(/^2 forms will lose the chosen answers on /).waitFor();
    await assertAccessibleInAllLooks(page);
    const rule = await admin.send('GET', `/app/v1/templates/${templateId}/retention`);
    assert.deepEqual(rule.at('rule', 'fields'), ['visitor']);
    await page.getByRole('radio', { name: 'Keep forms' }).check();
    await save().click();
    await page.getByText(/forms will lose/).waitFor({ state: 'hidden' });
    const kept = await admin.send('GET', `/app/v1/templates/${templateId}/retention`);
    assert.equal(kept.at('rule'), undefined);
  });
});
