// Blocking a provisioned user on the user's page, in a real browser.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER } from '../support/scim.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('an admin blocks somebody at once, sees it on the page and in the list, and lifts it', async () => {
    const made = await node.request('POST', '/scim/v2/Users', {
      body: { schemas: [CORE_USER], userName: 'eve', displayName: 'Eve Stone' },
    });
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/users/${made.at('id')}`);
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Block Eve Stone?' });
    await asked.getByText('Only an admin can.').waitFor();
    assert.equal(await asked.getByRole('listitem').count(), 0);
    await asked.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('This user is blocked').waitFor();
    await asked.waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('button', { name: 'Block', exact: true }).count(), 0);
    await assertAccessibleInAllLooks(page);

    await openPage(page, `${publicUrl}/settings/users`);
    const row = page.getByRole('row').filter({ hasText: 'Eve Stone' });
    await row.getByText('Blocked', { exact: true }).waitFor();
    await row.getByRole('link', { name: 'Eve Stone' }).click();
    await page.getByRole('button', { name: 'Unblock' }).click();
    await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
    assert.equal(await page.getByText('This user is blocked').count(), 0);
  });
});
