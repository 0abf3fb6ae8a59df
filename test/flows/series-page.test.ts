// Whoever assigns a form every week says so once, sees the next dates beforehand, and what became of them; in a real browser.
// Nightly: a browser for long; src/series/series.test.ts sends what these pages send.
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

  test('a designer makes a series by a rule whose dates they see, pauses it, and ends it', async (t) => {
    const admin = await adminBrowser(node);
    const template = { name: 'Inspection', definition: DEFINITION };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const base = node.server.publicUrl;
    await signInByRequest(page, base, { userName: 'admin', password: ADMIN_PASSWORD });
    const faults = watchFaults(page);

    await openPage(page, `${base}/settings/organisation`);
    const holidays = page.getByRole('region', { name: 'Holidays' });
    await holidays.getByText('No holidays yet.', { exact: false }).waitFor();
    await holidays.getByRole('button', { name: 'Add holiday' }).click();
    await holidays.getByLabel('Date').fill('2035-01-01');
    await holidays.getByRole('textbox', { name: 'Name' }).fill('New Year');
    await holidays.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved.').waitFor();
    await assertAccessibleInAllLooks(page);

    await openPage(page, `${base}/templates/${templateId}?tab=series`);
    await page.getByText('No series yet').waitFor();
    await page.getByRole('button', { name: 'New series' }).click();
    const dialog = page.getByRole('dialog', { name: 'New series' });
    await dialog.getByLabel('Assigned to').fill('admin');
    await page.getByRole('option', { name: 'admin' }).first().click();
    await dialog.getByLabel('Repeats', { exact: true }).selectOption('monthly');
    await dialog.getByLabel('First day').fill('2035-01-01');
    await dialog.getByLabel('Due at').fill('09:00');
    await dialog
      .getByText('Monday 1 January 2035', { exact: false })
      .waitFor({ state: 'detached' });
    await dialog.getByText('Every month on the 1st', { exact: false }).waitFor();
    await dialog.getByLabel('Day of the month').selectOption({ label: 'On the first Monday' });
    const words = 'Every month on the first Monday, at 09:00. Dates on holidays are left out.';
    await dialog.getByText(words).waitFor();
    await dialog.getByText('Monday, 5 February 2035 at 09:00').waitFor();
    assert.equal(await dialog.getByText('1 January 2035').count(), 0);
    await dialog.getByLabel('On holidays').selectOption('move');
    await dialog.getByText('Tuesday, 2 January 2035 at 09:00').waitFor();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Create series' }).click();
    await dialog.waitFor({ state: 'detached' });

    const row = page.getByRole('row').filter({ hasText: 'Every month on the first Monday' });
    await row.getByText('Running').waitFor();
    await row.getByText('Jan 2, 2035').waitFor();

    await page.getByRole('button', { name: 'Archive' }).click();
    const archive = page.getByRole('dialog', { name: 'Archive Inspection?' });
    await archive.getByText('1 series sends no forms: its dates are noted as failed.').waitFor();
    await assertAccessibleInAllLooks(page);
    await archive.getByRole('button', { name: 'Cancel' }).click();
    await assertAccessibleInAllLooks(page);
    await row
      .getByRole('button', { name: /^Every month/ })
      .first()
      .click();
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByText('Monday, 5 February 2035 at 09:00').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.keyboard.press('Escape');
    const act = async (name: string) => {
      await row.getByRole('button', { name: /Actions|More/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Pause');
    await row.getByText('Paused').waitFor();
    await act('Resume');
    await row.getByText('Running').waitFor();
    await act('End series');
    await page
      .getByRole('dialog', { name: 'End this series?' })
      .getByRole('button', { name: 'End series' })
      .click();
    await page.getByText('No series yet').waitFor();
    assert.deepEqual(faults, []);
  });
});
