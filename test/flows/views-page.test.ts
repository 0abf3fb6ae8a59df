// Saved views in a real browser: a designer saves what a list shows, shares it, and a colleague opens it.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'seven quiet otters by the weir';
const DEFINITION = buildTemplate([{ kind: 'number', name: 'leaks', title: 'Leaks' }]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let templateId: string;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const ada = { userName: 'ada', displayName: 'Ada', role: 'designer', password: PASSWORD };
    const made = await admin.send('POST', '/app/v1/users', { body: ada });
    assert.equal(made.status, 201, made.text);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    for (const subject of ['designers']) {
      await admin.send('PUT', `/app/v1/templates/${templateId}/rights/${subject}`, {
        body: { fill: true, see: 'all', edit: true, assign: true, manage: true },
      });
    }
    for (const leaks of [1, 5, 9]) {
      await admin.send('POST', '/app/v1/forms', { body: { templateId, answers: { leaks } } });
    }
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  async function pageOf(userName: string, password: string): Promise<Page> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password });
    return page;
  }
  const go = (page: Page, path: string) => openPage(page, `${node.server.publicUrl}${path}`);
  const menu = async (page: Page, item: string | RegExp) => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  test('what a list shows is saved under a name, shared, and opened by a colleague', async () => {
    const page = await pageOf('admin', ADMIN_PASSWORD);
    const faults = watchFaults(page);
    await go(page, `/forms/all?template=${templateId}&sort=name&direction=desc`);
    await page.getByRole('row').filter({ hasText: 'Inspection 3' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByText('No views saved yet').waitFor();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByText('This field is required.')
      .or(dialog.getByText('required'))
      .first()
      .waitFor();
    await dialog.getByLabel('Name').fill('Inspections, last first');
    await dialog.getByLabel('Shared with').selectOption('Everyone');
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('View “Inspections, last first” saved.').waitFor();

    const colleague = await pageOf('ada', PASSWORD);
    await go(colleague, '/forms/all');
    await colleague.getByRole('button', { name: 'Views' }).click();
    await colleague.getByText('Shared with me').waitFor();
    await assertAccessibleInAllLooks(colleague);
    await colleague.getByRole('menuitem', { name: /Inspections, last first/ }).click();
    await colleague.getByRole('row').nth(1).getByText('Inspection 3').waitFor();
    assert.match(colleague.url(), /sort=name/);
    assert.match(colleague.url(), new RegExp(`template=${templateId}`));

    // The same name replaces the view.
    await go(page, '/forms/all?status=draft');
    await menu(page, 'Save this view…');
    await dialog.getByLabel('Name').fill('inspections, LAST first');
    await dialog.getByText('Replaces your view').waitFor();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('View “inspections, LAST first” saved.').waitFor();
    await menu(page, 'Manage views…');
    const manage = page.getByRole('dialog', { name: 'Manage views' });
    assert.equal(await manage.getByRole('listitem').count(), 1);
    await manage.getByText('Only you').waitFor();
    await assertAccessibleInAllLooks(page);
    await manage.getByRole('button', { name: 'Delete inspections, LAST first' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('View deleted.').waitFor();
    await page.getByText('You have no views of your own here.').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a view of a table of answers is opened there, and says so once its template is gone for somebody', async () => {
    const page = await pageOf('ada', PASSWORD);
    const where = `[{"field":"x","op":"blank"}]`;
    await go(page, `/templates/${templateId}/answers?status=draft`);
    await menu(page, 'Save this view…');
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('Drafts');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('View “Drafts” saved.').waitFor();
    await go(page, `/templates/${templateId}/answers`);
    await menu(page, /Drafts/);
    await page.waitForURL(/status=draft/);
    // A condition on a field that is not there is told, and the list is not just empty.
    await go(
      page,
      `/templates/${templateId}/answers?where=${encodeURIComponent(JSON.stringify(where))}`,
    );
    await page.getByText(/field/i).first().waitFor();

    await go(page, `/forms/all?template=${templateId}`);
    await menu(page, 'Save this view…');
    await dialog.getByLabel('Name').fill('Of Inspection');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('View “Of Inspection” saved.').waitFor();
    const admin = await adminBrowser(node);
    for (const subject of ['designers', 'everyone']) {
      await admin.send('DELETE', `/app/v1/templates/${templateId}/rights/${subject}`);
    }
    await go(page, '/forms/all');
    await page.getByRole('button', { name: 'Views' }).click();
    await page
      .getByText('The template of this view was deleted, or you no longer have access to it.')
      .waitFor();
    const item = page.getByRole('menuitem', { name: /Of Inspection/ });
    assert.equal(await item.isDisabled(), true);
  });

  test('rows and sums of the filter before are marked as old until all of the new ones are there', async () => {
    const page = await pageOf('admin', ADMIN_PASSWORD);
    const faults = watchFaults(page);
    await go(page, `/templates/${templateId}/answers`);
    await page.getByText('Average 5', { exact: true }).waitFor();
    const isList = (url: URL) => url.pathname.endsWith('/answers');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(isList, async (route) => {
      await released;
      await route.continue();
    });
    const summed = page.waitForResponse(
      (answer) => answer.url().includes('/sums') && answer.url().includes('where='),
    );
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('Leaks');
    await page.getByLabel('Comparison').selectOption('is more than');
    await page.getByLabel('Value').fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('Leaks is more than 3').waitFor();
    const busy = page.locator('[role=grid] > [aria-busy=true]');
    await (await summed).finished();
    await waitUntil(async () => (await busy.count()) === 2);
    // The sums came first, and wait for the rows that they are of.
    await page.getByText('Average 5', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Inspection 1' }).waitFor();
    // Nor can all forms that match be chosen by the number of those that did.
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByText('0 selected').waitFor();
    const all = page.getByRole('button', { name: /^Select all/ });
    assert.equal(await all.count(), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[role=table][aria-busy=true]').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    release();
    await page.getByText('Average 7', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Select all 2 that match' }).waitFor();
    assert.equal(await page.getByRole('row').filter({ hasText: 'Inspection 1' }).count(), 0);
    assert.equal(await busy.count(), 0);
    assert.deepEqual(faults, []);
  });

  test('on a phone a card shows three answers whole, and folds the others and what nobody answered', async () => {
    const admin = await adminBrowser(node);
    const titles = ['Site', 'Work done', 'Weather', 'Crew', 'Remarks'];
    const definition = buildTemplate(
      titles.map((title) => ({ kind: 'text', name: title.toLowerCase().replace(' ', ''), title })),
    );
    const body = { name: 'Report', definition, openToAll: true };
    const id = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    const long = 'Formwork for the north abutment closed, reinforcement accepted by the engineer.';
    const answers = { site: 'Quay', workdone: long, weather: 'dry', crew: 'Four' };
    for (let at = 0; at < 6; at += 1) {
      await admin.send('POST', '/app/v1/forms', { body: { templateId: id, answers } });
    }
    const page = await pageOf('admin', ADMIN_PASSWORD);
    const faults = watchFaults(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await go(page, `/templates/${id}/answers?sort=number`);
    const card = page.getByRole('row').filter({ hasText: 'Report 1' });
    await card.getByRole('button', { name: 'Correct Weather: dry' }).waitFor();
    const cut = card.getByTitle(long);
    const { width = 0 } = (await cut.boundingBox()) ?? {};
    assert.ok(width > 200 && width < 390, `${width} px of a long answer`);
    assert.equal(await card.getByRole('button', { name: 'Correct Crew' }).count(), 0);
    const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
    assert.ok(y > 0 && height * 5 < 844 - 52, `${height} px a card`);
    const fold = card.getByRole('button', { name: '1 more, 1 not answered (Report 1)' });
    await fold.click();
    await card.getByRole('button', { name: 'Correct Crew: Four' }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await fold.waitFor();
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
    await card.getByRole('button', { name: 'Correct Remarks: Not answered' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Remarks' }).fill('None');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await card.getByRole('button', { name: 'Correct Remarks: None' }).waitFor();
    await card.getByRole('button', { name: '2 more (Report 1)' }).waitFor();
    assert.deepEqual(faults, []);
  });
});
