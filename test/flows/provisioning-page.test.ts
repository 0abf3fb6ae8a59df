// The Provisioning page in a real browser, while an identity provider keeps sending requests: an admin's changes apply
// from its next request.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessible,
  assertAccessibleInAllLooks,
  isSettled,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PATH = '/settings/provisioning';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    faults = watchFaults(page);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  // Pages do not depend on the database.
  const checkLook = () => assertAccessible(page);
  const checkLooks = () => assertAccessibleInAllLooks(page);
  const open = (search = '') => openPage(page, `${node.server.publicUrl}${PATH}${search}`);
  const list = () => node.request('GET', '/scim/v2/Users');
  const provision = async (userName: string, more: object = {}): Promise<string> => {
    const body = { schemas: [USER], userName, ...more };
    const answer = await node.request('POST', '/scim/v2/Users', { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const agree = async (name: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  };
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  test('paused, SCIM says in whole seconds when to come again; disconnected, it refuses; turned on, it works', async () => {
    await open();
    await press('Pause provisioning');
    await page
      .getByRole('dialog')
      .getByText('asks your identity provider to retry later')
      .waitFor();
    await agree('Pause provisioning');
    await heading('Provisioning is paused');
    const paused = await list();
    assert.equal(paused.status, 503);
    assert.match(paused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    await checkLook();
    await press('Disconnect provisioning');
    await agree('Disconnect provisioning');
    await heading('Provisioning is disconnected');
    assert.equal((await list()).status, 403);
    await press('Turn on provisioning');
    await agree('Turn on provisioning');
    await heading('Provisioning is on');
    assert.equal((await list()).status, 200);
  });

  test('a sync that throws too many out is stopped, and told on every page until an admin lets it through', async () => {
    await open();
    await page.getByLabel('Limit (% of all people)').fill('101');
    await press('Save');
    await page.getByText('Enter a whole number from 1 to 100.').waitFor();
    await page.getByLabel('Limit (% of all people)').fill('1');
    await page.getByLabel('Always allow at least (people)').fill('2');
    await page.getByLabel('Period (minutes)').fill('2');
    await press('Save');
    await page.getByText('Changes saved.').waitFor();
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => provision(`crowd-${name}`)));
    node.clock.advance(121_000); // newcomers are not counted
    const leave = (id = '') => node.request('DELETE', `/scim/v2/Users/${id}`);
    const statuses = [];
    for (const id of ids.slice(0, 3)) statuses.push((await leave(id)).status);
    assert.deepEqual(statuses, [204, 204, 503]);
    await openPage(page, `${node.server.publicUrl}/settings/groups`);
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'Paused: too many people deactivated' });
    await banner.waitFor();
    await checkLooks();
    await banner.getByRole('link', { name: 'View provisioning' }).press('Enter');
    await heading('Provisioning is paused');
    await page.getByText('rejected changes above your limit').waitFor();
    await checkLooks();
    await press('Allow these changes');
    await page.getByRole('dialog').getByText('for 2 minutes').waitFor();
    await agree('Allow these changes');
    await page.getByText('The safeguard is off until').waitFor();
    for (const id of ids.slice(2)) assert.equal((await leave(id)).status, 204);
    await openPage(page, `${node.server.publicUrl}/settings/groups`);
    assert.equal(await banner.count(), 0);
  });

  test('requests of senders who prove nothing are a number, with the last time and address', async () => {
    for (let i = 0; i < 3; i += 1) {
      assert.equal((await node.request('GET', '/scim/v2/Users', { token: null })).status, 401);
    }
    const { reader } = node.services.db;
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await reader.selectFrom('unproven_requests').select('ip').execute()).length > 0) break;
      await page.waitForTimeout(100);
    }
    await open();
    await page.getByText('3 without valid credentials').waitFor();
    await page.getByText('(127.0.0.1)').waitFor();
    await checkLooks();
  });

  test('the connection test says in words what works, and what does not', async () => {
    await open('?tab=connect&idp=okta');
    await heading('Connect Okta');
    await page.getByLabel('Identity provider', { exact: true }).selectOption('keycloak');
    await heading('Connect Keycloak');
    assert.match(page.url(), /idp=keycloak/, 'remembered in the address');
    const run = async () => {
      await press('Test connection');
      await isSettled(page);
    };
    await run();
    await page.getByText('This field is required.').waitFor();
    await page.getByLabel('Provisioning token', { exact: true }).last().fill('not-a-token');
    await run();
    await page.getByText('Connection failed.').waitFor();
    await page.getByText('The credential is revoked, expired or incomplete.').waitFor();
    await checkLooks();
    const { clientId, clientSecret } = node.account;
    await page.getByLabel('Client ID and client secret').check();
    await page.getByLabel('Client ID', { exact: true }).fill(clientId);
    await page.getByLabel('Client secret', { exact: true }).fill(clientSecret);
    await run();
    await page.getByText('Connection works.').waitFor();
    assert.equal(await page.getByRole('img', { name: 'Succeeded' }).count(), 4);
    await page.reload();
    await isSettled(page);
    assert.ok(!(await page.content()).includes(clientSecret));
  });

  test('from where single sign-on is set up, the steps at the identity provider are one click away', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/security`);
    await page.getByRole('link', { name: 'Steps for your identity provider' }).press('Enter');
    await heading('Sign in with Microsoft Entra ID');
    await page.getByText('The claim oid of the ID token must equal externalId').waitFor();
    const redirect = page.getByText(`${node.server.publicUrl}/app/v1/sso/callback`);
    await redirect.waitFor();
    await checkLooks();
    await page.getByLabel('Identity provider', { exact: true }).selectOption('jumpcloud');
    await heading('Sign in with JumpCloud');
    await page.getByText('Client Secret POST').first().waitFor();
    assert.match(page.url(), /tab=sign-in&idp=jumpcloud|idp=jumpcloud&tab=sign-in/);
  });

  test('a log that lost requests to its limit says until when they are missing', async () => {
    const log = `${node.server.publicUrl}${PATH}/log`;
    await openPage(page, log);
    await page.getByRole('heading', { name: 'Provisioning log' }).waitFor();
    await isSettled(page);
    assert.equal(await page.getByText('Older requests were deleted early').count(), 0);
    const cut = (at: number | null) =>
      node.services.db.transaction((tx) =>
        tx.updateTable('accounts').set({ provisioning_log_cut_at: at }).execute(),
      );
    await cut(node.clock.now() - 3_600_000);
    await openPage(page, log);
    const told = page.getByRole('status').filter({ hasText: 'Older requests were deleted early' });
    await told.waitFor();
    assert.match(
      (await told.textContent()) ?? '',
      /The provisioning log reached its size limit\. Requests up to .*\d.* are no longer in it\./,
    );
    await checkLooks();
    // The health of the last 24 hours lacks them too.
    await open('');
    await told.waitFor();
    await checkLook();
    await cut(node.clock.now() - 2 * 86_400_000);
    await open('');
    await isSettled(page);
    assert.equal(await told.count(), 0);
    await cut(null);
  });

  test('an attribute that no schema knows is listed as ignored', async () => {
    await provision('colourful', { favouriteColour: 'green' });
    const seen = page.getByRole('table', { name: 'Ignored attributes' });
    await open('?tab=attributes&idp=entra');
    const deadline = Date.now() + 10_000;
    while ((await seen.count()) === 0 && Date.now() < deadline) await open('?tab=attributes');
    await seen.getByText('favouriteColour').waitFor();
    await page.getByRole('table', { name: 'Attribute mapping' }).getByText('userName').waitFor();
    await checkLook();
  });

  test('a group gives its members a role once that is saved', async () => {
    const id = await provision('mapped');
    const body = { displayName: 'Form makers', members: [{ value: id }] };
    assert.equal((await node.request('POST', '/scim/v2/Groups', { body })).status, 201);
    await open('?tab=roles');
    await page.getByRole('combobox', { name: 'Add group' }).fill('form');
    await page.getByRole('option', { name: 'Form makers' }).click();
    await page.getByText('Your changes are not saved yet.').waitFor();
    await checkLooks();
    await page.getByLabel('Role of the members of Form makers').selectOption('designer');
    await press('Save');
    await page.getByText('Changes saved.').waitFor();
    await openPage(page, `${node.server.publicUrl}/settings/users/${id}`);
    assert.equal(await page.getByLabel('Role').inputValue(), 'designer');
    await open('?tab=roles');
    await press('Remove Form makers');
    await press('Save');
    await page.getByText('No group assigns a role').waitFor();
  });

  test('people who lost a role because a group was deleted get it back by one click, once the group is back', async () => {
    const ids = [await provision('lost'), await provision('lost-too')];
    const body = { displayName: 'Form keepers', members: ids.map((value) => ({ value })) };
    const pushed = async () =>
      String((await node.request('POST', '/scim/v2/Groups', { body })).at('id'));
    const old = await pushed();
    await node.services.db.transaction((tx) =>
      node.services.directory.setRoleMappings(
        tx,
        { accountId: node.account.accountId, via: 'web' },
        [{ groupId: old, role: 'designer' }],
      ),
    );
    assert.equal((await node.request('DELETE', `/scim/v2/Groups/${old}`)).status, 204);
    await open();
    await page
      .getByText(/The group Form keepers gave the role Designer.* lost a role: 2/)
      .waitFor();
    await page.getByRole('button', { name: 'Dismiss Form keepers' }).waitFor();
    const back = page.getByRole('button', { name: 'Give the mapping back to Form keepers' });
    assert.equal(await back.count(), 0);
    await pushed();
    await open();
    await back.waitFor();
    await checkLooks();
    await back.press('Enter');
    await page.getByText('The members of Form keepers have the role Designer again.').waitFor();
    await back.waitFor({ state: 'detached' });
    await openPage(page, `${node.server.publicUrl}/settings/users/${ids[0]}`);
    assert.equal(await page.getByLabel('Role').inputValue(), 'designer');
  });

  test('who is deactivated although a program does provisioning as them is told on every page', async () => {
    const { id, token } = await node.addUser('sync', 'admin');
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);
    await openPage(page, `${node.server.publicUrl}/settings/users/${id}`);
    const dialog = page.getByRole('dialog');
    const deadline = Date.now() + 10_000; // the log is written in the background
    do {
      await page.reload();
      await press('Deactivate');
      await dialog.getByRole('listitem').first().waitFor();
    } while (
      !(await dialog.getByText('provisioning will stop').isVisible()) &&
      Date.now() < deadline
    );
    await agree('Deactivate');
    await page
      .getByRole('status')
      .filter({ hasText: 'A provisioning credential is blocked' })
      .waitFor();
    await open();
    await page.getByText('its user sync is inactive').waitFor();
    await checkLooks();
    await page.getByRole('link', { name: 'View user' }).press('Enter');
    await heading('sync');
    assert.deepEqual(faults, []);
  });
});
