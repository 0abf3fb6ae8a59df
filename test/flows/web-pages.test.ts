// Every page and dialog of the web app that is listed in test/support/web-pages.ts, in a real browser.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { shellBytes } from '../../tools/build-web.mjs';
import { launchChromium } from '../support/chromium.ts';
import { forEachEngine } from '../support/engines.ts';
import { makeExportLog } from '../support/export-log.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openListed,
  openPage,
  PAGES,
  signInAt,
  watchFaults,
} from '../support/web-pages.ts';
import { makeWebhookLog } from '../support/webhook-log.ts';

const MAX_SHELL_BYTES = 220_000;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test('the shell of the pages is at most 220 kB of JavaScript, gzipped', () => {
  const bytes = shellBytes(root);
  assert.ok(bytes > 0 && bytes <= MAX_SHELL_BYTES, `${bytes} bytes`);
});

forEachEngine((engine) => {
  if (engine.name !== 'sqlite') return; // pages look the same whatever is behind them
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const token = await node.adminToken();
    for (const userName of ['ada', 'grace']) {
      const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName };
      await node.request('POST', '/scim/v2/Users', { token, body });
    }
    await makeForm(node);
    await makeWebhookLog(node.services, node.account.accountId);
    await makeExportLog(node.services, node.account);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('every page and dialog is accessible on phone and desk, light and dark, and keeps its policy', async (t) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/sign-in`);
    await assertAccessibleInAllLooks(page);
    await signInAt(page, node.server.publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    for (const listed of PAGES) {
      const { dialogs = [] } = listed;
      await openListed(page, node.server.publicUrl, listed);
      await assertAccessibleInAllLooks(page);
      for (const dialog of dialogs) {
        await dialog.open(page);
        await assertAccessibleInAllLooks(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
    }
    assert.deepEqual(faults, []);
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

/** With answers and a history. */
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
  });
}
