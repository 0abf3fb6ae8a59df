// Single sign-on only, in a real browser: an admin requires it, the sign-in page leads to it, and the break-glass admin
// can still sign in without it.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { findViolations } from '../support/accessibility.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let idp: IdentityProvider;
  let connectionId: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine, { env: SSO_ENV });
    ({ idp, connectionId } = await connectProvider(node));
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    const body = { userName: 'ann', externalId: 'ext-ann', password: PASSWORD };
    await node.request('POST', '/scim/v2/Users', { body });
  });
  after(async () => {
    idp.close();
    await browser.close();
    await node.close();
  });

  test('it is required on the security page, and then the sign-in page offers nothing else to people', async () => {
    const { publicUrl } = node.server;
    const old = await (await adminBrowser(node)).send('GET', '/app/v1/users?q=ann');
    const link = await (await adminBrowser(node)).send(
      'POST',
      `/app/v1/users/${old.at('items', 0, 'id')}/link`,
    );
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/security`);
    const require = async () => {
      await page.getByRole('button', { name: 'Require single sign-on' }).click();
      const asked = page.getByRole('dialog', { name: 'Require single sign-on for everyone?' });
      await asked.getByText('Emergency admins keep their password').waitFor();
      await asked.getByRole('button', { name: 'Require single sign-on' }).click();
      return asked;
    };
    const refused = await require();
    await refused.getByText('Nobody has signed in with an active connection').waitFor();
    await refused.getByRole('button', { name: 'Cancel' }).click();
    const { browser: ann } = await arriveBySso(node, idp, connectionId);
    await (await require()).waitFor({ state: 'hidden' });
    await page.getByText('On. Only emergency admins').waitFor();

    const other = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await openPage(other, `${publicUrl}/sign-in`);
    await other.getByText('Your organisation only allows single sign-on.').waitFor();
    await other.getByRole('button', { name: 'Sign in with Acme login' }).waitFor();
    assert.equal(await other.getByLabel('Password', { exact: true }).count(), 0);
    assert.deepEqual(await findViolations(other), []);
    await other.getByRole('button', { name: 'Sign in as emergency admin' }).click();
    await other.getByLabel('User name').fill('ann');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('sign in with its identity provider').waitFor();
    await other.getByLabel('User name').fill('admin');
    await other.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    const third = await browser.newContext({ ignoreHTTPSErrors: true });
    const sid = { name: '__Host-sid', value: ann.cookie() ?? '', secure: true, path: '/' };
    await third.addCookies([{ ...sid, domain: 'localhost', httpOnly: true }]);
    const profile = await third.newPage();
    await openPage(profile, `${publicUrl}/profile`);
    await profile.getByText('You sign in with your organisation’s identity provider').waitFor();
    assert.equal(await profile.getByText('Add a passkey').count(), 0);
    assert.equal(await profile.getByLabel('Current password').count(), 0);
    await profile.goto(String(link.at('url')));
    await profile.getByText('this link can’t set a password').waitFor();
  });
});
