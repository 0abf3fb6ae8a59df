// The experience of people in an organisation with an identity provider, on shared devices: let in, filled in, renamed,
// signed out, refused, deactivated, deleted, erased, and a second organisation.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const ANN = { userName: 'ann', externalId: 'ext-ann', displayName: 'Ann Lee' };
const BOB = {
  userName: 'bob',
  externalId: 'ext-bob',
  displayName: 'Bob Ray',
  emails: [{ value: 'bob@mail.example' }],
  password: PASSWORD,
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let idp: IdentityProvider;
  /** A device that people share. */
  let page: Page;
  let url: string;
  let annId: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine, { env: SSO_ENV });
    ({ idp } = await connectProvider(node));
    url = node.server.publicUrl;
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  });
  after(async () => {
    idp.close();
    await browser.close();
    await node.close();
  });

  const look = (on = page): Promise<void> => assertAccessibleInAllLooks(on);
  const scim = async (method: string, path: string, body?: object) => {
    const answer = await node.request(method, `/scim/v2/Users${path}`, { body });
    assert.ok(answer.status < 300, answer.text);
    return String(answer.at('id'));
  };
  const arrive = async (sub: string) => {
    idp.person = { sub: `idp-${sub}`, oid: `ext-${sub}` };
    await page.getByRole('button', { name: 'Sign in with Acme login' }).click();
  };
  const leave = async (name: RegExp) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You may still be signed in to Acme login').waitFor();
  };

  test('on the first day the provider lets a person in, and their form waits for them', async () => {
    annId = await scim('POST', '', ANN);
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, {
        name: 'Safety walk',
        definition: DEFINITION,
      });
      await forms.publishTemplate(tx, by, made.id);
      const assignment = { type: 'User', id: annId } as const;
      await forms.createForm(tx, by, { templateId: made.id, assignment });
    });
    await openPage(page, `${url}/sign-in`);
    await look();
    await arrive('ann');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('table').getByText('Safety walk').first().waitFor();
    await look();
  });

  test('she fills it in, and another name comes with the next sync', async () => {
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Fill in' }).click();
    await page.getByLabel('Site').fill('North pier');
    await look();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/fill'));
    const change = { op: 'replace', path: 'displayName', value: 'Ann Marsh' };
    await scim('PATCH', `/${annId}`, { Operations: [change] });
    await openPage(page, `${url}/profile`);
    await page.getByRole('button', { name: /Ann Marsh/ }).waitFor();
    await look();
  });

  test('she signs out on the shared device, and who is not known here is refused in words', async () => {
    await leave(/Ann Marsh/);
    await look();
    await arrive('bob');
    await page.getByText('matches no user here').waitFor();
    await look();
    await scim('POST', '', BOB);
    await arrive('bob');
    await page.getByRole('button', { name: /Bob Ray/ }).waitFor();
    assert.equal(await page.getByRole('table').getByText('Safety walk').count(), 0);
    await look();
    await leave(/Bob Ray/);
  });

  test('deactivated, she is told so', async () => {
    const change = { op: 'replace', path: 'active', value: false };
    await scim('PATCH', `/${annId}`, { Operations: [change] });
    await arrive('ann');
    await page.getByText('Your access is turned off').waitFor();
    await look();
  });

  test('deleted, what she did keeps her name until an admin erases her', async () => {
    await scim('DELETE', `/${annId}`);
    const admin = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await signInByRequest(admin, url, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(admin, `${url}/forms/all?status=complete`);
    await admin.getByRole('table').getByText('Ann Marsh').first().waitFor();
    await look(admin);
    await openPage(admin, `${url}/settings/users/deleted`);
    await admin.getByText('Ann Marsh').waitFor();
    await look(admin);
    await admin.getByRole('button', { name: 'Erase data of Ann Marsh' }).click();
    const asked = admin.getByRole('dialog', { name: 'Erase the data of Ann Marsh?' });
    await asked.getByText('You can’t undo this.').waitFor();
    await look(admin);
    await asked.getByRole('button', { name: 'Erase data' }).click();
    await admin.getByRole('dialog', { name: 'Data erased' }).waitFor();
    await look(admin);
    await openPage(admin, `${url}/forms/all?status=complete`);
    await admin.getByRole('table').getByText('Safety walk').first().waitFor();
    await admin.getByText('Deleted user').waitFor();
    assert.equal(await admin.getByText('Ann Marsh').count(), 0);
    await look(admin);
    await admin.context().close();
  });

  test('with a second organisation people sign in by address, and find their provider by its code', async () => {
    await node.addAccount('Beta Works');
    const other = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await openPage(other, `${url}/sign-in`);
    await look(other);
    await other.getByLabel('User name').fill('admin');
    await other.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('alert').waitFor();
    await look(other);
    await other.getByLabel('Organisation code').fill('ACME');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('button', { name: 'Sign in with Acme login' }).waitFor();
    await look(other);
    await other.getByLabel('User name').fill('Bob@mail.example');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('button', { name: /Bob Ray/ }).waitFor();
    await other.context().close();
  });
});
