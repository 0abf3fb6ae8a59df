// Templates made from something: an example, an XLSForm, an exported file, another template.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { isObject } from '#kernel/json.ts';
import { ok } from '../journeys/service.ts';
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
    await page.getByText('The file is no XLSForm (.xlsx or .xls)').waitFor();
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

  test('an imported form asks for as many entries as an answer says, and for what hangs on their number', async () => {
    const admin = await adminBrowser(node);
    const file = readFileSync('test/imports/files/odk/repeats.xlsx');
    const headers = { 'content-type': 'application/octet-stream' };
    const made = await ok(admin.send('POST', '/app/v1/templates/import', { body: file, headers }));
    const id = String(made.at('template', 'id'));
    await ok(admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    const begun = await ok(
      admin.send('POST', '/app/v1/forms', { body: { templateId: id, name: 'Household' } }),
    );
    await open(`/forms/${begun.at('id')}/fill`);
    const names = page.getByRole('textbox', { name: /^Name/ });
    const large = page.getByRole('textbox', { name: 'big hh' });
    const count = page.getByLabel('How many', { exact: true });
    await count.fill('2');
    await count.press('Tab');
    await names.nth(1).fill('Ben');
    await large.waitFor();
    await names.nth(0).fill('Ada');
    // A calculation of an XLSForm is not shown while the form is filled in.
    assert.equal(await page.getByText('Ada, Ben').count(), 0);
    // What is filled in stays.
    await count.fill('1');
    await count.press('Tab');
    assert.equal(await names.count(), 2);
    await count.fill('3');
    await count.press('Tab');
    await names.nth(2).waitFor();
    await count.fill('1');
    await count.press('Tab');
    await names.nth(2).waitFor({ state: 'detached' });
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

  test('before an XLSForm is downloaded, a dialog says what it lacks, field by field', async () => {
    const admin = await adminBrowser(node);
    const elements = [
      { type: 'person', name: 'who', title: { default: 'Inspector', de: 'Prüfer' } },
      { type: 'text', name: 'why', title: 'Why', enableIf: '{who} notempty' },
      { type: 'text', name: 'plain', title: 'Plain' },
    ];
    const definition = { pages: [{ name: 'one', elements }] };
    await ok(admin.send('POST', '/app/v1/templates', { body: { name: 'Lacking', definition } }));
    await open('/templates');
    await page.getByRole('button', { name: 'Actions for Lacking' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Export as XLSForm' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export “Lacking” as XLSForm?' });
    const items = dialog.getByRole('list').getByRole('listitem');
    await items.first().waitFor();
    assert.deepEqual(
      (await items.allInnerTexts()).map((text) => text.split('\n')[0]),
      ['Inspector', 'Why'],
    );
    await dialog.getByText('lack is left out: {who} notempty').waitFor();
    await assertAccessibleInAllLooks(page);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download' }).press('Enter');
    assert.equal((await saved).suggestedFilename(), 'Lacking.xlsx');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(
      faults.filter((fault) => !/422/.test(fault)),
      [],
    );
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
