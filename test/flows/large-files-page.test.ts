// A page takes files as large as the server does, says at once what is too large, and does so for a visitor as well.
// Nightly: a browser; the daily tests of attachments ask the server for its limits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInByRequest, watchFaults } from '../support/web-pages.ts';

const MIB = 1_048_576;
const TEMPLATE = buildTemplate([
  { kind: 'file', name: 'report', title: 'Report' },
  { kind: 'sketch', name: 'damage', title: 'Damage' },
]);
const fileOf = (name: string, bytes: number) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'a'),
});

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine, { env: { FORMSTEAD_ATTACHMENT_MAX_MIB: '12' } });
    const admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Reports', definition: TEMPLATE, openToAll: true },
    });
    await admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    page = await context.newPage();
    faults = watchFaults(page);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await page.getByText('Report', { exact: true }).first().waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a file that the server takes is taken, and one above its limit is refused at once', async () => {
    const input = page.locator('.sd-question', { hasText: 'Report' }).locator('input[type=file]');
    await input.first().setInputFiles(fileOf('small.txt', 11 * MIB));
    await page.getByRole('link', { name: 'small.txt' }).waitFor();
    await input.first().setInputFiles(fileOf('large.txt', 13 * MIB));
    await page.getByText('large.txt: The file is too large: at most 12.6 MB.').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a picture to draw on that is too large is refused with the same words', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
    const picture = sharp({
      create: { width: 2000, height: 2000, channels: 4, background: '#808080', noise },
    });
    const buffer = await picture.png({ compressionLevel: 0 }).toBuffer();
    assert.ok(buffer.length > 12 * MIB);
    const sketch = page.locator('.sd-question', { hasText: 'Damage' });
    await sketch
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
    await sketch.getByText('The file is too large: at most 12.6 MB.').waitFor();
  });
});
