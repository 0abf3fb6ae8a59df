// Templates made from something: an example, an XLSForm, an exported file, another template.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { isObject } from '#kernel/json.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';
import { XLSFORMS } from '../support/xlsforms.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
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

  const open = (path: string): Promise<void> => openPage(page, node.server.publicUrl + path);
  const inBuilder = (name: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  test('an example is looked at by keyboard, and becomes a template that can be published', async () => {
    await open('/templates/new');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Preview: Meeting minutes' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Meeting minutes' });
    await dialog.getByRole('textbox', { name: /^Subject/ }).waitFor();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Use this template' }).press('Enter');
    await inBuilder('Meeting minutes');
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByText(/published as version 1/).waitFor();
    assert.deepEqual(faults, []);
  });

  test('an XLSForm is imported after its report was shown, row by row', async () => {
    const form = XLSFORMS.find(({ maker }) => maker === 'KoboToolbox');
    assert.ok(form);
    const buffer = await form.bytes();
    await open('/templates/new');
    await page.getByRole('link', { name: 'Import a file' }).press('Enter');
    const choose = (name: string, bytes: Buffer) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
    await choose('picture.png', Buffer.from('no form'));
    await page.getByText('The file is no XLSForm (.xlsx)').waitFor();
    await choose('clinic.xlsx', buffer);
    const report = page.getByRole('table', { name: 'Report' });
    await report
      .getByRole('row', { name: /The field is now named item_1.*survey, row 5/ })
      .waitFor();
    await assertAccessibleInAllLooks(page);
    assert.equal(await page.getByLabel('Name').inputValue(), 'Clinic visit');
    await page.getByRole('button', { name: 'Create template' }).press('Enter');
    await inBuilder('Clinic visit');
    assert.deepEqual(
      faults.filter((fault) => !/422/.test(fault)),
      [],
    );
  });

  test('a template is exported as a file and duplicated from its menu', async () => {
    await open('/templates');
    const menu = page.getByRole('button', { name: 'Actions for Clinic visit' });
    await menu.press('Enter');
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as file' }).press('Enter');
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'Clinic visit.json');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const file: unknown = JSON.parse(Buffer.concat(chunks).toString());
    assert.ok(isObject(file) && file['format'] === 'formstead-template');
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).press('Enter');
    await inBuilder('Copy of Clinic visit');
  });

  test('who imports a template chooses the lists that take the place of those in the file', async () => {
    const admin = await adminBrowser(node);
    for (const name of ['Sites', 'Crew']) {
      const made = await admin.send('POST', '/app/v1/lists', { body: { ...LIST_SHAPE, name } });
      assert.equal(made.status, 201, made.text);
    }
    const [sites, people] = [randomUUID(), randomUUID()];
    const columns = [{ key: 'code', label: 'Code' }];
    const file = {
      format: 'formstead-template',
      version: 1,
      name: 'Round',
      namePattern: '{template} {number}',
      definition: {
        elements: [
          { type: 'sharedlist', name: 'site', title: 'Site', list: sites },
          { type: 'sharedlist', name: 'who', title: 'Who', list: people },
        ],
      },
      lists: [
        { id: sites, name: 'Sites', columns },
        { id: people, name: 'People', columns },
      ],
    };
    await open('/templates/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'round.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    const listFor = (name: string) => page.getByRole('combobox', { name });
    await listFor('Sites').waitFor();
    assert.equal(await listFor('Sites').inputValue(), 'Sites');
    await page.getByText('Without a list, the fields need one').waitFor();
    await assertAccessibleInAllLooks(page);
    await listFor('People').fill('cre');
    await page.getByRole('option', { name: 'Crew' }).click();
    await page.getByText('Without a list, the fields need one').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create template' }).press('Enter');
    await inBuilder('Round');
    await page.locator('button[data-part=head]').filter({ hasText: 'Who' }).press('Enter');
    await listFor('List').waitFor();
    await waitUntil(async () => (await listFor('List').inputValue()) === 'Crew');
  });
});
