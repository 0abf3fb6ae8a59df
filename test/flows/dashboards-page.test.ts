// Dashboards in a real browser: charts are put on one from a summary, arranged, shared, seen by others, and deleted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD } from '../support/instance.ts';
import { makeRightsWorld, type RightsWorld } from '../support/rights-world.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let world: RightsWorld;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    world = await makeRightsWorld(engine);
  });
  after(async () => {
    await browser.close();
    await world.node.close();
  });

  async function openAs(userName: string, path: string): Promise<Page> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const page = await context.newPage();
    const { publicUrl } = world.node.server;
    await signInByRequest(page, publicUrl, { userName, password: ADMIN_PASSWORD });
    await openPage(page, publicUrl + path);
    return page;
  }

  test('a chart is added from a summary, shown in other ways, shared, and counts what each reader may see', async () => {
    const { salaries } = world;
    const page = await openAs('hanna', `/templates/${salaries}/summary`);
    const faults = watchFaults(page);
    const card = (of: Page, title: string) => of.getByRole('region', { name: title, exact: true });
    await card(page, 'site').getByText('Answered in 2 of 2 forms').waitFor();
    await card(page, 'site').getByRole('button', { name: 'Add to a dashboard' }).click();
    await page.getByLabel('Name of the new dashboard').fill('Pay');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to Pay.').first().waitFor();
    await card(page, 'photo').getByRole('button', { name: 'Add to a dashboard' }).click();
    await page.getByRole('dialog').getByLabel('Dashboard', { exact: true }).selectOption('Pay');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Dashboards', exact: true }).click();
    await page.getByRole('link', { name: 'Pay' }).click();
    await card(page, 'site').getByRole('button', { name: 'confidential' }).waitFor();
    await card(page, 'photo').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Actions for 2' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    const titles = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
    await page.getByRole('heading', { level: 2 }).first().filter({ hasText: 'photo' }).waitFor();
    assert.deepEqual(await titles(), ['photo', 'site']);
    await page.getByRole('button', { name: 'Actions for 2' }).click();
    await page.getByRole('menuitem', { name: 'Show only the number' }).click();
    await card(page, 'site').getByText('2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await card(page, 'photo').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog').getByLabel('Group').first().fill('Personnel');
    await page.getByRole('option', { name: 'Personnel' }).click();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);

    const other = await openAs('hugo', '/');
    await other.getByRole('link', { name: 'Pay' }).click();
    await card(other, 'site').getByText('Answered in 1 of 1 form').waitFor();
    assert.equal(await other.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
    const stranger = await openAs('mila', '/dashboards');
    await stranger.getByText('No dashboards yet').waitFor();
    await assertAccessibleInAllLooks(stranger);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No dashboards yet').waitFor();
  });
});
