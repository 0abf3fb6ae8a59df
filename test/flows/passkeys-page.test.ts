// Passkeys in a real browser, with a virtual authenticator of Chromium: added on the profile page, they sign in and
// confirm; after they are removed, or their user is deactivated, they are refused.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const MINUTE_MS = 60_000;

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

  /** Signs in with the password and opens the profile page, in a browser with an authenticator. */
  const openProfile = async (userName: string) => {
    const admin = await adminBrowser(node);
    const body = { userName, password: PASSWORD, role: 'admin' };
    const made = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const faults = watchFaults(page);
    const devTools = await context.newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signInByRequest(page, node.server.publicUrl, { userName, password: PASSWORD });
    await openPage(page, `${node.server.publicUrl}/profile`);
    return { page, faults, admin, id: String(made.at('id')) };
  };
  const addPasskey = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByText('Passkey added.').waitFor();
    await page.getByText(name, { exact: true }).waitFor();
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.context().clearCookies();
    await openPage(page, `${node.server.publicUrl}/sign-in?to=%2Fprofile`);
  };
  const pressPasskey = (page: Page) =>
    page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const isRefused = async (page: Page): Promise<void> => {
    await pressPasskey(page);
    await page.getByRole('alert').getByText('The passkey is not known here').waitFor();
    assert.equal(new URL(page.url()).pathname, '/sign-in');
  };

  test('a passkey signs in without a name or a password, and is renamed and removed where it was added', async () => {
    const { page, faults } = await openProfile('ann');
    await addPasskey(page, 'My laptop');
    await page.getByText('never used').waitFor();
    await assertAccessibleInAllLooks(page);
    await signOut(page);
    await pressPasskey(page);
    await page.waitForURL('**/profile');
    await page.getByText('last used').waitFor();
    await page.getByRole('button', { name: 'Rename: My laptop' }).click();
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await page.keyboard.press('Enter');
    await page.getByText('My phone', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove: My phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No passkeys yet').waitFor();
    await signOut(page);
    await isRefused(page);
    assert.deepEqual(faults, []);
  });

  test('a passkey confirms an act in the place of the password', async () => {
    const { page, faults, id } = await openProfile('bob');
    await addPasskey(page, 'Key');
    node.clock.advance(6 * MINUTE_MS);
    await page.getByRole('button', { name: 'Remove: Key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('No passkeys yet').waitFor();
    const { db } = node.services;
    const lines = await db.reader
      .selectFrom('audit_events')
      .select(['action', 'detail'])
      .where('actor_user_id', '=', id)
      .execute();
    const confirmation = lines.find(({ action }) => action === 'session.confirm');
    assert.match(confirmation?.detail ?? '', /passkey/);
    assert.deepEqual(faults, []);
  });

  test('where a second factor is asked for, no password is asked for in the place of a passkey', async () => {
    const { page, faults } = await openProfile('dora');
    await addPasskey(page, 'Key');
    const { reader } = node.services.db;
    await sql`update accounts set second_factor_for = 'everybody', second_factor_grace_days = 0`.execute(
      reader,
    );
    node.clock.advance(6 * MINUTE_MS);
    await openPage(page, `${node.server.publicUrl}/profile`);
    await page.getByRole('button', { name: 'Remove: Key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('link', { name: 'Sign in again' }).waitFor();
    assert.equal(await dialog.locator('input').count(), 0);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').getByText('requires a second factor').waitFor();
    await sql`update accounts set second_factor_for = 'nobody'`.execute(reader);
    assert.deepEqual(faults, []);
  });

  test('who was deactivated is refused with their passkey as with an unknown one', async () => {
    const { page, faults, admin, id } = await openProfile('cleo');
    await addPasskey(page, 'Key');
    const path = `/app/v1/users/${id}`;
    assert.equal((await admin.send('PATCH', path, { body: { active: false } })).status, 200);
    await signOut(page);
    await isRefused(page);
    assert.equal((await admin.send('PATCH', path, { body: { active: true } })).status, 200);
    await pressPasskey(page);
    await page.waitForURL('**/profile');
    assert.deepEqual(faults, []);
  });
});
