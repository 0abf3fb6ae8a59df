// A shared list without a file, in a real browser: names that are typed, cells that are pasted, rows that are edited, and
// a workbook as it comes from a spreadsheet.
// Nightly: it takes over three seconds.
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
import { writeWorkbook } from '../support/workbooks.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
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

  const listId = () => String(page.url().split('/').at(-1));
  const rows = async (query = '') => {
    const admin = await adminBrowser(node);
    const read = await admin.send('GET', `/app/v1/lists/${listId()}/rows${query}`);
    const items = read.at('items');
    return Array.isArray(items) ? items.map(({ cells }) => cells) : items;
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('names typed below each other are a list, which grows by rows and columns', async () => {
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/lists`);
    await button('New list').click();
    const dialog = page.getByRole('dialog');
    await button('Type or paste rows').click();
    await dialog.getByLabel('Rows', { exact: true }).fill('Dam, north\n\n  Weir "South"\n');
    assert.equal(await dialog.getByLabel('The first row names the columns').isChecked(), false);
    await dialog.getByLabel('Name', { exact: true }).fill('Sites');
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Create list' }).click();
    await page.getByText('2 rows are added').waitFor();
    await button('Import').click();
    await page.getByRole('row', { name: /Dam, north/ }).waitFor();

    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add column' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Area');
    await dialog.getByLabel('Type').selectOption('Number');
    await dialog.getByRole('button', { name: 'Add column' }).click();
    await page.getByText('Column added.').waitFor();

    await button('Add row').click();
    await dialog.getByLabel('Name').fill('Gate');
    await dialog.getByLabel('Area').fill('much');
    await dialog.getByRole('button', { name: 'Add row' }).click();
    await dialog.getByText('“much” is not a number.').waitFor();
    await dialog.getByLabel('Area').fill('12,5');
    await dialog.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('row', { name: /Gate.*12\.5/ }).waitFor();
    assert.deepEqual(await rows(), [
      { name: 'Dam, north' },
      { name: 'Gate', area: 12.5 },
      { name: 'Weir "South"' },
    ]);
    assert.deepEqual(faults, []);
  });

  test('cells pasted from a spreadsheet replace rows by their key and leave all others', async () => {
    await button('Paste rows').click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByLabel('Rows', { exact: true });
    await text.fill('Gate\t1,75\tnorth');
    await dialog.getByRole('button', { name: 'Add rows' }).click();
    await dialog.getByText('Row 1: The row has 3 cells').waitFor();
    await text.fill('Area\tName\n1,75\tGate\nlarge\tSluice');
    await dialog.getByRole('button', { name: 'Add rows' }).click();
    await dialog.getByText('Row 2, Area: “large” is not a number.').waitFor();
    await assertAccessibleInAllLooks(page);
    await text.fill('Area\tName\n1,75\tGate\n7\tSluice');
    await dialog.getByRole('button', { name: 'Add rows' }).click();
    await page.getByText('2 rows saved.').waitFor();
    assert.deepEqual(await rows(), [
      { name: 'Dam, north' },
      { name: 'Gate', area: 1.75 },
      { name: 'Sluice', area: 7 },
      { name: 'Weir "South"' },
    ]);
  });

  test('a row is edited where it stands, no longer offered, and offered again', async () => {
    const choose = async (row: string, item: string) => {
      await page.getByRole('button', { name: new RegExp(`Actions.*${row}`) }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Sluice', 'Edit row');
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Name').isDisabled(), true);
    await dialog.getByLabel('Area').fill('8');
    await dialog.getByRole('button', { name: 'Save row' }).click();
    await page.getByRole('row', { name: /Sluice.*8/ }).waitFor();
    await choose('Gate', 'Offer no longer');
    await page.getByRole('row', { name: /Gate/ }).waitFor({ state: 'detached' });
    assert.deepEqual(await rows('?active=false'), [{ name: 'Gate', area: 1.75 }]);
    await page.getByRole('combobox', { name: 'Offered' }).selectOption('No longer offered');
    await choose('Gate', 'Offer again');
    await page.getByText('No rows match your search.').waitFor();
    assert.deepEqual(await rows('?q=gate'), [{ name: 'Gate', area: 1.75 }]);
  });

  test('a German page shows a number with a comma where it is edited, and keeps it', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'de' });
    const german = await context.newPage();
    await signInByRequest(german, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    await openPage(german, page.url().replace(/\?.*/, ''));
    await german.getByRole('button', { name: /Aktionen.*Gate/ }).click();
    await german.getByRole('menuitem', { name: 'Zeile bearbeiten' }).click();
    const dialog = german.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Area').inputValue(), '1,75');
    await dialog.getByRole('button', { name: 'Zeile speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await rows('?q=gate'), [{ name: 'Gate', area: 1.75 }]);
    await context.close();
  });

  test('a list that templates use is not deleted, and they are named', async () => {
    const admin = await adminBrowser(node);
    const site = { type: 'sharedlist', name: 'site', title: 'Site', list: listId() };
    const body = { name: 'Rounds', definition: { elements: [site] } };
    await admin.send('POST', '/app/v1/templates', { body });
    await page.reload();
    await page.getByRole('row', { name: /Sluice.*8/ }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Rounds' }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Delete list' }).count(), 0);
    await assertAccessibleInAllLooks(page);
  });

  test('a workbook becomes a list, and its faults name the rows that the spreadsheet shows', async () => {
    const file = async (...lines: (string | number)[][]) => ({
      name: 'Pumps.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await writeWorkbook({ Pumps: lines }),
    });
    await openPage(page, `${node.server.publicUrl}/lists`);
    await button('New list').click();
    const dialog = page.getByRole('dialog');
    const files = dialog.locator('input[type=file]');
    await files.setInputFiles(
      await file(['Number', 'Name', 'Litres'], ['01', 'Pump; north', 12.5], ['02', 'Spare', 3]),
    );
    await dialog.getByLabel('Key column').waitFor();
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Pumps');
    assert.equal(await dialog.getByLabel('Type of Litres').inputValue(), 'number');
    await dialog.getByRole('button', { name: 'Create list' }).click();
    await button('Import').click();
    await page.getByRole('row', { name: /Pump; north/ }).waitFor();
    assert.deepEqual(await rows(), [
      { number: '01', name: 'Pump; north', litres: 12.5 },
      { number: '02', name: 'Spare', litres: 3 },
    ]);
    await button('Upload file').click();
    await files.setInputFiles(await file(['Number', 'Name', 'Litres'], [], ['01', 'Pump', 'full']));
    await page.getByText('Row 3, Litres: “full” is not a number.').waitFor();
  });
});
