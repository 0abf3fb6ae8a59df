// Whoever hands out work says until when, and sees what is late; in a real browser.
// Nightly: a browser for long; src/forms/due-dates.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const HOUR_MS = 3_600_000;
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a form gets a due date by the clock of the organisation, is late afterwards, and is found by that', async (t) => {
    const admin = await adminBrowser(node);
    await admin.send('PATCH', '/app/v1/account', { body: { timeZone: 'Pacific/Auckland' } });
    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const create = async (name: string) =>
      String((await admin.send('POST', '/app/v1/forms', { body: { templateId, name } })).at('id'));
    const [weir, dam] = [await create('Weir'), await create('Dam')];

    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const base = node.server.publicUrl;
    await signInByRequest(page, base, { userName: 'admin', password: ADMIN_PASSWORD });
    const faults = watchFaults(page);
    await openPage(page, `${base}/forms/${weir}`);
    const setDue = async (clock: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Due date…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Due date of Weir' });
      await dialog.getByLabel('Date and time').fill(clock);
      await assertAccessibleInAllLooks(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await setDue('2035-01-31T17:30');
    const stored = await admin.send('GET', `/app/v1/forms/${weir}`);
    // Summer in Auckland: 13 hours ahead.
    assert.equal(stored.at('dueAt'), '2035-01-31T04:30:00.000Z');
    await page.getByText('Due date changed').waitFor();
    assert.equal(await page.getByText('Late', { exact: true }).count(), 0);
    await setDue('2026-01-31T17:30');
    await page.getByText('Late', { exact: true }).first().waitFor();
    await assertAccessibleInAllLooks(page);

    await openPage(page, `${base}/`);
    const own = page.getByRole('table', { name: 'Your forms' });
    await own.getByRole('link', { name: 'Weir', exact: true }).waitFor();
    const rows = async () =>
      (await own.getByRole('row').allInnerTexts()).slice(1).map((text) => text.split('\n')[0]);
    assert.deepEqual(await rows(), ['Late', 'Weir', 'Without a due date', 'Dam']);
    await assertAccessibleInAllLooks(page);
    await admin.send('POST', `/app/v1/forms/${dam}/complete`, { body: {} });
    await openPage(page, `${base}/forms`);
    const mine = page.getByRole('table', { name: 'My forms' });
    await mine.getByText('Done', { exact: true }).waitFor();
    assert.equal(
      await mine.getByText('Without a due date').count(),
      0,
      'empty groups are not shown',
    );
    await assertAccessibleInAllLooks(page);
    // An order that somebody chooses has no groups, and the column of due dates leads back to them.
    await mine.getByRole('button', { name: 'Name' }).click();
    await mine.getByText('Done', { exact: true }).waitFor({ state: 'detached' });
    await mine.getByRole('button', { name: 'Due' }).click();
    await mine.getByText('Done', { exact: true }).waitFor();
    await admin.send('POST', `/app/v1/forms/${dam}/reopen`, { body: {} });

    await openPage(page, `${base}/forms`);
    await page.getByRole('link', { name: 'Dam' }).waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Only late forms').check();
    await page.getByRole('link', { name: 'Dam' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Weir' }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Remove the filter: Only late forms' }).click();
    await page.getByRole('link', { name: 'Dam' }).waitFor();
    const soon = new Date(node.services.clock.now() + HOUR_MS).toISOString();
    await admin.send('POST', `/app/v1/forms/${weir}/assign`, { body: { dueAt: soon } });
    await openPage(page, `${base}/forms?overdue=true`);
    await page.getByText('No forms match your filters.').waitFor();
    assert.deepEqual(faults, []);
  });
});
