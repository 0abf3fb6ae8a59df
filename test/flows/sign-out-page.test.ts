// Signing out on a shared device, in a real browser: what has ended, what has not, and how to end that, too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { findViolations } from '../support/accessibility.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';
import { openPage } from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let idp: IdentityProvider;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine, { env: SSO_ENV });
    ({ idp } = await connectProvider(node));
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    const body = { userName: 'ann', externalId: 'ext-ann', displayName: 'Ann Lee' };
    await node.request('POST', '/scim/v2/Users', { body });
  });
  after(async () => {
    idp.close();
    await browser.close();
    await node.close();
  });

  test('who signs out reads that the provider goes on, signs out there too, and comes back', async () => {
    const { publicUrl } = node.server;
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await openPage(page, `${publicUrl}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Acme login' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('button', { name: /Ann Lee/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You may still be signed in to Acme login').waitFor();
    const there = page.getByRole('button', { name: 'Sign out of Acme login too' });
    await there.waitFor();
    assert.deepEqual(await findViolations(page), []);
    await there.click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByText('went through the sign-out of your identity provider').waitFor();
    assert.equal(new URL(page.url()).origin, publicUrl);
    const session = await page.request.get(`${publicUrl}/app/v1/session`);
    assert.equal(session.status(), 401);
  });
});
