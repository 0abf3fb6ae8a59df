// The start page of an admin shows what needs attention and since when, and links to the page that fixes it; in a real
// browser.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
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

const PASSWORD = 'four green kettles in march';
const DAY_SECONDS = 86_400;

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

  const signedIn = async (userName: string, password: string): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password });
    await openPage(page, `${node.server.publicUrl}/`);
    return page;
  };

  test('an admin is led to a credential that ends, a member sees nothing of it, and it goes when it is revoked', async () => {
    const admin = await adminBrowser(node);
    const body = {
      name: 'Nightly export',
      actsAsUserId: node.account.userId,
      expiresInSeconds: 3 * DAY_SECONDS,
    };
    const made = await admin.send('POST', '/app/v1/credentials', { body });
    await admin.send('POST', '/app/v1/users', { body: { userName: 'ann', password: PASSWORD } });
    const page = await signedIn('admin', ADMIN_PASSWORD);
    const faults = watchFaults(page);
    const alerts = page.getByRole('region', { name: 'Needs your attention' });
    await alerts.getByText('The credential “Nightly export” needs a new secret.').waitFor();
    await alerts.getByText('in 3 days').waitFor();
    await assertAccessibleInAllLooks(page);
    await alerts.getByRole('link', { name: 'View credentials' }).click();
    await page.getByRole('heading', { name: 'API credentials' }).waitFor();
    const id = String(made.at('credential', 'id'));
    const revoked = await admin.send('POST', `/app/v1/credentials/${id}/revoke`);
    assert.ok(revoked.status < 300, revoked.text);
    await openPage(page, `${node.server.publicUrl}/`);
    assert.equal(await alerts.count(), 0);
    assert.deepEqual(faults, []);
    const member = await signedIn('ann', PASSWORD);
    assert.equal(await member.getByRole('region', { name: 'Needs your attention' }).count(), 0);
  });
});
