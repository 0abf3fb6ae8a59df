// The table of answers by people and by days that move on: what is chosen stays in the address, in a view and in a file.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { dayIn, daysAfter } from '#kernel/time-zone.ts';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'date', name: 'day', title: 'Day' },
  { kind: 'number', name: 'leaks', title: 'Leaks' },
  { kind: 'number', name: 'built', title: 'Year of construction' },
]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  let templateId: string;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const today = dayIn(node.clock.now(), 'UTC');
    for (const answers of [
      { site: 'North hall', day: today, leaks: 2, built: 1987 },
      { site: 'Harbour', day: daysAfter(today, -40), leaks: 4, built: 2004 },
    ]) {
      const made = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
      assert.equal(made.status, 201, made.text);
    }
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    page = await context.newPage();
    faults = watchFaults(page);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const row = (site: string) => page.getByRole('row').filter({ hasText: site });

  test('the table shows who created each form, for whom and when, and sums say what they are of', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await row('Harbour').waitFor();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    for (const name of ['Created by', 'Assigned to', 'Created']) {
      await page.getByRole('checkbox', { name, exact: true }).check();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Created by' }).waitFor();
    const names = await row('Harbour').getByText('admin', { exact: true }).count();
    assert.equal(names, 2);
    assert.match(page.url(), /createdBy%2CassignedTo%2CcreatedDate/);
    await page.getByText('Sum 6').waitFor();
    assert.equal(await page.getByText('Sum 3,991').count(), 0);
    assert.equal(await page.getByText('2 of 2 forms').count(), 4);
    await assertAccessibleInAllLooks(page);
    // A card on a phone says what its names and times are.
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByText(/^Assigned to/)
      .first()
      .waitFor({ timeout: 15_000 });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a condition and a period of this week stay words, and are printed as such', async () => {
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('Day');
    await page.getByLabel('When').selectOption('this week');
    assert.equal(await page.getByLabel('Value').count(), 0);
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Day is this week').waitFor();
    await row('Harbour').waitFor({ state: 'detached' });
    assert.match(page.url(), /where=.*this-week/);

    await page.getByRole('button', { name: 'Period' }).click();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'This week', exact: true }).click();
    await page.getByText('Created: this week').waitFor();
    assert.match(page.url(), /createdFrom=this-week&createdTo=this-week/);
    await page.reload();
    await page.getByText('Created: this week').waitFor();
    await row('North hall').waitFor();
    await page.getByRole('button', { name: 'Period' }).click();
    const chosen = page.getByRole('button', { name: 'This week', exact: true });
    assert.equal(await chosen.getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Summary', exact: true }).click();
    await page.getByText('1 form is counted.').waitFor();
    await page.getByRole('button', { name: 'Period' }).click();
    await page.getByRole('button', { name: 'This week and last week' }).click();
    await page.getByText(/^Created: this week \(.+\), compared with last week \(.+\)$/).waitFor();
    assert.deepEqual(faults, []);
  });
});
