// Before a sensitive action, users confirm their identity once more. This happens when they send what they typed, and
// none of it may get lost: not by signing in again, and not by cancelling.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER } from '../support/scim.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSED_MS = 6 * 60_000; // a confirmation counts for five minutes
const TARGET = 'https://hooks.example.com/formstead';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let idp: IdentityProvider;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine, {
      env: { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8,::1/128' },
    });
    idp = await startIdentityProvider(() => `${node.baseUrl}/app/v1/sso/callback`);
    const { issuer, clientId, clientSecret } = idp;
    const connection = { name: 'Acme login', issuer, clientId, clientSecret };
    const rule = { claim: 'oid', attribute: 'externalId' };
    const admin = await adminBrowser(node);
    await admin.send('POST', '/app/v1/sso-connections', { body: { ...connection, ...rule } });
    const ann = { schemas: [CORE_USER], userName: 'ann', externalId: 'ext-ann' };
    const { at } = await node.request('POST', '/scim/v2/Users', { body: ann });
    await admin.send('PATCH', `/app/v1/users/${String(at('id'))}`, { body: { role: 'admin' } });
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
  });
  after(async () => {
    await browser.close();
    idp.close();
    await node.close();
  });

  const openTab = async (): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    return await context.newPage();
  };
  /** Types a new webhook and sends it. */
  const typeWebhook = async (tab: Page) => {
    await openPage(tab, `${node.server.publicUrl}/webhooks`);
    await tab.getByRole('button', { name: 'Create webhook' }).first().press('Enter');
    const typed = tab.getByRole('dialog', { name: 'Create webhook' });
    await typed.getByLabel('URL').fill(TARGET);
    await typed.getByLabel('Name (optional)').fill('To the data warehouse');
    await typed.getByRole('button', { name: 'Create webhook' }).press('Enter');
    await tab.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
    return typed;
  };

  test('who signs in again with the identity provider finds the work done that they had typed', async () => {
    const tab = await openTab();
    const faults = watchFaults(tab);
    await openPage(tab, `${node.server.publicUrl}/sign-in`);
    await tab.getByRole('button', { name: 'Acme login' }).press('Enter');
    await tab.getByRole('heading', { name: 'Home' }).waitFor();
    await typeWebhook(tab);
    const [other] = await Promise.all([
      tab.context().waitForEvent('page'),
      tab.getByRole('link', { name: 'Sign in again' }).press('Enter'),
    ]);
    await other.getByRole('button', { name: 'Acme login' }).press('Enter');
    await other.getByRole('heading', { name: 'Identity confirmed' }).waitFor();
    await assertAccessibleInAllLooks(other);
    await tab.getByText('The secret is shown only once').waitFor();
    const hooks = await (await adminBrowser(node)).send('GET', '/app/v1/webhooks');
    assert.match(hooks.text, /hooks\.example\.com.*To the data warehouse|To the data warehouse/);
    assert.deepEqual(faults, []);
  });

  test('where the identity provider does not say when it asked, the page says what to do instead', async () => {
    idp.tamper = (token) => idp.rewrite(token, { auth_time: undefined });
    try {
      const tab = await openTab();
      await openPage(tab, `${node.server.publicUrl}/sign-in?to=/confirmed&again=true`);
      await tab.getByRole('button', { name: 'Acme login' }).press('Enter');
      await tab.getByRole('heading', { name: 'Sign-in time unknown' }).waitFor();
      await tab.getByText('Confirm with your password or a passkey').waitFor();
      await assertAccessibleInAllLooks(tab);
    } finally {
      idp.tamper = undefined;
    }
  });

  test('who changes their mind, or types a wrong password, has everything as it was typed', async () => {
    const tab = await openTab();
    await signInByRequest(tab, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    node.clock.advance(PASSED_MS);
    const typed = await typeWebhook(tab);
    const question = tab.getByRole('dialog', { name: 'Confirm it’s you' });
    const isAsTyped = async () => {
      await question.waitFor({ state: 'hidden' });
      assert.equal(await typed.getByLabel('URL').inputValue(), TARGET);
      assert.equal(await typed.getByLabel('Name (optional)').inputValue(), 'To the data warehouse');
    };
    await tab.keyboard.press('Escape');
    await isAsTyped();
    await typed.getByRole('button', { name: 'Create webhook' }).press('Enter');
    await question.getByLabel('Password', { exact: true }).fill('wrong');
    await tab.keyboard.press('Enter');
    await question.locator('[aria-invalid="true"]').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await isAsTyped();
  });
});
