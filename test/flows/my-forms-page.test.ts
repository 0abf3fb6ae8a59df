// "My forms" on a phone: offline it shows what the device has, and online what the service has, even if something is
// sent while the page is open.
// Nightly: a browser for long; shorter tests send what these pages send.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { CORE_USER } from '../support/scim.ts';
import { assertAccessibleInAllLooks, signInAt, signInByRequest } from '../support/web-pages.ts';

const PHONE = { width: 390, height: 844 };
const PASSWORD = 'nine small lanterns by the gate';
const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    await admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
    const ada = { schemas: [CORE_USER], userName: 'ada', displayName: 'Ada', password: PASSWORD };
    const person = await node.request('POST', '/scim/v2/Users', { body: ada });
    assert.equal(person.status, 201, person.text);
    context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName: 'ada', password: PASSWORD });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const go = (path: string) => page.goto(`${node.server.publicUrl}${path}`);
  /** @returns the id of the form */
  const fill = async (site: string, on = page): Promise<string> => {
    await on.goto(`${node.server.publicUrl}/forms/new`);
    const offered = on.getByRole('button', { name: 'Inspection' });
    await offered.click().catch(async (cause: unknown) => {
      const shown = await on.locator('body').textContent();
      throw new Error(`no template is offered at ${on.url()}: ${shown}`, { cause });
    });
    await on.getByLabel('Site').fill(site);
    return /forms\/([^/]+)\/fill$/.exec(on.url())?.[1] ?? '';
  };
  const isSaved = (on = page) => on.getByText(/^Saved/).waitFor();
  const here = () => page.getByRole('region', { name: 'On this device' });

  test('without a network it shows the forms on the device, each with how it stands, and the others as soon as there is one', async () => {
    await fill('North');
    await isSaved();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(context, true);
    await fill('South');
    await page.getByText(/^Not sent yet. Your answers/).waitFor();
    await fill('West');
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('will be completed when you’re online again').waitFor();
    await go('/forms');
    await page.getByText('You see the forms on this device').waitFor();
    for (const state of ['Sent', 'Not sent yet', 'Will be completed']) {
      await here().getByText(state, { exact: true }).waitFor();
    }
    assert.equal(await page.getByRole('status', { name: 'Loading' }).count(), 0);
    assert.equal(await page.getByRole('alert').count(), 0);
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);

    await setOffline(context, false);
    const list = page.getByRole('table', { name: 'My forms' });
    await list.getByText('Complete', { exact: true }).waitFor();
    await list.getByText('Draft', { exact: true }).nth(1).waitFor();
    assert.equal(await list.getByText('Draft', { exact: true }).count(), 2);
    assert.equal(await here().count(), 0);
  });

  test('what is sent before the page is quiet is in its list', async () => {
    await setOffline(context, true);
    await fill('East');
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('will be completed when you’re online again').waitFor();
    // As on a slow phone: the page has not yet loaded what watches over the device when the network comes back.
    await page.addInitScript(`{
      const { setInterval: usual } = window;
      window.setInterval = (act, ms) => usual(act, ms === 300 ? 3000 : ms);
    }`);
    await go('/forms');
    await page.getByText('You see the forms on this device').waitFor();
    await page.route('**/complete?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await setOffline(context, false);
    const list = page.getByRole('table', { name: 'My forms' });
    await list.getByText('Draft', { exact: true }).nth(2).waitFor();
    await list.getByText('Complete', { exact: true }).nth(1).waitFor();
    await page.unroute('**/complete?*');
  });

  test('a network that is there without the service behind it says so, and shows the same', async () => {
    await page.route('**/app/v1/**', (route) => route.abort());
    await go('/forms');
    await page.getByText('Formstead does not respond').waitFor();
    await here().getByText('Sent', { exact: true }).first().waitFor();
    await page.unroute('**/app/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'My forms' }).waitFor();
  });

  test('a browser that fails to open its database once fills in forms all the same', async () => {
    const other = await context.newPage();
    await other.addInitScript(`{
      const open = indexedDB.open.bind(indexedDB);
      let hasFailed = false;
      indexedDB.open = (...named) => {
        if (hasFailed) return open(...named);
        hasFailed = true;
        throw new DOMException('Internal error opening backing store', 'UnknownError');
      };
    }`);
    await other.goto(`${node.server.publicUrl}/forms/new`);
    await other.getByRole('button', { name: 'Inspection' }).click();
    await other.getByLabel('Site').fill('Jetty');
    await other.getByText(/^Saved/).waitFor();
    await other.close();
  });

  test('where the browser believes in a network that leads nowhere, nobody reads that anything is being saved', async () => {
    // A page of its own: what Chromium intercepts on one may reach into what is done there next.
    const cut = await context.newPage();
    await fill('Wharf', cut);
    await isSaved(cut);
    await cut.route('**/app/v1/**', (route) => route.abort());
    await cut.getByLabel('Site').fill('Wharf east');
    await cut.getByText(/^Not sent yet. Your answers/).waitFor();
    assert.equal(await cut.getByText('Saving…', { exact: true }).count(), 0);
    await cut.unroute('**/app/v1/**');
    await isSaved(cut);
    await cut.close();
  });

  test('who is signed out meanwhile is not told that anything is being saved, and sees it complete once they are back', async () => {
    const id = await fill('East');
    await isSaved();
    const found = await admin.send('GET', '/app/v1/users?q=ada');
    await admin.send('DELETE', `/app/v1/users/${found.at('items', 0, 'id')}/sessions`);
    await page.getByLabel('Site').fill('East pier');
    await page.getByText('You are signed out').waitFor();
    await page.getByText(/^Not sent yet. Sign in/).waitFor();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('The form will be completed when you sign in').waitFor();
    assert.equal(await page.getByText('Saving…', { exact: true }).count(), 0);
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);

    // The page is opened before the form is sent, as by a fast user.
    let send = () => {};
    const isLooked = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(`**/app/v1/forms/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await isLooked;
      await route.continue();
    });
    await signInAt(page, node.server.publicUrl, { userName: 'ada', password: PASSWORD });
    await page.getByRole('link', { name: 'View my forms' }).click();
    const row = page.getByRole('table', { name: 'My forms' }).locator(`a[href="/forms/${id}"]`);
    await row.waitFor();
    const state = row.locator('xpath=ancestor::*[@role="row"]').getByText(/^(?:Draft|Complete)$/);
    assert.equal(await state.textContent(), 'Draft');
    send();
    await state.filter({ hasText: 'Complete' }).waitFor();
  });
});
