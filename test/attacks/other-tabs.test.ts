// A user signs out in one tab and leaves. The other tabs of the browser must not keep showing the user's data.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInAt } from '../support/web-pages.ts';

const PASSWORD = 'eleven tame otters by the pier';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const body = { userName: 'carol.secret', password: PASSWORD };
    await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  /** Opens two tabs of the admin, one of which shows the users. */
  const openTabs = async (): Promise<readonly [Page, Page]> => {
    const { publicUrl } = node.server;
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const [tab, list] = [await context.newPage(), await context.newPage()];
    await signInAt(tab, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(list, `${publicUrl}/settings/users`);
    await list.getByText('carol.secret').waitFor();
    return [tab, list];
  };
  const signOut = async (tab: Page) => {
    await tab
      .getByRole('button', { name: /You are signed in as|admin/ })
      .first()
      .click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByText('You are signed out', { exact: true }).waitFor();
  };

  test('who signs out in one tab leaves nothing on the screens of the others', async () => {
    const [tab, list] = await openTabs();
    await signOut(tab);
    await list.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    assert.ok(!(await list.content()).includes('carol.secret'));
    await list.goBack().catch(() => undefined);
    await list.waitForTimeout(300);
    assert.ok(!(await list.content()).includes('carol.secret'));
  });

  test('nor does somebody else who signs in there', async () => {
    const [tab, list] = await openTabs();
    // Another document of the browser signs in, without the other tabs being told.
    const body = { userName: 'carol.secret', password: PASSWORD };
    const headers = { 'sec-fetch-site': 'same-origin' };
    await tab.request.post(`${node.server.publicUrl}/app/v1/session`, { data: body, headers });
    await openPage(tab, `${node.server.publicUrl}/forms`);
    await list.getByRole('heading', { name: 'Users' }).waitFor({ state: 'detached' });
    assert.ok(!(await list.content()).includes('New user'));
  });
});
