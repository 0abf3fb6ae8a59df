// A device that cannot store what is typed, in a real browser: people are told, and nothing they typed is lost or put
// over newer answers.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'text', name: 'notes', title: 'Notes' },
]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale: 'en-US',
      permissions: ['geolocation'],
      geolocation: { latitude: 52.5, longitude: 13.4, accuracy: 9 },
    });
    page = await context.newPage();
    const body = { name: 'Inspection', definition: DEFINITION };
    const id = (await admin.send('POST', '/app/v1/templates', { body })).at('id');
    await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    const who = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, who);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  /** @returns the id of a new form whose first answer the server has */
  const startForm = async (): Promise<string> => {
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('Site').fill('North');
    await page.getByText(/^Saved at/).waitFor();
    return /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
  };
  const readForm = async (id: string) => await admin.send('GET', `/app/v1/forms/${id}`);

  test('a location or a completion that cannot be stored says so, and works once there is space', async () => {
    const id = await startForm();
    await page.evaluate(FILL_UP);
    await page.getByRole('button', { name: 'Add my location' }).click();
    await page.getByRole('status').getByText('Could not save on this device').waitFor();
    const complete = page.getByRole('button', { name: 'Complete the form' });
    await complete.click();
    await page.getByRole('alert').getByText('Could not save on this device').waitFor();

    await page.evaluate(MAKE_SPACE);
    await page.getByRole('button', { name: 'Add my location' }).click();
    await page.getByText('Location: 52.5, 13.4').waitFor();
    await complete.click();
    await page.waitForURL(`**/forms/${id}`);
    const form = await readForm(id);
    assert.deepEqual([form.at('status'), form.at('location', 'latitude')], ['complete', 52.5]);
  });

  test('what could not be stored before the page was left is asked about if somebody has changed it since', async () => {
    const id = await startForm();
    await page.evaluate(FILL_UP);
    await page.getByLabel('Site').fill('North pier');
    await page.getByText('Could not save on this device').waitFor();
    const revision = Number((await readForm(id)).at('revision'));
    const body = { revision, answers: { site: 'South' } };
    await admin.send('PATCH', `/app/v1/forms/${id}`, { body });
    await page.goto(`${node.server.publicUrl}/forms`);
    // Another tab reads the form, so that the device has the new answer before this one opens it again. It asks as well,
    // since what was put aside belongs to the person, not to a tab.
    const other = await context.newPage();
    await other.goto(`${node.server.publicUrl}/forms/${id}/fill`);
    await other.getByRole('dialog', { name: /changed the same answers/ }).waitFor();
    await other.close();
    await page.goto(`${node.server.publicUrl}/forms/${id}/fill`);
    const asked = page.getByRole('dialog', { name: /changed the same answers/ });
    await asked.getByText('North pier').waitFor();
    assert.equal((await readForm(id)).at('answers', 'site'), 'South');
  });
});

const FILL_UP = `
  globalThis.realPut = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
`;
const MAKE_SPACE = 'IDBObjectStore.prototype.put = realPut';
