// Users manage their own sign-ins in a real browser: they change the password, and sign out a browser elsewhere.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, openBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const NEXT = 'eleven slow ferries before noon';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    for (const userName of ['ann', 'bob']) {
      await admin.send('POST', '/app/v1/users', { body: { userName, password: PASSWORD } });
    }
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const signedIn = async (userName: string): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password: PASSWORD });
    await openPage(page, `${node.server.publicUrl}/profile`);
    return page;
  };

  test('a browser that is signed out elsewhere is at the sign-in page with its next click, and comes back', async () => {
    const lost = await signedIn('ann');
    const own = await signedIn('ann');
    const endings = own.getByRole('button', { name: /^Sign out: / });
    await endings.first().waitFor();
    assert.equal(await endings.count(), 1);
    await endings.click();
    await endings.waitFor({ state: 'detached' });
    assert.equal(await own.getByText('This browser').count(), 1);
    let leavings = 0;
    await lost.route('**/sign-in?*', async (route) => {
      // The page that is reached asks the API how people may sign in, at a path that ends alike.
      if (!route.request().isNavigationRequest()) return await route.continue();
      leavings += 1;
      await delay(300); // long enough for all requests of the page to be refused
      await route.continue();
    });
    await lost.getByRole('link', { name: 'My forms' }).click();
    await lost.waitForURL('**/sign-in?*');
    assert.equal(leavings, 1);
    await lost.getByLabel('User name').fill('ann');
    await lost.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await lost.keyboard.press('Enter');
    await lost.waitForURL('**/forms');
    await own.reload();
    await own.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await own.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await own.getByRole('dialog').waitFor({ state: 'hidden' });
    await endings.waitFor({ state: 'detached' });
  });

  test('a local person chooses a language, which every device then speaks that has none of its own', async () => {
    const page = await signedIn('ann');
    const picker = page.getByRole('main').getByLabel('Language');
    await picker.selectOption('de');
    await page.getByText('Sprache gespeichert.').waitFor();
    await page.getByRole('heading', { name: 'Profil' }).waitFor();
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const other = await context.newPage();
    await openPage(other, `${node.server.publicUrl}/sign-in`);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByLabel('User name').fill('ann');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    // A language chosen on a device applies on that device.
    await other.getByRole('button', { name: 'Angemeldet als ann' }).click();
    await other.getByText('English', { exact: true }).click();
    await other.keyboard.press('Escape');
    await other.getByRole('heading', { name: 'Home' }).waitFor();
    await openPage(other, `${node.server.publicUrl}/forms`);
    await other.getByRole('heading', { name: 'My forms' }).waitFor();
  });

  test('a person makes an address for their calendar, sees it once, renews it, and turns it off', async () => {
    const page = await signedIn('bob');
    const section = page.getByRole('region', { name: 'Calendar' });
    const takeAddress = async (): Promise<string> => {
      const dialog = page.getByRole('dialog', { name: 'Your calendar address' });
      const address = (await dialog.locator('code').textContent()) ?? '';
      await assertAccessibleInAllLooks(page);
      await dialog.getByLabel('I have copied the address').check();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await page.getByText(address).count(), 0);
      return address.slice(node.server.publicUrl.length);
    };
    const statusOf = async (path: string) =>
      (await node.request('GET', path, { token: null })).status;
    await section.getByRole('button', { name: 'Create calendar address' }).click();
    const first = await takeAddress();
    assert.equal(await statusOf(first), 200);
    await section.getByRole('button', { name: 'Renew address' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
    const second = await takeAddress();
    assert.deepEqual([await statusOf(first), await statusOf(second)], [404, 200]);
    await section.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await section.getByRole('button', { name: 'Create calendar address' }).waitFor();
    assert.equal(await statusOf(second), 404);
  });

  test('a new password wants the current one, signs out every other browser, and keeps this one', async () => {
    const elsewhere = openBrowser(node);
    assert.equal((await elsewhere.signIn('bob', PASSWORD)).status, 201);
    const page = await signedIn('bob');
    const change = async (current: string, password: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(password);
      await page.keyboard.press('Enter');
    };
    await change('wrong', NEXT);
    await page.locator('[data-path="current"]:focus[aria-invalid="true"]').waitFor();
    await change(PASSWORD, 'short');
    await page.locator('[data-path="password"]:focus[aria-invalid="true"]').waitFor();
    await change(PASSWORD, NEXT);
    await page.getByText('Password changed').waitFor();
    assert.equal((await elsewhere.send('GET', '/app/v1/session')).status, 401);
    assert.equal((await openBrowser(node).signIn('bob', PASSWORD)).status, 401);
    assert.equal((await openBrowser(node).signIn('bob', NEXT)).status, 201);
    await page.reload();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });
});
