// An authenticator app in a real browser: set up on the profile page, requested after the password and before sensitive
// actions, replaced once by a recovery code, removed by an admin; and required by the organisation, with days of grace.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { codeOf } from '../support/authenticator-app.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { deepTest } from '../support/timing.ts';
import {
  assertAccessibleInAllLooks,
  copied,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const ANN = { userName: 'ann', password: PASSWORD };
const BOB = { userName: 'bob', password: PASSWORD };
const ADMIN = { userName: 'admin', password: ADMIN_PASSWORD };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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

  const addUser = async (userName: string): Promise<string> => {
    const admin = await adminBrowser(node);
    const body = { userName, password: PASSWORD, role: 'member' };
    const made = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const openContext = async (locale = 'en-GB', width = 1280): Promise<Page> => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale,
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width, height: 844 },
    });
    return await context.newPage();
  };
  const openProfile = async (userName: string, locale?: string, width?: number) => {
    const page = await openContext(locale, width);
    const faults = watchFaults(page);
    await signInByRequest(page, node.server.publicUrl, { userName, password: PASSWORD });
    await openPage(page, `${node.server.publicUrl}/profile`);
    return { page, faults };
  };
  const nextCode = (secret: string): string => {
    node.clock.advance(30_000);
    return codeOf(secret, node.clock.now());
  };
  /** Sets up an app on a page with the button. @returns the secret and the recovery codes, as they are shown */
  const setUp = async (page: Page) => {
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await copied(page, 'Key to enter instead of scanning')).replaceAll(' ', '');
    const link = await dialog.getByRole('link', { name: 'Open an app' }).getAttribute('href');
    assert.match(link ?? '', new RegExp(`^otpauth://totp/Acme:.*secret=${secret}`));
    await assertAccessibleInAllLooks(page);
    await dialog.getByLabel('Code from the app').fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('The code is wrong.').waitFor();
    await dialog.getByLabel('Code from the app').fill(codeOf(secret, node.clock.now()));
    await page.keyboard.press('Enter');
    await dialog.getByText('Save these recovery codes now').waitFor();
    const codes = await dialog.locator('li').allTextContents();
    assert.equal(codes.length, 10);
    return { secret, codes, dialog };
  };
  const enterPassword = async (page: Page, { userName, password }: typeof ADMIN): Promise<void> => {
    // Otherwise the open page would notice that it is signed out, and navigate at the same moment.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await openPage(page, `${node.server.publicUrl}/sign-in?to=%2Fprofile`);
    await page.getByLabel('User name').fill(userName);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };

  test('an app is set up, asked for at the next sign-in, and replaced by a recovery code', async () => {
    await addUser('ann');
    const { page, faults } = await openProfile('ann');
    await page.getByText('No authenticator app yet').waitFor();
    const { secret, codes, dialog } = await setUp(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download as a text file' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'formstead-recovery-codes.txt');
    assert.ok(await dialog.getByRole('button', { name: 'Done' }).isDisabled());
    await assertAccessibleInAllLooks(page);
    await dialog.getByLabel('I have saved the codes').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await assertAccessibleInAllLooks(page);

    await enterPassword(page, ANN);
    const field = page.getByLabel('Code from your authenticator app');
    await field.waitFor();
    assert.ok(await page.locator('input:focus').isVisible());
    await assertAccessibleInAllLooks(page);
    await field.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is wrong').waitFor();
    await page.locator('[data-path=code]:focus[aria-invalid=true]').waitFor();
    assert.equal(await field.getAttribute('inputmode'), 'numeric');
    assert.equal(await field.getAttribute('autocomplete'), 'one-time-code');
    // As apps show it, and thus as users copy it.
    await field.fill(nextCode(secret).replace(/^\d{3}/, ' $& '));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/profile');

    await enterPassword(page, ANN);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/profile');
    await page.getByText('9 recovery codes left').waitFor();

    node.clock.advance(6 * MINUTE_MS);
    await page.getByRole('button', { name: 'Create new recovery codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirmation.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await confirmation.getByLabel('Code from your authenticator app').fill(nextCode(secret));
    await page.keyboard.press('Enter');
    await page.getByText('Save these recovery codes now').waitFor();
    await page.getByLabel('I have saved the codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await page.getByRole('button', { name: 'Remove app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click();
    await page.getByText('No authenticator app yet').waitFor();
    assert.deepEqual(faults, []);
  });

  test('an admin asks everybody, sees who has one and takes it away', async () => {
    const id = await addUser('bob');
    const bob = await openProfile('bob', 'en-GB', 390);
    const admin = await openContext();
    await signInByRequest(admin, node.server.publicUrl, ADMIN);
    await openPage(admin, `${node.server.publicUrl}/settings/security`);
    await admin.getByLabel('Everyone', { exact: true }).check();
    await admin.getByLabel('Time to set it up (days)').fill('3');
    await assertAccessibleInAllLooks(admin);
    const section = admin.getByRole('region', { name: 'Second factor' });
    await section.getByRole('button', { name: 'Save' }).click();
    await admin.getByText('Saved.').waitFor();
    await admin.getByRole('status').getByText('Set up a second factor').waitFor();

    await openPage(bob.page, `${node.server.publicUrl}/forms`);
    await bob.page.getByText('you can’t continue without one').waitFor();
    await assertAccessibleInAllLooks(bob.page);
    node.clock.advance(3 * DAY_MS);
    await enterPassword(bob.page, BOB);
    await bob.page.waitForURL('**/second-factor');
    await assertAccessibleInAllLooks(bob.page);
    await openPage(bob.page, `${node.server.publicUrl}/forms`);
    await bob.page.waitForURL('**/second-factor');
    const { dialog } = await setUp(bob.page);
    await dialog.getByLabel('I have saved the codes').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await bob.page.waitForURL('**/');

    await enterPassword(admin, ADMIN);
    await admin.waitForURL('**/second-factor');
    const own = await setUp(admin);
    await own.dialog.getByLabel('I have saved the codes').check();
    await own.dialog.getByRole('button', { name: 'Done' }).click();
    await admin.waitForURL('**/');
    await openPage(admin, `${node.server.publicUrl}/settings/users/${id}`);
    await admin.getByText('This person enters a code').waitFor();
    await assertAccessibleInAllLooks(admin);
    await admin.getByRole('button', { name: 'Remove authenticator app' }).click();
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: 'Remove authenticator app' })
      .click();
    await admin.getByText('Authenticator app removed.').waitFor();
    await admin.getByText('None, required from').waitFor();
    await enterPassword(bob.page, BOB);
    await bob.page.waitForURL('**/second-factor');
    assert.deepEqual(bob.faults, []);
  });

  deepTest('in German, an app is set up and asked for', async () => {
    const late = await startInstance(engine);
    const page = await openContext('de-DE', 390);
    const faults = watchFaults(page);
    const signIn = async (): Promise<void> => {
      await page.context().clearCookies();
      await openPage(page, `${late.server.publicUrl}/sign-in`);
      await page.getByLabel('Benutzername').fill('admin');
      await page.getByLabel('Passwort', { exact: true }).fill(ADMIN_PASSWORD);
      await page.keyboard.press('Enter');
    };
    await signIn();
    await page.waitForURL('**/');
    await openPage(page, `${late.server.publicUrl}/profile`);
    await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
    const dialog = page.getByRole('dialog');
    const secret = await dialog.locator('code').textContent();
    const code = codeOf((secret ?? '').replaceAll(' ', ''), late.clock.now());
    await dialog.getByLabel('Code aus der App').fill(code);
    await page.keyboard.press('Enter');
    await dialog.getByText('Sichern Sie diese Wiederherstellungscodes jetzt').waitFor();
    const [recovery = ''] = await dialog.locator('li').allTextContents();
    await signIn();
    await page.getByRole('heading', { name: 'Code eingeben' }).waitFor();
    await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click();
    await page.getByLabel('Wiederherstellungscode').fill(recovery);
    await assertAccessibleInAllLooks(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/');
    assert.deepEqual(faults, []);
    await page.close();
    await late.close();
  });
});
