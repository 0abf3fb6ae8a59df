// Single sign-on by SAML in a real browser: an admin connects an identity provider, and people come from it. Formstead
// is at `localhost` and the identity provider at `127.0.0.1`, so that cookies cross from one site to another.
// Nightly: a browser for long; src/sign-in/sso sends what these pages send.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from '../support/accessibility.ts';
import { adminBrowser, openBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { makeSamlKeys } from '../support/saml-answers.ts';
import { type SamlProvider, startSamlProvider } from '../support/saml-provider.ts';
import { connectSaml } from '../support/saml-sign-in.ts';
import { SSO_ENV } from '../support/sso-sign-in.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let idp: SamlProvider;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine, { env: SSO_ENV });
    idp = await startSamlProvider();
    const own = idp.metadata;
    // Its own site, for a browser: one of the same name with another port would be the same.
    idp.metadata = () => own().replaceAll(idp.signOnAddress, elsewhere(idp.signOnAddress));
    const body = { userName: 'ann@x.example', externalId: 'ext-ann', displayName: 'Ann Lee' };
    await node.request('POST', '/scim/v2/Users', { body });
  });
  after(async () => {
    idp.close();
    await browser.close();
    await node.close();
  });

  const elsewhere = (address: string): string => address.replace('localhost', '127.0.0.1');
  const open = async (): Promise<Page> =>
    await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  const isHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  test('an admin connects an identity provider that wants our addresses first, and gives its metadata then', async () => {
    const page = await open();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/security`);
    await page.getByRole('button', { name: 'Connect an identity provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Protocol').selectOption('SAML 2.0');
    await dialog.getByLabel('Name', { exact: true }).fill('Acme SAML');
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('The metadata of the identity provider is missing').waitFor();
    await page.getByText(/\/saml\/acme-[0-9a-f-]+\/acs$/).waitFor();
    assert.deepEqual(await findViolations(page), []);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const folder = await mkdtemp(join(tmpdir(), 'saml-'));
    const broken = join(folder, 'page.xml');
    await writeFile(broken, '<html></html>');
    await dialog.locator('input[type=file]').setInputFiles(broken);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('describes no identity provider').waitFor();
    const file = join(folder, 'metadata.xml');
    await writeFile(file, idp.metadata());
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByLabel('NameID or attribute').fill('uid');
    await dialog.getByLabel('Matching user attribute').selectOption('externalId');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(elsewhere(idp.signOnAddress)).waitFor();
    await page.getByText('uid = externalId').waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('came as a file').waitFor();
    assert.deepEqual(await findViolations(page), []);
    const admin = await adminBrowser(node);
    const { items } = Object((await admin.send('GET', '/app/v1/sso-connections')).body);
    for (const { id } of items) await admin.send('DELETE', `/app/v1/sso-connections/${id}`);
  });

  test('people sign in over two sites, by our button and by the tile, sign out and come back', async () => {
    const { publicUrl } = node.server;
    const id = await connectSaml(await adminBrowser(node), idp);
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    const page = await open();
    await openPage(page, `${publicUrl}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Acme SAML' }).click();
    await isHome(page);
    assert.equal(new URL(page.url()).origin, publicUrl);
    await page.getByRole('button', { name: /Ann Lee/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You may still be signed in to Acme SAML').waitFor();
    assert.equal((await page.request.get(`${publicUrl}/app/v1/session`)).status(), 401);
    const before = idp.asked.length;
    await openPage(page, `${publicUrl}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Acme SAML' }).click();
    await isHome(page);
    assert.deepEqual(
      idp.asked.slice(before).map(({ forceAuthn }) => forceAuthn),
      [true],
    );

    const base = `${node.baseUrl}/saml/${id}`;
    const tile = elsewhere(idp.tileAddress({ acs: `${base}/acs`, entityId: base }));
    const other = await open();
    await other.goto(tile);
    await isHome(other);
    // Twice in a minute, it opens the app; without a session it could be a circle.
    await other.goto(tile);
    await isHome(other);
    await other.context().clearCookies({ name: '__Host-sid' });
    await other.goto(tile);
    await other.getByText('sent you here again without being asked').waitFor();
    assert.deepEqual(await findViolations(other), []);

    idp.person = { nameId: 'eve', attributes: { uid: ['ext-eve'] } };
    const third = await open();
    await openPage(third, `${publicUrl}/sign-in`);
    await third.getByRole('button', { name: 'Sign in with Acme SAML' }).click();
    await third.getByText('Your sign-in matches no user here. Ask an admin for access.').waitFor();
    assert.equal((await third.request.get(`${publicUrl}/app/v1/session`)).status(), 401);
  });

  test('an admin is led from the start page to the connection whose certificate ends, and to the guide', async () => {
    const admin = await adminBrowser(node);
    const { items } = Object((await admin.send('GET', '/app/v1/sso-connections')).body);
    for (const { id } of items) await admin.send('DELETE', `/app/v1/sso-connections/${id}`);
    const unfinished = { kind: 'saml', name: 'Subsidiary', claim: 'NameID', attribute: 'userName' };
    await admin.send('POST', '/app/v1/sso-connections', { body: unfinished });
    const { keys } = idp;
    idp.keys = [makeSamlKeys({ until: node.clock.now() + 20 * 86_400_000 })];
    const id = await connectSaml(admin, idp, { name: 'Acme login' });
    idp.keys = keys;
    const page = await open();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/organisation`);
    await page.getByText('System status').waitFor();
    assert.equal(await page.getByText('certificate').count(), 0, 'the operator has nothing to do');
    await openPage(page, `${publicUrl}/`);
    await page.getByText('“Acme login” needs a new certificate for signing in').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('link', { name: 'View connection' }).click();
    await page.getByText('The certificate of the identity provider is about to expire').waitFor();
    assert.equal(new URL(page.url()).hash, `#${id}`);
    const card = page.locator(`[id="${id}"]`);
    await page.waitForFunction(`document.activeElement?.id === '${id}'`);
    const { y = -1 } = (await card.boundingBox()) ?? {};
    assert.ok(y >= 0 && y < (page.viewportSize()?.height ?? 0) / 2, `it is at ${y}`);
    // As an archive of an organisation may have it: it is a file that somebody can change.
    const odd = 'https://idp.example/sso?<img src=x onerror=alert(1)>';
    const { reader } = node.services.db;
    const waits = { saml_waiting_sign_on: odd };
    await reader.updateTable('sso_connections').set(waits).where('id', '=', id).execute();
    await page.reload();
    await card.getByText(odd).waitFor();
    assert.equal(await card.locator('img').count(), 0);
    assert.deepEqual(await findViolations(page), []);
    await page.getByText('Nobody yet. Once it has metadata, everyone else.').waitFor();
    await page.getByText('Everyone else', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Steps for your identity provider' }).click();
    await page.getByLabel('Identity provider').selectOption('Google Workspace');
    await page.getByRole('heading', { name: 'Or Google Workspace with SAML 2.0' }).waitFor();
    await page.getByText('Google provisions only applications of its own catalogue').waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  test('the tile of another organisation asks a person who is signed in here first', async () => {
    const { publicUrl } = node.server;
    const there = await node.addAccount('Other');
    const theirAdmin = openBrowser(node);
    await theirAdmin.signIn(`${there.accountCode}/admin`, ADMIN_PASSWORD);
    const theirs = await connectSaml(theirAdmin, idp, { name: 'Other SAML' });
    const token = await node.token(there.clientId, there.clientSecret);
    const body = { userName: 'mallory', externalId: 'ext-mallory', displayName: 'Mallory Oz' };
    assert.equal((await node.request('POST', '/scim/v2/Users', { token, body })).status, 201);
    idp.person = { nameId: 'mallory', attributes: { uid: ['ext-mallory'] } };
    const page = await open();
    const who = { userName: `${node.account.accountCode}/admin`, password: ADMIN_PASSWORD };
    await signInByRequest(page, publicUrl, who);
    const base = `${node.baseUrl}/saml/${theirs}`;
    await page.goto(elsewhere(idp.tileAddress({ acs: `${base}/acs`, entityId: base })));
    await page.getByText('You are signed in to another organisation').waitFor();
    assert.deepEqual(await findViolations(page), []);
    const code = async () =>
      (await (await page.request.get(`${publicUrl}/app/v1/session`)).json()).account.code;
    assert.equal(await code(), node.account.accountCode);
    await page.getByRole('button', { name: 'Sign in with Other SAML' }).click();
    await isHome(page);
    assert.equal(await code(), there.accountCode);
  });
});
