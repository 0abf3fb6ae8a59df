// Shared lists in a real browser: a list made of a file, its next file with a preview, and a form that chooses from it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
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

const csv = (text: string) => ({
  name: 'Standorte.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

const SITES = [
  'Nummer;Name;Region;Fläche;Geprüft',
  '007;Überlauf Süd;Süd;12,5;31.01.2026',
  '008;Damm Nord;Nord;3;',
  '009;Wehr Süd;Süd;;2026-03-01',
].join('\n');

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme: 'light' });
    page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a list is made of a file, and the next file says what it changes', async () => {
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/lists`);
    await page.getByRole('button', { name: 'New list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(csv(SITES));
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Standorte');
    assert.equal(await dialog.getByLabel('Key column').inputValue(), 'nummer');
    assert.equal(await dialog.getByLabel('Type of Fläche').inputValue(), 'number');
    assert.equal(await dialog.getByLabel('Type of Geprüft').inputValue(), 'date');
    await dialog.getByRole('button', { name: 'Create list' }).click();
    await page.getByText('3 rows are added').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Rows imported: version 1.').waitFor();
    await page.getByRole('row', { name: /Überlauf Süd/ }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('ueberlauf');
    await page.getByRole('row', { name: /Damm Nord/ }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Upload file' }).click();
    const files = page.getByRole('dialog').locator('input[type=file]');
    await files.setInputFiles(csv(`${SITES}\n009;Twice;;viel;\n`));
    await page
      .getByText('2 faults in the file')
      .or(page.getByText('1 fault in the file'))
      .waitFor();
    await page.getByText('Row 5, Fläche: “viel” is not a number.').waitFor();
    await files.setInputFiles(csv(SITES.split('\n').slice(0, 3).join('\n')));
    await page.getByText('1 row is no longer offered. Answers keep it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('row', { name: /^1/ }).waitFor();
    await page.getByRole('tab', { name: 'Access' }).click();
    await page.getByLabel('Everyone may use it').waitFor();
    await openPage(page, `${node.server.publicUrl}/lists`);
    await page.getByRole('link', { name: 'Standorte' }).waitFor();
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  test('somebody types a few letters, chooses a row that fits, and other fields are filled in', async () => {
    const faults = watchFaults(page);
    const admin = await adminBrowser(node);
    const lists = await admin.send('GET', '/app/v1/lists?q=standorte');
    const list = lists.at('items', 0, 'id');
    const definition = {
      elements: [
        { type: 'dropdown', name: 'region', title: 'Region', choices: ['Süd', 'Nord'] },
        {
          type: 'sharedlist',
          name: 'site',
          title: 'Site',
          list,
          filterColumn: 'region',
          filterField: 'region',
          fillIn: [{ column: 'flache', field: 'area' }],
        },
        { type: 'text', name: 'area', title: 'Area', inputType: 'number' },
      ],
    };
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Check', definition },
    });
    const templateId = String(made.at('id'));
    const path = `/app/v1/templates/${templateId}`;
    const published = await admin.send('POST', `${path}/publish`, { body: {} });
    assert.equal(published.status, 200, published.text);
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}`);
    await page.locator('button[data-part=head]').filter({ hasText: 'Site' }).click();
    await page.getByRole('group', { name: 'Narrow the list by an earlier answer' }).waitFor();
    // The device keeps the list with the template, for when there is no network.
    const kept = page.waitForResponse(/\/changes\?seq=0/);
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await kept;
    const form = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers: {} } });
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, `${node.server.publicUrl}/forms/${form.at('id')}/fill`);
    const site = page.locator('[data-name=site] input').first();
    await site.waitFor();
    assert.equal(await site.isDisabled(), true);
    await page.locator('[data-name=region] .sd-dropdown').first().click();
    await page.getByRole('option', { name: 'Süd' }).click();
    await site.click();
    await page.getByRole('option', { name: /Wehr Süd/ }).waitFor();
    assert.equal(await page.getByRole('option', { name: /Damm Nord/ }).count(), 0);
    await page.keyboard.type('uber');
    await page.getByRole('option', { name: /Wehr/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await site.inputValue(), 'Überlauf Süd');
    const area = page.locator('[data-name=area] input').first();
    assert.equal(await area.inputValue(), '12.5');
    await context.setOffline(true);
    await site.fill('WEHR');
    await page.getByRole('option', { name: /Wehr Süd/ }).click();
    assert.equal(await area.inputValue(), '');
    await context.setOffline(false);
    await assertAccessibleInAllLooks(page);

    // While the answer of a slow server is on its way, no row stands there that it would take away: the finger that
    // taps a row would meet another one.
    const rows = /\/rows\?/;
    await page.route(rows, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    const options = page.getByRole('option').filter({ visible: true });
    await site.click();
    assert.equal(await options.count(), 2);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('uber');
    assert.deepEqual(await options.allTextContents(), ['Überlauf Süd007']);
    await options.click();
    assert.equal(await site.inputValue(), 'Überlauf Süd');
    await page.unroute(rows);
    await site.click();
    await options.filter({ hasText: 'Überlauf' }).click();
    assert.equal(await site.inputValue(), 'Überlauf Süd');
    assert.equal(await area.inputValue(), '12.5');
    assert.deepEqual(faults, []);
  });
});
