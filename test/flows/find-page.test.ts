// The list of forms in a real browser: a manager finds a form by a half-remembered answer, narrows the list by people, days
// and answers, sorts it, and finds it all again in the address.
// Nightly: a journey in a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site', more: { searchable: true } },
  { kind: 'number', name: 'leaks', title: 'Leaks' },
]);
const ANSWERS = [
  { site: 'Zürich Nord', leaks: 0 },
  { site: 'Bern', leaks: 4 },
  { site: 'Genève', leaks: 9 },
];

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const ada = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'ada', displayName: 'Ada Lindqvist' },
    });
    for (const name of ['Inspection', 'Hand-over']) {
      const body = { name, definition: DEFINITION, openToAll: true };
      const templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
      await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
      for (const answers of ANSWERS) {
        const isForAda = answers.leaks > 0;
        const assignment = { type: 'User', id: ada.at('id') };
        const made = await admin.send('POST', '/app/v1/forms', {
          body: { templateId, answers, ...(isForAda && { assignment }) },
        });
        assert.equal(made.status, 201, made.text);
      }
    }
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    page = await context.newPage();
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

  const go = (path: string) => openPage(page, `${node.server.publicUrl}${path}`);
  const table = () => page.getByRole('table', { name: 'All forms' });
  const names = () => table().getByRole('row').getByRole('link').allTextContents();
  const isTotal = (text: string) =>
    page.getByRole('status').filter({ hasText: text }).first().waitFor();
  const chips = () => page.getByRole('list', { name: 'Filters that are set' });

  test('a form is found by the start of an answer, without its accents', async () => {
    await go('/forms/all');
    await isTotal('6 entries');
    await page.getByRole('searchbox', { name: 'Name, number or searchable answer' }).fill('zuri');
    await isTotal('2 entries');
    assert.deepEqual((await names()).toSorted(), ['Hand-over 1', 'Inspection 1']);
    assert.match(page.url(), /q=zuri/);
    await page.getByRole('searchbox').first().fill('nowhere');
    await page.getByText('fields with “Find forms by this answer”').waitFor();
  });

  test('people, days and answers narrow the list, each is told and taken away again', async () => {
    await go('/forms/all');
    await page.getByRole('button', { name: 'More filters' }).click();
    const panel = page.getByRole('group', { name: 'More filters' });
    await panel.getByLabel('Assigned to').fill('lind');
    await page.getByRole('option', { name: 'Ada Lindqvist' }).click();
    await isTotal('4 entries');
    await chips().getByText('Assigned to Ada Lindqvist').waitFor();
    const template = page.getByRole('combobox', { name: 'Template' }).and(page.locator('input'));
    await template.fill('insp');
    await page.getByRole('option', { name: 'Inspection' }).click();
    await isTotal('2 entries');
    await panel.getByRole('button', { name: 'Add a condition' }).click();
    const form = page.getByRole('dialog', { name: 'Add a condition' });
    await form.getByLabel('Field').selectOption('Leaks');
    await form.getByLabel('Comparison').selectOption('is more than');
    await form.getByLabel('Value').fill('5');
    await form.getByRole('button', { name: 'Add' }).click();
    await isTotal('1 entry');
    assert.deepEqual(await names(), ['Inspection 3']);
    // The address holds it all, names of people are read anew.
    await page.reload();
    await isTotal('1 entry');
    await chips().getByText('Assigned to Ada Lindqvist').waitFor();
    await page.getByText('Leaks is more than 5').waitFor();
    await page
      .getByRole('button', { name: 'Remove the filter: Assigned to Ada Lindqvist' })
      .click();
    await page.getByRole('button', { name: 'Remove the condition: Leaks is more than 5' }).click();
    await isTotal('3 entries');
    await page.getByRole('button', { name: 'More filters' }).click();
    // The forms are of today; one chip stands for both days, and removes both.
    await panel.getByLabel('Created', { exact: true }).selectOption('this month');
    await chips().getByText('Created: this month').waitFor();
    assert.match(page.url(), /createdFrom=this-month&createdTo=this-month/);
    await isTotal('3 entries');
    await panel.getByLabel('Created', { exact: true }).selectOption('last month');
    await page.getByText('No forms match your filters.').waitFor();
    await page.getByRole('button', { name: 'Remove the filter: Created: last month' }).click();
    await isTotal('3 entries');
    assert.doesNotMatch(page.url(), /created/);
    await panel.getByLabel('Created until').fill('2001-01-01');
    await page.getByText('No forms match your filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await isTotal('6 entries');
  });

  test('a click on a header sorts by its column, and another one turns the order around', async () => {
    await go('/forms/all');
    const header = (name: string) => table().getByRole('columnheader', { name });
    assert.equal(await header('Updated').getAttribute('aria-sort'), 'descending');
    await header('Name').getByRole('button').click();
    await table().locator('[aria-sort="ascending"]').waitFor();
    await table().getByRole('row').nth(1).getByText('Hand-over 1').waitFor();
    await header('Name').getByRole('button').click();
    await table().getByRole('row').nth(1).getByText('Inspection 3').waitFor();
    assert.match(page.url(), /sort=name&direction=desc/);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Sort by').selectOption('Oldest first');
    await table().getByRole('row').nth(1).getByText('Inspection 1').waitFor();
  });

  test('the filters are accessible in all looks, and a phone folds them away', async () => {
    await go('/forms/all?place=with&createdFrom=2026-01-01');
    await chips().getByText('With a location').waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('group', { name: 'More filters' }).waitFor();
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });
});
