// A stored file changed on the disk: its form, the start page and System status say so.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { damageFile } from '../support/damage.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { type Photographed, photograph } from '../support/photographed.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let made: Photographed;
  before(async () => {
    browser = await launchChromium();
    const storage = await engine.fresh('any');
    node = await startInstance(engine, { storage });
    made = await photograph(node);
    damageFile(join(storage.dataDir, made.photo), 40);
    const path = `/v2/formz/${made.formId}/attachments/${made.id}`;
    assert.equal((await node.request('GET', path)).status, 410);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a damaged file is named where people look for it, and never shown as if it were sound', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    const faults = watchFaults(page);
    await openPage(page, `${publicUrl}/`);
    const alerts = page.getByRole('region', { name: 'Needs your attention' });
    await alerts.getByText('Stored files are damaged: 1 so far.').waitFor();
    await alerts.getByRole('link', { name: 'View forms' }).click();
    await page.getByText('Damaged files').waitFor();
    await page.getByText('Stored files are missing or have changed.').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('link', { name: 'Form 1', exact: true }).click();
    await page.getByText(/: the stored file is damaged\. Ask an admin/).waitFor();
    assert.equal(await page.getByRole('img', { name: /^Picture: / }).count(), 0);
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
    await context.close();
  });
});
