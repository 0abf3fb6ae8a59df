// Unsaved changes do not get lost by mistake, errors of the server appear in the language of the page, and a mistyped
// URL shows a page.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DESK = { width: 1280, height: 800 };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  let ada: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: DESK,
      reducedMotion: 'reduce',
      // It would have the parts of a page that a test keeps from being loaded.
      serviceWorkers: 'block',
    });
    page = await context.newPage();
    const body = { userName: 'ada', displayName: 'Ada' };
    ada = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    await admin.send('POST', '/app/v1/users', { body: { userName: 'grace' } });
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const open = (path: string) => openPage(page, node.server.publicUrl + path);
  const goToGroups = () =>
    page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click();
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  test('whoever leaves a person that is not saved is asked, and can stay with all that was typed', async () => {
    await open('/settings/users');
    await page.getByRole('link', { name: 'Ada' }).click();
    await page.getByLabel('Given name').fill('Augusta');
    await goToGroups();
    await question().waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(DESK);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await question().waitFor({ state: 'hidden' });
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Augusta');
    await page.goBack();
    await question().waitFor();
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'hidden' });
    const asked = page.waitForEvent('dialog');
    const reload = page.reload().catch(() => undefined);
    const native = await asked;
    assert.equal(native.type(), 'beforeunload');
    await native.dismiss();
    await Promise.race([reload, page.waitForTimeout(200)]);
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Augusta');

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await goToGroups();
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    assert.equal(await question().count(), 0);
  });

  test('whoever leaves while the network fails is asked by the browser, and can stay with all that was typed', async (t) => {
    const parts = '**/assets/leave-dialog-*';
    await page.route(parts, (route) => route.abort());
    t.after(() => page.unroute(parts));
    await open(`/settings/users/${ada}`);
    await page.getByLabel('Given name').fill('Ada King');
    const leave = async (isLeaving: boolean) => {
      const asked = page.waitForEvent('dialog', { timeout: 20_000 });
      const clicked = goToGroups();
      const native = await asked;
      assert.match(native.message(), /^Leave without saving\?/);
      await (isLeaving ? native.accept() : native.dismiss());
      await clicked;
    };
    await leave(false);
    await leave(false);
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Ada King');
    await leave(true);
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
  });

  test('parts of the frame that cannot be loaded take nothing that was typed with them, and come later', async (t) => {
    const parts = /\/assets\/(?:user-menu|toasts|confirmation-dialog|device-watch|outbox-badge)-/;
    let refused = 0;
    await page.route(parts, (route) => {
      refused += 1;
      return route.abort();
    });
    t.after(() => page.unroute(parts));
    await open(`/settings/users/${ada}`);
    await page.getByLabel('Given name').fill('Ada Byron');
    await waitUntil(() => refused > 4);
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Ada Byron');
    await page.unroute(parts);
    await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Ada Byron');

    // So is what somebody asks for.
    const palette = '**/assets/palette-*.js';
    refused = 0;
    await page.route(palette, (route) => {
      refused += 1;
      return route.abort();
    });
    t.after(() => page.unroute(palette));
    await page.keyboard.press('Control+k');
    await waitUntil(() => refused > 0);
    await page.unroute(palette);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Ada Byron');
  });

  test('whoever signs out while something is not saved is asked, and is still signed in when staying', async () => {
    await open(`/settings/users/${ada}`);
    await page.getByLabel('Given name').fill('Ada Augusta');
    const signOut = async () => {
      await page.getByRole('button', { name: /^Signed in as/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await question().waitFor();
    };
    await signOut();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(DESK);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await question().waitFor({ state: 'hidden' });
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Ada Augusta');
    await signOut();
    await question().getByRole('button', { name: 'Discard my changes' }).click();
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });

  test('settings that are not saved are asked about, and let go of when they are discarded', async () => {
    await open('/settings/organisation');
    const name = page.getByLabel('Name', { exact: true });
    const before = await name.inputValue();
    await name.fill('Another name');
    await goToGroups();
    await question().getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    await open('/settings/organisation');
    assert.equal(await name.inputValue(), before);
  });

  test('what was just made leads to its page without a question', async () => {
    await open('/settings/groups');
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Riggers');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Riggers' }).waitFor();
    assert.equal(await question().count(), 0);
  });

  test('a mistyped address shows a page that says so, with a way on', async () => {
    const faults = watchFaults(page);
    for (const path of ['/forms/%zz', '/settings/users/%E0%A4']) {
      await page.goto(node.server.publicUrl + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.locator('pre').count(), 0);
      assert.ok((await page.getByRole('link').count()) > 0, path);
    }
    assert.deepEqual(faults, []);
  });

  test('what the service refuses is said in German on German pages, at the field or with its place', async (t) => {
    await page.evaluate("localStorage.setItem('language', 'de')");
    t.after(() => page.evaluate("localStorage.setItem('language', 'en')"));
    await open(`/settings/users/${ada}`);
    await page.getByLabel('Benutzername').fill('grace');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Dieser Benutzername ist vergeben.').waitFor();
    await page.getByLabel('Benutzername').fill('ada');

    await open(`/settings/users/${node.account.userId}`);
    await page.getByRole('button', { name: 'Deaktivieren', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deaktivieren' }).click();
    await page
      .getByText('Nur diese aktive Person mit der Rolle Admin kann sich anmelden.')
      .waitFor();
    assert.equal(await page.getByText('last active').count(), 0);
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(DESK);
    await page.goto(`${node.server.publicUrl}/forms/not-a-form`);
    await page.getByText('Das gibt es nicht, oder Sie dürfen es nicht sehen.').waitFor();
  });
});
