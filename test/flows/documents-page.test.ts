// A designer uploads the organisation's own paper, says what its fields show, and a form is printed on it.
// Nightly: a browser for long; documents.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { formPdf } from '../support/made-pdf.ts';
import { pagesRead } from '../support/read-pdf.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DEFINITION = {
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'site', title: 'Site' },
        { type: 'text', name: 'weather', title: 'Weather' },
        { type: 'comment', name: 'secret', title: 'For the office only' },
      ],
    },
  ],
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme: 'light' });
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

  const post = async (path: string, body: object): Promise<string> => {
    const answer = await node.request('POST', path, { body });
    assert.ok(answer.status < 300, answer.text);
    return String(answer.at('id'));
  };

  test('a PDF becomes the paper of a template, and a form is printed on it', async () => {
    const faults = watchFaults(page);
    const made = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const id = await post('/v2/templates', made);
    await openPage(page, `${node.server.publicUrl}/templates/${id}?tab=settings`);
    const section = page.getByRole('region', { name: 'Documents' });
    await section.getByText('No documents yet.').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await section.getByRole('button', { name: 'Upload a PDF' }).click();
    await (await choosing).setFiles({
      name: 'Sheet.pdf',
      mimeType: 'application/pdf',
      buffer: formPdf(['site', 'sky']),
    });
    const dialog = page.getByRole('dialog', { name: 'Sheet' });
    await dialog.waitFor();
    const shown = (name: string) => dialog.getByLabel(name);
    assert.equal(await shown('1. site').locator('option:checked').textContent(), 'Site');
    assert.equal(await shown('2. sky').inputValue(), '', 'nothing is like it');
    await shown('2. sky').selectOption({ label: 'Weather' });
    await dialog.getByLabel('For the office only').uncheck();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Document saved.').waitFor();
    await post(`/v2/templates/${id}/publish`, {});

    const fields = {
      site: { text: 'Dam 7' },
      weather: { text: 'Rain' },
      secret: { text: 'Hidden' },
    };
    const form = await post('/v2/formz', { templateId: id, fields });
    await openPage(page, `${node.server.publicUrl}/forms/${form}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Create PDF' }).click();
    const printing = page.getByRole('dialog', { name: 'Create PDF' });
    await printing.getByLabel('Document').selectOption({ label: 'Sheet' });
    await printing.getByRole('button', { name: 'Create PDF' }).click();
    await page.getByText('The PDF is being created.').waitFor();
    await openPage(page, `${node.server.publicUrl}/exports`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download .*\.pdf$/ }).click();
    const file = await readFile(await (await download).path());
    assert.deepEqual(pagesRead(file), ['Dam 7 Rain']);
    assert.deepEqual(faults, []);
  });
});
