// Exports are scheduled from a table of answers, changed, and named before the view that they use is deleted; in a browser.
// Nightly: a browser for long; src/scheduled-exports/scheduled-exports.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'number', name: 'leaks', title: 'Leaks' },
]);

forOneEngine((engine) => {
  let browser: Browser;
  let mail: MailServer;
  let node: Instance;
  let page: Page;
  let templateId: string;
  before(async () => {
    browser = await launchChromium();
    mail = await startMailServer();
    node = await startInstance(engine, { env: { ...mail.env } });
    const admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const answers = { site: 'North hall', leaks: 2 };
    await admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' });
    page = await context.newPage();
    const person = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, person);
  });
  after(async () => {
    await browser.close();
    await node.close();
    await mail.close();
  });

  interface Scheduled {
    readonly id: string;
    readonly name: string;
    readonly view?: { readonly name?: string };
    readonly [other: string]: unknown;
  }
  const scheduled = async (): Promise<readonly Scheduled[]> => {
    const answer = await (await adminBrowser(node)).send('GET', '/app/v1/scheduled-exports');
    return Object(answer.body).items;
  };
  const openSchedule = async (search: string) => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers${search}`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule an export' });
    await dialog.getByLabel('Name').waitFor();
    return dialog;
  };
  const chosen = (select: ReturnType<Page['getByLabel']>): Promise<string | null> =>
    select.locator('option:checked').textContent();

  test('what a table shows is exported every week: the view is chosen already, or saved with it', async () => {
    const faults = watchFaults(page);
    const dialog = await openSchedule('?status=draft');
    const template = dialog.getByRole('combobox', { name: 'Template' });
    assert.equal(await template.inputValue(), 'Inspection');
    assert.equal(await dialog.getByLabel('Format').inputValue(), 'xlsx');
    const view = dialog.getByLabel('Saved view');
    assert.equal(await chosen(view), 'What the table shows now');
    await assertAccessibleInAllLooks(page);
    await dialog.getByLabel('Name').fill('Weekly drafts');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Export scheduled.').waitFor();
    const [first] = await scheduled();
    assert.deepEqual(
      [first?.name, first?.view?.name, first?.['kind'], first?.['every']],
      ['Weekly drafts', 'Weekly drafts', 'xlsx', 'week'],
    );
    // Now a view is saved for what the table shows.
    const again = await openSchedule('?status=draft');
    const saved = again.getByLabel('Saved view');
    // Until the saved views have come, nothing that is not chosen is shown as chosen.
    await saved.locator('option:checked', { hasNotText: '…' }).waitFor({ state: 'attached' });
    assert.equal(await chosen(saved), 'Weekly drafts');
    await again.getByRole('button', { name: 'Cancel' }).click();
    const plain = await openSchedule('');
    assert.equal(await chosen(plain.getByLabel('Saved view')), 'All forms, all columns');
    await plain.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(faults, []);
  });

  test('a scheduled export is changed, and before its view is deleted the dialog names it', async () => {
    const faults = watchFaults(page);
    const openMenu = async (entry: string) => {
      await page.getByRole('button', { name: /^Actions of / }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const edit = page.getByRole('dialog', { name: 'Edit the scheduled export' });
    await openPage(page, `${node.server.publicUrl}/scheduled-exports`);
    await page.getByText('Weekly drafts').first().waitFor();
    await openMenu('Edit…');
    await edit.getByLabel('Name').fill('Drafts of the month');
    await edit.getByLabel('How often').selectOption('month');
    await edit.getByLabel('Day of the month').selectOption('31');
    await edit.getByLabel('Time').fill('07:30');
    await assertAccessibleInAllLooks(page);
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('On day 31 of the month, 07:30').waitFor();
    await page.getByText('Drafts of the month').waitFor();

    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Manage views…' }).click();
    await page.getByRole('button', { name: 'Delete Weekly drafts' }).click();
    const consent = page.getByRole('dialog', { name: 'Delete the view “Weekly drafts”?' });
    await consent.getByText('These scheduled exports use the view and stop:').waitFor();
    await consent.getByRole('listitem').filter({ hasText: 'Drafts of the month' }).waitFor();
    await assertAccessibleInAllLooks(page);
    await consent.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('View deleted.').waitFor();

    // It can't be changed while it uses a view that is gone.
    await openPage(page, `${node.server.publicUrl}/scheduled-exports`);
    await openMenu('Edit…');
    assert.equal(await chosen(edit.getByLabel('Saved view')), 'Deleted, or not shared with you');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await edit.getByText('This saved view does not exist').waitFor();
    await edit.getByLabel('Saved view').selectOption('All forms, all columns');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await edit.waitFor({ state: 'detached' });
    assert.equal((await scheduled())[0]?.view, undefined);
    assert.deepEqual(faults, []);
  });
});
