// The bell in a real browser: its number comes by itself, in all tabs over one stream, and the notices lead to their forms.
// Nightly: a browser for long; src/notices/notices.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser, type Browser as Caller } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  signInAt,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const SHOTS = process.env['NOTICE_SHOTS'];
const PASSWORD = 'four green kettles in march';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Caller;
  let annId: string;
  let templateId: string;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await admin.send('PATCH', `/app/v1/users/${node.account.userId}`, {
      body: { displayName: 'Kim Berg' },
    });
    const body = { userName: 'ann', displayName: 'Ann Lee', password: PASSWORD };
    annId = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    const definition = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };
    const template = { name: 'Roof inspection', definition, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const assign = async (): Promise<string> => {
    const body = { templateId, assignment: { type: 'User', id: annId } };
    return String((await admin.send('POST', '/app/v1/forms', { body })).at('id'));
  };
  const openTab = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${node.server.publicUrl}/forms`);
    return page;
  };
  const bell = (page: Page, name: string | RegExp) =>
    page.getByRole('link', { name, exact: true }).filter({ visible: true });

  test('a form that is assigned rings in every tab, and is read in every tab', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    let streams = 0;
    context.on('request', (request) => {
      if (request.headers()['accept'] === 'text/event-stream') streams += 1;
    });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await signInAt(page, node.server.publicUrl, { userName: 'ann', password: PASSWORD });
    await bell(page, 'Notices').waitFor();
    const other = await openTab(context);
    await bell(other, 'Notices').waitFor();
    const formId = await assign();
    await bell(page, 'Notices, 1 unread').waitFor();
    await bell(other, 'Notices, 1 unread').waitFor();
    assert.equal(streams, 1, 'one stream for the browser');

    await bell(page, 'Notices, 1 unread').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
    await page.getByText(/Kim Berg assigned “Roof inspection \d+” to you\./).waitFor();
    await assertAccessibleInAllLooks(page);
    await assign();
    await page.getByText(/Kim Berg assigned 2 forms to you/).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bell(page, 'Notices').waitFor();
    await bell(other, 'Notices').waitFor();

    await admin.send('POST', `/app/v1/forms/${formId}/assign`, {
      body: { assignment: { type: 'User', id: node.account.userId } },
    });
    await page.getByText(/Kim Berg gave “Roof inspection \d+” to somebody else/).waitFor();
    await page.close();
    await assign();
    await waitUntil(() => streams === 2);
    await bell(other, 'Notices, 2 unread').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('in German, and on a phone', async () => {
    const context = await browser.newContext({
      ...{ ignoreHTTPSErrors: true, locale: 'de-DE' },
      viewport: { width: 390, height: 780 },
    });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName: 'ann', password: PASSWORD });
    await page.goto(`${node.server.publicUrl}/forms`);
    await page.getByRole('link', { name: /^Mitteilungen, \d+ ungelesen$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Mitteilungen' }).waitFor();
    await page
      .getByText(/Kim Berg hat/)
      .first()
      .waitFor();
    await assertAccessibleInAllLooks(page);
    if (SHOTS !== undefined) {
      await page.setViewportSize({ width: 390, height: 780 });
      await page.screenshot({ path: `${SHOTS}/notices-phone.png` });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.screenshot({ path: `${SHOTS}/notices-wide.png` });
    }
    await context.close();
  });
});
