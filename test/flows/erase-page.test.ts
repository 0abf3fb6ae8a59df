// Erasing a user's data on the user's page, in a real browser: first the consequences, then the result.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('an admin reads what erasing means, erases, and reads what was removed and kept', async () => {
    const body = { userName: 'ann.lee', displayName: 'Ann Lee' };
    const made = await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
    const id = String(made.at('id'));
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const form = await db.transaction(async (tx) => {
      const input = { name: 'Visit', definition: DEFINITION, namePattern: 'Visit of {user}' };
      const { id: templateId } = await forms.createTemplate(tx, by, input);
      await forms.publishTemplate(tx, by, templateId);
      const ann = { ...by, userId: id, role: 'member' } as const;
      return (await forms.createForm(tx, ann, { templateId })).form;
    });
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/users/${id}`);
    await page.getByRole('button', { name: 'Erase data' }).click();
    const asked = page.getByRole('dialog', { name: 'Erase the data of Ann Lee?' });
    await asked.getByText('1 form stays unchanged.').waitFor();
    await asked.getByRole('button', { name: 'Erase data' }).click();
    const done = page.getByRole('dialog', { name: 'Data erased' });
    await done.getByText('The name was removed from 1 form.').waitFor();
    await done.getByText('1 form. Its answers belong to the organisation.').waitFor();
    const stored = await forms.readForm(db.reader, by, form.id);
    assert.equal(stored?.name, 'Visit of (erased)');
    await done.getByRole('button', { name: 'View users' }).click();
    await page.waitForURL(`${publicUrl}/settings/users`);
    await page.getByRole('table').getByText('admin').first().waitFor();
    assert.equal(await page.getByRole('table').getByText('Ann Lee').count(), 0);
  });

  test('who was deleted is found among the deleted users, and erased there', async (t) => {
    const api = await adminBrowser(node);
    const body = { userName: 'bo.reed', displayName: 'Bo Reed' };
    const made = await api.send('POST', '/app/v1/users', { body });
    await api.send('DELETE', `/app/v1/users/${String(made.at('id'))}`);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/users`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Deleted users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deleted users' }).waitFor();
    await page.getByText('Bo Reed').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByLabel('Name or user name').fill('O.REE');
    await page.waitForURL(/q=O.REE/);
    await page.getByRole('button', { name: 'Erase data of Bo Reed' }).click();
    const asked = page.getByRole('dialog', { name: 'Erase the data of Bo Reed?' });
    await asked.getByText('You can’t undo this.').waitFor();
    await asked.getByRole('button', { name: 'Erase data' }).click();
    const done = page.getByRole('dialog', { name: 'Data erased' });
    await done.getByText('The person was removed as the manager of 0 users.').waitFor();
    await assertAccessibleInAllLooks(page);
    await done.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('No users match your filters.').waitFor();
    await page.getByLabel('Name or user name').fill('');
    await page.getByText('No deleted users').waitFor();
  });
});
