// A form that leaves this device while a screen shows it, in a real browser: nothing that is typed is lost, and nothing
// is called completed that this person did not complete.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import { signInByRequest } from '../support/web-pages.ts';

/** In this time a screen has shown what it says in passing, and a signed-out device is tidied. */
const A_MOMENT_MS = 1500;
const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let templateId: string;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
  });
  beforeEach(async () => {
    context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    page = await context.newPage();
    const who = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, who);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const go = (tab: Page, path: string) => tab.goto(`${node.server.publicUrl}${path}`);
  /** @returns the id of a new form, which the tab shows to be filled in */
  const openNew = async (tab: Page): Promise<string> => {
    const id = String(
      (await admin.send('POST', '/app/v1/forms', { body: { templateId } })).at('id'),
    );
    await go(tab, `/forms/${id}/fill`);
    await tab.getByLabel('Site').waitFor();
    return id;
  };
  const completeElsewhere = (id: string) =>
    admin.send('POST', `/app/v1/forms/${id}/complete`, { body: { revision: 1 } });

  test('what is typed into a form that has just left the device stays, and the refusal is shown', async () => {
    const id = await openNew(page);
    await completeElsewhere(id);
    await page.evaluate(REMOVE_UNTOLD);
    await page.getByLabel('Site').fill('North pier');
    await page.getByRole('alert').getByText('The form is complete.').waitFor();
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier');
    await go(page, '/outbox');
    await page.getByRole('article').getByText('Inspection').first().waitFor();
  });

  test('a form that somebody else completed is shown, and not called completed by this person', async () => {
    const id = await openNew(page);
    await completeElsewhere(id);
    const other = await context.newPage();
    await go(other, `/forms/${id}/fill`);
    await page.waitForURL(`**/forms/${id}`);
    const said = page.getByText('Form completed.').waitFor({ timeout: A_MOMENT_MS });
    await assert.rejects(said, /Timeout/);
  });

  test('a form that this person completes is called completed', async () => {
    const id = await openNew(page);
    await page.getByLabel('Site').fill('North pier');
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('Form completed.').waitFor();
    await page.waitForURL(`**/forms/${id}`);
  });

  test('a form that another tab shows stays there when somebody signs out and keeps unsent changes', async () => {
    await openNew(page);
    const other = await context.newPage();
    await openNew(other);
    await context.route('**/app/v1/forms/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await other.getByLabel('Site').fill('South pier');
    await waitUntil(async () => (await draftsIn(other)).some(({ failures }) => failures > 0));
    await other.getByRole('button', { name: 'Signed in as admin' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('button', { name: 'Sign out and keep changes' }).click();
    await other.waitForURL('**/sign-in*');
    await sleep(A_MOMENT_MS);
    assert.equal((await draftsIn(page)).length, 2);
    assert.ok(await page.getByLabel('Site').isVisible());
  });
});

const IN_DRAFTS = (act: string) => `
  (async () => {
    const { name } = (await indexedDB.databases()).find(({ name }) => /^formstead\\/[^/]+\\/[^/]+$/.test(name));
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open(name));
    const result = await done(db.transaction('drafts', 'readwrite').objectStore('drafts').${act});
    db.close();
    return result;
  })()
`;
/** Removes the form as another tab does, before this one has heard of it. */
const REMOVE_UNTOLD = IN_DRAFTS('clear()');
const draftsIn = (tab: Page) =>
  tab.evaluate<readonly { readonly failures: number }[]>(IN_DRAFTS('getAll()'));
