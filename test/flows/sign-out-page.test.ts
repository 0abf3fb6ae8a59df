// Signing out on a shared device, in a real browser: what has ended, what has not, and how to end that, too.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { findViolations } from '../support/accessibility.ts';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

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

  describe('on a shared phone', () => {
    let admin: Client;
    let context: BrowserContext;
    let page: Page;
    let unread: string;
    before(async () => {
      admin = await adminBrowser(node);
      const made = async (path: string, body: object) => {
        const answer = await admin.send('POST', `/app/v1/${path}`, { body });
        assert.ok(answer.status < 300, answer.text);
        return answer.at('id');
      };
      const list = await made('lists', { name: 'Customers', ...LIST_SHAPE });
      const text = { type: 'text', name: 'notes', title: 'Notes' };
      const weight = { type: 'text', inputType: 'number', name: 'weight', title: 'Weight' };
      const site = { type: 'sharedlist', name: 'site', title: 'Site', list };
      for (const [name, elements] of Object.entries({
        Visit: [text, site],
        Load: [weight, text],
      })) {
        const definition = { elements };
        const id = await made('templates', { name, definition, openToAll: true });
        await made(`templates/${id}/publish`, {});
      }
      context = await browser.newContext({ ignoreHTTPSErrors: true });
      page = await context.newPage();
    });
    beforeEach(async () => {
      const who = { userName: 'admin', password: ADMIN_PASSWORD };
      await signInByRequest(page, node.server.publicUrl, who);
    });
    afterEach(() => context.unrouteAll({ behavior: 'wait' }));

    const open = (at: Page, path: string) => at.goto(`${node.server.publicUrl}${path}`);
    const start = async (name: string) => {
      await open(page, '/forms/new');
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByLabel('Notes').fill('seen');
      await page.getByText(/^Saved/).waitFor();
    };
    const signOut = async () => {
      await page.getByRole('button', { name: /^Signed in as/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    const isOut = () => page.waitForURL(({ pathname }) => pathname === '/sign-in');
    const here = async () => JSON.stringify(await page.evaluate(ON_DEVICE));
    const on = (method: string, act: (route: Route) => Promise<void>) =>
      context.route('**/app/v1/session', (route) =>
        route.request().method() === method ? act(route) : route.fallback(),
      );

    test('who can’t be signed out is told, stays signed in, and can try again', async () => {
      await open(page, '/forms');
      await on('DELETE', (route) => route.abort());
      await signOut();
      const dialog = page.getByRole('dialog', { name: 'You’re still signed in' });
      await dialog.getByRole('alert').waitFor();
      assert.deepEqual(await findViolations(page), []);
      await context.unrouteAll();
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await isOut();
    });

    test('a text that is no answer yet is asked about and stays; lists and what is sent go', async () => {
      await start('Visit');
      await waitUntil(async () => /"lists":\["/.test(await here()));
      await start('Load');
      unread = new URL(page.url()).pathname;
      await page.getByLabel('Weight').fill('12,5,3 kg');
      await page.getByLabel('Weight').blur();
      await waitUntil(async () => (await here()).includes('12,5,3 kg'));
      await page.getByText('Saved, except for answers that are not valid yet.').waitFor();
      await signOut();
      await page.getByRole('button', { name: 'Sign out and keep changes' }).click();
      await isOut();
      const left =
        '{"drafts":[{"answers":{"notes":"seen"},"unread":{"weight":"12,5,3 kg"}}],"lists":[]}';
      await waitUntil(async () => (await here()) === left);
    });

    test('all that is sent leaves the device, also when the network goes with the sign-out', async () => {
      await open(page, unread);
      await page.getByLabel('Weight').fill('12');
      await page.getByText(/^Saved at/).waitFor();
      await on('DELETE', async (route) => {
        await route.continue();
        await on('GET', (each) => each.abort());
      });
      await signOut();
      await waitUntil(async () => (await here()) === '{"drafts":[],"lists":[]}');
    });

    test('what another tab stores while somebody signs out stays, in that tab and on the device', async () => {
      await start('Load');
      const other = await context.newPage();
      await open(other, new URL(page.url()).pathname);
      await other.getByLabel('Notes').waitFor();
      await open(page, '/forms');
      await on('DELETE', async (route) => {
        await other.getByLabel('Weight').fill('7,,5');
        await waitUntil(async () => (await here()).includes('7,,5'));
        await route.continue();
      });
      await signOut();
      await isOut();
      await other.getByText('You are signed out').waitFor();
      assert.equal(await other.getByLabel('Weight').inputValue(), '7,,5');
      assert.match(await here(), /7,,5/);
      await other.close();
    });
  });
});

/** The answers of the forms on this device, the texts in them that are no answers, and the ids of the kept lists. */
const ON_DEVICE = `(async () => {
  const asked = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const read = async (name, store) => {
    const db = await asked(indexedDB.open(name));
    const all = db.objectStoreNames.contains(store)
      ? await asked(db.transaction(store).objectStore(store).getAll())
      : [];
    db.close();
    return all;
  };
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const drafts = [];
  const lists = [];
  for (const name of names.filter((each) => each.startsWith('formstead/'))) {
    if (name.endsWith('/lists')) lists.push(...(await read(name, 'lists')).map(({ id }) => id));
    else
      for (const { answers, unread } of await read(name, 'drafts')) drafts.push({ answers, unread });
  }
  return { drafts, lists };
})()`;
