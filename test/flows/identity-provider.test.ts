// From the first admin to a user's last day, in a real browser: an admin connects an identity provider, its SCIM client
// creates users, they sign in with it and lose their access by it, and the pages explain what went wrong.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { runCaseOf } from '../idp-cases/run-case.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, PATCH_OP } from '../support/scim.ts';
import {
  assertAccessibleInAllLooks,
  isSettled,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const NAME = 'Acme login';
const SSO = `Sign in with ${NAME}`;

forEngineOrBoth('sqlite', (engine) => {
  let browser: Browser;
  let node: Instance;
  let idp: IdentityProvider;
  let admin: Page;
  let scimToken: string;
  const faults: (readonly string[])[] = [];
  before(async () => {
    browser = await launchChromium();
    const env = { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8,::1/128' };
    node = await startInstance(engine, { env });
    idp = await startIdentityProvider(() => `${node.server.publicUrl}/app/v1/sso/callback`);
    admin = await openTab();
    await signInByRequest(admin, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    idp.close();
    await node.close();
  });

  /** Opens a browser of one person. */
  const openTab = async (): Promise<Page> => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    faults.push(watchFaults(page));
    return page;
  };
  /** Runs on one engine only, because pages do not depend on the database. */
  const assertAccessibleOnce = async (page: Page) => {
    if (engine.name === 'sqlite') await assertAccessibleInAllLooks(page);
  };
  const go = (page: Page, path: string) => openPage(page, `${node.server.publicUrl}${path}`);
  const scim = async (status: number, method: string, path: string, body?: object) => {
    const answer = await node.request(method, `/scim/v2${path}`, { body, token: scimToken });
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  /** Presses the button of that name in the open dialog, which then closes. */
  const agree = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  };
  const signInBySso = async (page: Page, person: IdentityProvider['person']) => {
    idp.person = person;
    await page.getByRole('button', { name: SSO }).press('Enter');
  };

  test('an admin connects an identity provider, tries it, and makes a token for its SCIM client', async () => {
    await go(admin, '/settings/security');
    await admin.getByText('No identity provider is connected.').waitFor();
    await admin.getByRole('button', { name: 'Connect an identity provider' }).press('Enter');
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
    await dialog.locator('[data-path="name"]:focus').waitFor();
    await assertAccessibleOnce(admin);
    await dialog.getByLabel('Name', { exact: true }).fill(NAME);
    await dialog.getByLabel('Issuer').fill(idp.issuer);
    await dialog.getByLabel('Client id').fill(idp.clientId);
    await dialog.getByLabel('Client secret', { exact: true }).fill(idp.clientSecret);
    const claim = dialog.getByLabel('Claim');
    await claim.fill('email');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
    await dialog.getByText('does not recognise people by an email address').waitFor();
    await claim.fill('oid');
    await agree(admin, 'Connect');
    await admin.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    await admin.getByText(`${NAME} responds and accepts`).waitFor();
    await assertAccessibleOnce(admin);
    await admin.reload();
    await admin.getByRole('heading', { name: NAME }).waitFor();
    assert.ok(!(await admin.content()).includes(idp.clientSecret), 'the secret is never shown');

    await go(admin, '/settings/credentials');
    await admin.getByRole('button', { name: 'Actions', exact: true }).press('Enter');
    await admin.getByRole('menuitem', { name: 'Create provisioning token' }).press('Enter');
    await dialog.getByLabel('Name', { exact: true }).fill('SCIM client');
    await dialog.getByRole('button', { name: 'Create token', exact: true }).press('Enter');
    scimToken = await takeSecret(admin, 'Provisioning token');
  });

  test('the sequences of Entra and Okta bring people, who are found under Users', async () => {
    for (const id of ['entra-create-user', 'okta-spec-06-create'])
      await runCaseOf(node, id, scimToken);
    await go(admin, '/settings/users');
    for (const [typed, found] of [
      ['entra_', /Entra_.*@example\.test/],
      ['okta6', /okta6.*@atko\.com/],
    ] as const) {
      await admin.getByRole('searchbox').fill(typed);
      await admin.waitForURL(`**/users?q=${typed}`);
      const row = admin.getByRole('table').getByText(found);
      await row.first().waitFor();
      assert.equal(await row.count(), 1);
    }
  });

  test('people sign in with it, see their forms, and are out with the next click after active:false', async () => {
    const entra = (await scim(200, 'GET', '/Users?filter=userName%20sw%20%22entra_%22')).at(
      'Resources',
      0,
    );
    const okta = await scim(201, 'POST', '/Users', {
      schemas: [CORE_USER],
      userName: 'otto@example.com',
      externalId: '00uotto',
      displayName: 'Otto',
      active: true,
    });
    // Each identity provider has its own way to report that a person has left.
    const people = [
      {
        ...idsOf(entra),
        leave: (id: string) =>
          scim(200, 'PATCH', `/Users/${id}`, {
            schemas: [PATCH_OP],
            Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
          }),
      },
      {
        ...idsOf(okta.body),
        leave: (id: string) =>
          scim(200, 'PUT', `/Users/${id}`, {
            schemas: [CORE_USER],
            userName: 'otto@example.com',
            externalId: '00uotto',
            active: false,
          }),
      },
    ];
    for (const { id, externalId, leave } of people) {
      const tab = await openTab();
      await go(tab, '/sign-in');
      await signInBySso(tab, { sub: `sub-of-${id}`, oid: externalId });
      await tab.getByRole('heading', { name: 'Home' }).waitFor();
      await tab.getByRole('navigation').getByRole('link', { name: 'My forms' }).waitFor();
      // The page may ask for something before the click does.
      const isOut = tab.waitForURL('**/sign-in?*');
      await leave(id);
      await Promise.race([clickProfile(tab), isOut]);
      await isOut;
      await tab.getByText('Your session has expired').waitFor();
      await tab.getByRole('button', { name: SSO }).press('Enter');
      await tab.getByText('Your access is turned off').waitFor();
      await assertAccessibleOnce(tab);
      await tab.getByLabel('Password', { exact: true }).waitFor();
      await tab.context().close();
    }
  });

  test('on a shared device nobody is taken for whoever signed out before, and nobody has to go twice', async () => {
    const [mia, noah] = await Promise.all(
      ['mia', 'noah'].map(async (name) => {
        const externalId = `00u${name}`;
        const user = { schemas: [CORE_USER], userName: `${name}@example.com`, externalId };
        await scim(201, 'POST', '/Users', { ...user, displayName: name });
        return { sub: `sub-of-${name}`, oid: externalId };
      }),
    );
    assert.ok(mia && noah);
    const tab = await openTab();
    await go(tab, '/sign-in');
    await signInBySso(tab, mia);
    await tab.getByRole('button', { name: 'Signed in as mia' }).press('Enter');
    await tab.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await tab.waitForURL(/\/sign-in\?left=/);
    // Mia is still signed in at the identity provider: without a question, Noah would be signed in as her.
    await signInBySso(tab, noah);
    await tab.getByRole('button', { name: 'Signed in as noah' }).waitFor();

    const other = await tab.context().newPage();
    await tab.context().clearCookies({ name: '__Host-sid' });
    await go(tab, '/forms?scope=all');
    await go(other, '/profile');
    for (const page of [tab, other]) {
      await page.getByRole('button', { name: SSO }).press('Enter');
      await page.getByRole('button', { name: 'Signed in as noah' }).waitFor();
    }
    assert.match(other.url(), /\/profile$/);
    await other.getByText(`${node.server.publicUrl}/sign-in?account=acme`).waitFor();
    await assertAccessibleOnce(other);
    await tab.context().close();
  });

  test('whom nobody provisioned, or a token that was forged, gets no further than the sign-in page, and is told why', async () => {
    const tab = await openTab();
    await go(tab, '/sign-in');
    await signInBySso(tab, { sub: 'stranger', oid: 'nobody-here' });
    await tab.getByText('matches no user here').waitFor();
    idp.tamper = (token) => `${token.slice(0, -4)}AAAA`;
    await tab.getByRole('button', { name: SSO }).press('Enter');
    await tab.getByText('did not confirm who you are').waitFor();
    idp.tamper = undefined;
    await go(tab, '/sign-in?problem=made-up&to=https%3A%2F%2Fexample.org%2F');
    assert.equal(await tab.getByRole('alert').count(), 0, 'only what is known is said');
    await tab.getByLabel('User name').fill('admin');
    await tab.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${node.server.publicUrl}/`);
  });

  test('the provisioning log explains a 409 and a 403, and what to do', async () => {
    await runCaseOf(node, 'entra-duplicate-409-uniqueness', scimToken);
    const { token } = await node.addUser('reader');
    const refused = await node.request('GET', '/scim/v2/Users', { token });
    assert.equal(refused.status, 403);
    await eventually(async () => {
      await go(admin, '/settings/provisioning/log?outcome=refused');
      return (await admin.getByText('The credential does not allow this.').count()) === 1;
    });
    await admin.getByText('This user name is taken.').waitFor();
    await admin.getByRole('link', { name: /^Entra_.* could not be created\.$/ }).press('Enter');
    await admin.getByRole('heading', { name: /could not be created\.$/ }).waitFor();
    await admin.getByText('What to do').waitFor();
    await admin
      .getByText('The value belongs to')
      .getByRole('link', { name: /^Entra_/i })
      .waitFor();
    await isSettled(admin);
    await assertAccessibleOnce(admin);
    await admin.getByRole('main').getByRole('link', { name: 'Provisioning log' }).press('Enter');
    await admin
      .getByRole('link', { name: 'Users or groups could not be searched.' })
      .press('Enter');
    await admin.getByText('The credential does not allow this.').waitFor();
    assert.ok(!(await admin.content()).includes(token));
  });

  test('a regenerated secret leaves the old one in force for the overlap, and ends it at once without one', async () => {
    const made = await makeCredential(node);
    const clientId = String(made.at('credential', 'id'));
    const first = String(made.at('clientSecret'));
    const second = await regenerate(/24 more hours/);
    for (const secret of [first, second]) await node.token(clientId, secret);
    const third = await regenerate(/Revoke now/);
    for (const secret of [first, second]) {
      await assert.rejects(node.token(clientId, secret), /401.*invalid_client/);
    }
    await node.token(clientId, third);
    await admin.reload();
    await isSettled(admin);
    const content = await admin.content();
    for (const secret of [first, second, third]) assert.ok(!content.includes(secret));

    async function regenerate(overlap: RegExp): Promise<string> {
      await go(admin, '/settings/credentials');
      await admin.getByRole('button', { name: 'Actions for Reporting' }).press('Enter');
      await admin.getByRole('menuitem', { name: 'Regenerate' }).press('Enter');
      const dialog = admin.getByRole('dialog');
      await dialog.getByRole('radio', { name: overlap }).check();
      await dialog.getByRole('button', { name: /^Regenerate/ }).press('Enter');
      return await takeSecret(admin, 'Client secret');
    }
  });

  test('turned off, its button is gone and nobody signs in by it; removed, it is gone', async () => {
    await go(admin, '/settings/security');
    await admin.getByRole('button', { name: 'Turn off', exact: true }).press('Enter');
    await admin.getByRole('dialog').getByText('no longer sign in with it').waitFor();
    await assertAccessibleOnce(admin);
    const tab = await openTab();
    await go(tab, '/sign-in');
    await tab.getByRole('button', { name: SSO }).waitFor();
    await agree(admin, 'Turn off');
    await tab.getByRole('button', { name: SSO }).press('Enter');
    await tab.getByText('There is no connection').waitFor();
    await tab.reload();
    await tab.getByLabel('User name').waitFor();
    assert.equal(await tab.getByRole('button', { name: SSO }).count(), 0);
    await admin.getByRole('button', { name: 'Turn on', exact: true }).press('Enter');
    await admin.getByRole('button', { name: 'Turn off', exact: true }).waitFor();
    await tab.reload();
    await tab.getByRole('button', { name: SSO }).waitFor();

    await node.addAccount('Other');
    await tab.reload();
    const code = tab.getByLabel('Organisation code');
    await code.fill('nobody');
    await code.press('Enter');
    await tab.getByText('No single sign-on found for the code nobody.').waitFor();
    await assertAccessibleOnce(tab);
    await code.fill(` ${node.account.accountCode.toUpperCase()} `);
    await code.press('Enter');
    await tab.getByRole('button', { name: SSO }).waitFor();
    // A refused user is still at the page of their organisation, and may belong to another one.
    idp.person = { sub: 'stranger', oid: 'nobody-here' };
    await tab.getByRole('button', { name: SSO }).press('Enter');
    await tab.getByText('matches no user here').waitFor();
    await tab.getByRole('button', { name: SSO }).waitFor();
    assert.equal(await code.inputValue(), node.account.accountCode);
    // A user who has been signed in on this device need not know the code.
    await go(admin, '/sign-in');
    await admin.getByRole('button', { name: SSO }).waitFor();
    await go(admin, '/settings/security');

    await admin.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await agree(admin, 'Remove');
    await admin.getByText('No identity provider is connected.').waitFor();
    // The router logs this when a session ends and its page is still shown until the sign-in page loads.
    const isEnd = (fault: string) => /^\w+: The session has ended\./.test(fault);
    assert.deepEqual(
      faults.flat().filter((fault) => !isEnd(fault)),
      [],
    );
  });
});

function idsOf(user: unknown): { readonly id: string; readonly externalId: string } {
  const { id, externalId } = Object(user);
  assert.ok(typeof id === 'string' && typeof externalId === 'string', JSON.stringify(user));
  return { id, externalId };
}

async function clickProfile(page: Page): Promise<void> {
  await page.locator('[aria-haspopup="menu"]:visible').last().press('Enter');
  await page.getByRole('menuitem', { name: 'Profile' }).press('Enter');
}

/** Copies the secret with its button from the dialog that shows it once. */
async function takeSecret(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Copy: ${name}`, exact: true }).press('Enter');
  const secret = String(await page.evaluate('navigator.clipboard.readText()'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('I have stored it').press('Space');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  return secret;
}

async function makeCredential(node: Instance): Promise<Answer> {
  const body = { name: 'Reporting', actsAsUserId: node.account.userId };
  const made = await (await adminBrowser(node)).send('POST', '/app/v1/credentials', { body });
  assert.equal(made.status, 201, made.text);
  return made;
}

/** Retries, because the log is written within about a second. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 80; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assert.fail('it never was so');
}
