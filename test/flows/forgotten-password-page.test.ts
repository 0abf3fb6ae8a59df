// A forgotten password, in a real browser with a real mail server: requested on the sign-in page and set with the link
// in the mail; and what the pages say if that is not possible.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { assertAccessibleInAllLooks, openPage, watchFaults } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const NEXT = 'eleven slow ferries before noon';
const EMAIL = 'ann@people.test';

forOneEngine((engine) => {
  let browser: Browser;
  let mail: MailServer;
  let node: Instance;
  const faults: (readonly string[])[] = [];
  before(async () => {
    browser = await launchChromium();
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    const body = { userName: 'ann', displayName: 'Ann', email: EMAIL, password: PASSWORD };
    await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
  });
  after(async () => {
    await browser.close();
    await node.close();
    await mail.close();
  });

  const openTab = async (locale = 'en'): Promise<Page> => {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true, locale })).newPage();
    faults.push(watchFaults(page));
    return page;
  };

  test('somebody asks for a link, chooses a new password by it, and is signed in', async () => {
    const tab = await openTab();
    await openPage(tab, `${node.server.publicUrl}/sign-in`);
    await tab.getByLabel('User name or email').fill(EMAIL);
    // The app, which is loaded once somebody types, must not take along what was typed.
    await tab.waitForLoadState('networkidle');
    await tab.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
    await tab.getByRole('heading', { name: 'Reset your password' }).waitFor();
    assert.ok(!tab.url().includes('ann'), tab.url());
    const field = tab.getByLabel('User name or email');
    assert.equal(await field.inputValue(), EMAIL);
    await assertAccessibleInAllLooks(tab);
    await field.fill(' ');
    await field.press('Enter');
    await tab.locator('[data-path="userName"]:focus').waitFor();
    await tab.getByText('This field is required.').waitFor();
    await assertAccessibleInAllLooks(tab);
    await tab.context().setOffline(true);
    await field.fill(EMAIL);
    await field.press('Enter');
    await tab.getByRole('alert').waitFor();
    await tab.context().setOffline(false);
    await field.press('Enter');
    await tab.getByRole('heading', { name: 'Check your email' }).waitFor();
    await tab.getByText('If your user has a password and an email address').waitFor();
    await assertAccessibleInAllLooks(tab);

    const [letter] = await mail.waitFor(EMAIL);
    const url = /https:\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    assert.ok(url.startsWith(`${node.server.publicUrl}/reset-password#`), url);
    const other = await openTab();
    await openPage(other, url);
    await other.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    assert.equal(await other.getByLabel('User name').inputValue(), 'ann');
    await other.getByLabel('Password', { exact: true }).fill(NEXT);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Home' }).waitFor();

    await tab.goto('about:blank');
    await openPage(tab, url);
    await tab.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await tab.getByRole('link', { name: 'Get a new link by email' }).press('Enter');
    await tab.getByRole('button', { name: 'Send link' }).waitFor();
    assert.deepEqual(faults.flat(), []);
  });

  test('somebody whom nobody knows reads the same, in German too', async () => {
    const tab = await openTab('de');
    await openPage(tab, `${node.server.publicUrl}/sign-in`);
    await tab.getByRole('link', { name: 'Passwort vergessen?' }).press('Enter');
    // The sign-in page has a field with the same name, which stays until the next page is loaded.
    await tab.getByRole('heading', { name: 'Passwort zurücksetzen' }).waitFor();
    await tab.getByLabel('Benutzername oder E-Mail').fill('nobody');
    await tab.getByRole('button', { name: 'Link senden' }).press('Enter');
    await tab.getByText('Wenn Sie hier ein Passwort und eine E-Mail-Adresse haben').waitFor();
    await assertAccessibleInAllLooks(tab);
    await tab.getByRole('button', { name: 'Weiteren Link senden' }).press('Enter');
    await tab.getByRole('link', { name: 'Zur Anmeldung' }).press('Enter');
    await tab.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await node.services.linkRequests.flush();
    assert.equal(mail.taken.length, 1);
  });

  test('without a mail server nobody is offered it, and the page says whom to ask', async () => {
    const plain = await startInstance(engine);
    try {
      const tab = await openTab();
      await openPage(tab, `${plain.server.publicUrl}/sign-in`);
      assert.equal(await tab.getByText('Forgot your password').count(), 0);
      await openPage(tab, `${plain.server.publicUrl}/forgotten-password`);
      await tab.getByText('Ask an admin of your organisation').waitFor();
      await assertAccessibleInAllLooks(tab);
    } finally {
      await plain.close();
    }
  });
});
