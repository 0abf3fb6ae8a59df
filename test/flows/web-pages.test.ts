// Every page and dialog of the web app that is listed in test/support/web-pages.ts, in a real browser.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { JsonObject } from '#kernel/json.ts';
import { shellBytes } from '../../tools/build-web.mjs';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { makeExportLog } from '../support/export-log.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { NO_MAIL_SERVER } from '../support/no-mail-server.ts';
import {
  assertAccessibleInAllLooks,
  openListed,
  openPage,
  PAGES,
  signInAt,
  watchFaults,
} from '../support/web-pages.ts';
import { makeWebhookLog } from '../support/webhook-log.ts';

const MAX_SHELL_BYTES = 200_000;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test('the shell of the pages is at most 200 kB of JavaScript, gzipped', () => {
  const bytes = shellBytes(root);
  assert.ok(bytes > 0 && bytes <= MAX_SHELL_BYTES, `${bytes} bytes`);
});

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    // The browser itself fetches a service worker, without the page's exception for the certificate.
    browser = await launchChromium(['--ignore-certificate-errors']);
    // The looks follow one another without animations in between.
    const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
    page = await context.newPage();
    faults = watchFaults(page);
    node = await startInstance(engine, { env: NO_MAIL_SERVER });
    await (await adminBrowser(node)).send('PATCH', `/app/v1/users/${node.account.userId}`, {
      body: { email: 'admin@formstead.example' },
    });
    const token = await node.adminToken();
    const members = await Promise.all(
      ['ada', 'grace', 'former'].map(async (userName) => {
        const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName };
        const made = await node.request('POST', '/scim/v2/Users', { token, body });
        return { value: made.at('id') };
      }),
    );
    await node.request('DELETE', `/scim/v2/Users/${members.pop()?.value}`, { token });
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    const body = { schemas, displayName: 'Field crews', members };
    await node.request('POST', '/scim/v2/Groups', { token, body });
    await makeForm(node);
    await makeWebhookLog(node.services, node.account.accountId);
    await makeExportLog(node.services, node.account);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('the sign-in page is accessible on phone and desk, light and dark', async () => {
    await openPage(page, `${node.server.publicUrl}/sign-in`);
    await assertAccessibleInAllLooks(page);
    await signInAt(page, node.server.publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    assert.deepEqual(faults, []);
  });

  for (const listed of PAGES) {
    test(`accessible with its dialogs on phone and desk, light and dark, within its policy: ${listed.name}`, async () => {
      const seen = faults.length;
      await openListed(page, node.server.publicUrl, listed);
      await assertAccessibleInAllLooks(page);
      for (const dialog of listed.dialogs ?? []) {
        await dialog.open(page);
        await assertAccessibleInAllLooks(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        // The focus returns to the button that opened the dialog, for keyboard users.
        await page.locator(':focus').waitFor({ state: 'attached' });
      }
      assert.deepEqual(faults.slice(seen), []);
    });
  }

  test('who wants no motion sees none', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/users`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    assert.equal(await page.evaluate('document.getAnimations().length'), 0);
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.evaluate('document.getAnimations().length'), 0);
  });

  test('a link that others put parameters of their own into opens the list', async () => {
    for (const path of ['/forms/all', '/templates', '/settings/users', '/settings/audit']) {
      await openPage(page, `${node.server.publicUrl}${path}?utm_source=mail&__proto__=1`);
      await page.getByRole('table').waitFor();
      assert.equal(await page.getByRole('alert').count(), 0, path);
    }
  });

  test('numbers and what the buttons of others say are in the language that is spoken', async (t) => {
    await page.evaluate("localStorage.setItem('language', 'de')");
    t.after(() => page.evaluate("localStorage.setItem('language', 'en')"));
    await page.route('**/app/v1/exports*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"written":1240', '"written":12400');
      await route.fulfill({ response, body });
    });
    t.after(() => page.unrouteAll({ behavior: 'wait' }));
    await openPage(page, `${node.server.publicUrl}/exports`);
    await page.getByRole('cell', { name: '12.400' }).first().waitFor();
    await page.getByRole('button', { name: 'Neuer Export' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('the language is chosen, remembered, and said to screen readers', async (t) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'de-AT' });
    t.after(() => context.close());
    const page = await context.newPage();
    await openPage(page, `${node.server.publicUrl}/sign-in`);
    assert.equal(await page.title(), 'Anmelden – Formstead');
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
  });
});

/** A field of every kind for which the builder has an editor. */
const ALL_KINDS: JsonObject = {
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'radiogroup', name: 'state', choices: ['Good', { value: 'bad', text: 'Bad' }] },
        { type: 'comment', name: 'why', visibleIf: "{state} = 'bad' and {site} notempty" },
        { type: 'boolean', name: 'safe' },
        { type: 'rating', name: 'rate' },
        {
          type: 'panel',
          name: 'material',
          elements: [
            {
              type: 'matrixdynamic',
              name: 'items',
              columns: [
                { name: 'what', cellType: 'dropdown', choices: ['Sand', 'Stone'] },
                { name: 'qty', cellType: 'text', inputType: 'number' },
              ],
            },
            { type: 'expression', name: 'total', expression: "sumInArray({items}, 'qty')" },
          ],
        },
        { type: 'paneldynamic', name: 'people', templateElements: [{ type: 'text', name: 'who' }] },
        { type: 'file', name: 'photo', acceptedTypes: 'image/*' },
        { type: 'signaturepad', name: 'sign' },
      ],
    },
  ],
};

/** Creates a form with answers and a history. */
async function makeForm({ services, account }: Instance): Promise<void> {
  const { db, forms } = services;
  const { accountId, userId } = account;
  const actor = { accountId, userId, role: 'admin', via: 'web' } as const;
  await db.transaction(async (tx) => {
    const template = { name: 'Inspection', definition: DEFINITION };
    const { id: templateId } = await forms.createTemplate(tx, actor, template);
    await forms.publishTemplate(tx, actor, templateId);
    const answers = { site: 'North pier', notes: 'wet' };
    const { form } = await forms.createForm(tx, actor, { templateId, name: 'Pier', answers });
    await forms.completeUnchecked(tx, actor, form.id);
    await forms.createForm(tx, actor, { templateId, name: 'Quay', answers });
    const walk = await forms.createTemplate(tx, actor, { name: 'Walk', definition: ALL_KINDS });
    await forms.publishTemplate(tx, actor, walk.id);
  });
}
