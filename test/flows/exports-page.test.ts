// A user exports the forms of a template in a browser, watches the progress, and downloads the file.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const actor = { accountId, userId, role: 'admin', via: 'web' } as const;
    await db.transaction(async (tx) => {
      const input = { name: 'Inspection', definition: DEFINITION };
      const { id: templateId } = await forms.createTemplate(tx, actor, input);
      await forms.publishTemplate(tx, actor, templateId);
      await forms.createForm(tx, actor, { templateId, answers: { site: 'Łódź pier' } });
    });
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' });
    page = await context.newPage();
    await openPage(page, `${node.server.publicUrl}/sign-in`);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('forms are exported to a file, by keyboard, and the export is removed again', async () => {
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/exports`);
    await page.getByText('No exports yet').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'New export' }).press('Enter');
    const begin = page.getByRole('button', { name: 'Export', exact: true });
    const template = page.getByRole('combobox', { name: 'Template' });
    assert.equal(await template.inputValue(), 'Inspection', 'the only one is chosen');
    await page.getByLabel('Clear filters').click();
    await begin.press('Enter');
    await page.getByText('Choose a template.').waitFor();
    await assertAccessibleInAllLooks(page);
    await template.pressSequentially('insp');
    await page.getByRole('option', { name: 'Inspection' }).waitFor();
    await template.press('ArrowDown');
    await template.press('Enter');
    await begin.press('Enter');
    const file = page.getByRole('link', { name: 'Download Inspection.csv' });
    const [download] = await Promise.all([page.waitForEvent('download'), file.press('Enter')]);
    assert.equal(download.suggestedFilename(), 'Inspection.csv');
    assert.match(await readFile(await download.path(), 'utf8'), /^\uFEFFForm id,.*Łódź pier/s);
    await page.getByRole('button', { name: 'Delete the export of Inspection' }).press('Enter');
    await page.getByText('No exports yet').waitFor();
    assert.deepEqual(faults, []);
  });
});
