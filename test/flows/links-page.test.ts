// A one-time link from an admin, in a real browser: it is shown once to copy, and the person who opens it sets a
// password and is signed in, only once.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER } from '../support/scim.ts';
import {
  assertAccessibleInAllLooks,
  copied,
  isSettled,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const NEXT = 'eleven slow ferries before noon';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Page;
  let userId: string;
  const faults: (readonly string[])[] = [];
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const body = { schemas: [CORE_USER], userName: 'ann@example.com', displayName: 'Ann' };
    userId = String((await node.request('POST', '/scim/v2/Users', { body })).at('id'));
    admin = await openTab();
    await signInByRequest(admin, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const openTab = async (): Promise<Page> => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    faults.push(watchFaults(page));
    return page;
  };
  const assertAccessibleOnce = async (page: Page) => {
    await assertAccessibleInAllLooks(page);
  };
  /** Creates a link on the page of the user. */
  const makeLink = async (button: string, look = async (_: Page) => {}): Promise<string> => {
    await openPage(admin, `${node.server.publicUrl}/settings/users/${userId}`);
    await admin.getByRole('button', { name: button, exact: true }).press('Enter');
    const dialog = admin.getByRole('dialog');
    await dialog.getByText('The link works once').waitFor();
    await look(admin);
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
    await dialog.getByRole('button', { name: 'Copy: Link' }).waitFor();
    const url = await copied(admin, 'Link');
    await isSettled(admin);
    await look(admin);
    await admin.keyboard.press('Escape');
    await dialog.getByLabel('I have stored it').press('Space');
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.ok(!(await admin.content()).includes(url));
    return url;
  };

  test('somebody without a password chooses one by an invitation, and is signed in', async () => {
    const url = await makeLink('Create invitation link', assertAccessibleOnce);
    assert.ok(url.startsWith(`${node.server.publicUrl}/invitation#`));
    const tab = await openTab();
    await openPage(tab, url);
    await tab.getByRole('heading', { name: 'Welcome to Acme' }).waitFor();
    assert.equal(await tab.getByLabel('User name').inputValue(), 'ann@example.com');
    await tab.locator('[data-path="password"]:focus').waitFor();
    await tab.keyboard.insertText('too short');
    await tab.keyboard.press('Enter');
    await tab.getByText('Enter at least 15 characters.').waitFor();
    await assertAccessibleOnce(tab);
    // A password that only the server can refuse.
    await tab.getByLabel('Password', { exact: true }).fill('acme acme acme acme');
    await tab.keyboard.press('Enter');
    await tab.getByText(/password is .*(?:guess|common)/).waitFor();
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/');
    await tab.getByRole('heading', { name: 'Home' }).waitFor();
    assert.equal((await openBrowser(node).signIn('ann@example.com', PASSWORD)).status, 201);

    await tab.goto('about:blank');
    await openPage(tab, url);
    await tab.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await assertAccessibleOnce(tab);
    await tab.getByRole('link', { name: 'Go to sign-in' }).press('Enter');
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.ok(!node.logs.join('').includes(new URL(url).hash.slice(1)));
  });

  test('a forgotten password is replaced by a link, of which only the newest works', async () => {
    const old = await makeLink('Create password link');
    assert.ok(old.startsWith(`${node.server.publicUrl}/reset-password#`));
    const [tab, slow] = [await openTab(), await openTab()];
    await openPage(tab, old);
    await tab.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    const newest = await makeLink('Create password link');
    await openPage(slow, newest);
    for (const page of [tab, slow]) {
      await page.getByLabel('Password', { exact: true }).fill(NEXT);
      await page.keyboard.press('Enter');
    }
    await tab.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await slow.getByRole('heading', { name: 'Home' }).waitFor();
    assert.equal((await openBrowser(node).signIn('ann@example.com', PASSWORD)).status, 401);

    await openPage(tab, `${node.server.publicUrl}/reset-password`);
    await tab.getByText('The link is incomplete').waitFor();
    await assertAccessibleOnce(tab);
    assert.deepEqual(faults.flat(), []);
  });
});
