// What a day without a network needs, in a real browser, and daily, because it broke once while all daily tests were green:
// a form that nobody opened before is begun, what is late is filled in, and leaves "Late" at once. my-forms-page.test.ts
// and work-set-page.test.ts have more of it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'nine small lanterns by the gate';
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };
const HOUR_MS = 3_600_000;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('without a network a form is begun, a late one is done and is late no more, and both arrive', async () => {
    const admin = await adminBrowser(node);
    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const person = { userName: 'ada', displayName: 'Ada', password: PASSWORD };
    const ada = await admin.send('POST', '/app/v1/users', { body: person });
    const assign = async (name: string, dueInMs: number) => {
      const assignment = { type: 'User', id: ada.at('id') };
      const dueAt = new Date(node.clock.now() + dueInMs).toISOString();
      const body = { templateId, name, assignment, dueAt };
      return String((await admin.send('POST', '/app/v1/forms', { body })).at('id'));
    };
    const weir = await assign('Weir', -HOUR_MS);
    await assign('Dam', 30 * 24 * HOUR_MS);

    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const base = node.server.publicUrl;
    await signInByRequest(page, base, { userName: 'ada', password: PASSWORD });
    await page.goto(`${base}/forms`);
    await page.getByText('Your 2 open forms are ready offline.').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(context, true);

    const groups = async () => {
      await page.goto(`${base}/forms`);
      const rows = page.getByRole('table').getByRole('row');
      await rows.getByText('Dam').waitFor();
      return (await rows.allInnerTexts()).slice(1).map((text) => text.split('\n')[0]);
    };
    assert.deepEqual(await groups(), ['Late', 'Weir', 'Later', 'Dam']);
    const complete = async () => {
      await page.getByLabel('Site').fill('North');
      await page.getByRole('button', { name: 'Complete the form' }).click();
      await page.getByText('will be completed when you’re online again').waitFor();
    };
    await page.goto(`${base}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await complete();
    await page.goto(`${base}/forms/${weir}/fill`);
    await complete();
    assert.deepEqual((await groups()).slice(0, 4), ['Later', 'Dam', 'Done', 'Weir']);

    await setOffline(context, false);
    await page.getByRole('region', { name: 'On this device' }).waitFor({ state: 'detached' });
    const list = page.getByRole('table', { name: 'My forms' });
    await list.getByText('Complete', { exact: true }).nth(1).waitFor();
    const stored = await admin.send('GET', `/app/v1/forms/${weir}`);
    assert.equal(stored.at('status'), 'complete');
    assert.equal(typeof stored.at('completedOnDeviceAt'), 'string');
  });
});
