// Shared lists in a real browser: a list made of a file, its next file with a preview, and a form that chooses from it.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { isSaved, openNewTemplate, pasteQuestions, publish, row } from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { comeBack } from '../support/come-back.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const csv = (text: string) => ({
  name: 'Standorte.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

const SITES = [
  'Nummer;Name;Region;Fläche;Geprüft',
  '007;Überlauf Süd;Süd;12,5375;31.01.2026',
  '008;Damm Nord;Nord;3;',
  '009;Wehr Süd;Süd;;2026-03-01',
].join('\n');

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme: 'light' });
    page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a list is made of a file, and the next file says what it changes', async () => {
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/lists`);
    await page.getByRole('button', { name: 'New list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(csv(SITES));
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Standorte');
    assert.equal(await dialog.getByLabel('Key column').inputValue(), 'nummer');
    assert.equal(await dialog.getByLabel('Type of Fläche').inputValue(), 'number');
    assert.equal(await dialog.getByLabel('Type of Geprüft').inputValue(), 'date');
    await dialog.getByRole('button', { name: 'Create list' }).click();
    await page.getByText('3 rows are added').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Rows imported: version 1.').waitFor();
    // No decimal of a number is cut off.
    await page.getByRole('row', { name: /Überlauf Süd.*12\.5375/ }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('ueberlauf');
    await page.getByRole('row', { name: /Damm Nord/ }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Upload file' }).click();
    // The file that the list was made of is not checked once more.
    await page.getByRole('dialog').getByRole('button', { name: 'Choose file' }).waitFor();
    const files = page.getByRole('dialog').locator('input[type=file]');
    await files.setInputFiles(csv(`${SITES}\n009;Twice;;viel;\n`));
    await page
      .getByText('2 faults in the file')
      .or(page.getByText('1 fault in the file'))
      .waitFor();
    await page.getByText('Row 5, Fläche: “viel” is not a number.').waitFor();
    await files.setInputFiles(csv(SITES.split('\n').slice(0, 3).join('\n')));
    await page.getByText('1 row is no longer offered. Answers keep it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('row', { name: /^1/ }).waitFor();
    await page.getByRole('tab', { name: 'Access' }).click();
    const everyone = page.getByLabel('Everyone may use it');
    await everyone.uncheck();
    // A list that somebody renames meanwhile does not throw away what is being chosen.
    const path = `/app/v1/lists/${page.url().split('/').at(-1)}`;
    const { send } = await adminBrowser(node);
    await send('PATCH', path, { body: { name: 'Sites' } });
    await comeBack(page);
    await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
    assert.equal(await everyone.isChecked(), false);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText(/^Somebody changed the list since you read it: /).waitFor();
    await everyone.check();
    await save.and(page.locator(':disabled')).waitFor();
    // Nothing is unsaved any more, so what is stored is shown, and the next change is taken.
    await everyone.uncheck();
    await save.click();
    await page.getByText('Access saved.').waitFor();
    assert.deepEqual((await send('GET', path)).at('grants', 1), undefined);
    const grants = [
      { type: 'User', id: node.account.userId, manage: true },
      { type: 'Role', id: 'everyone', manage: false },
    ];
    const back = await send('PATCH', path, { body: { name: 'Standorte', grants } });
    assert.equal(back.status, 200, back.text);
    await openPage(page, `${node.server.publicUrl}/lists`);
    await page.getByRole('link', { name: 'Standorte' }).waitFor();
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  test('somebody types a few letters, chooses a row that fits, and other fields are filled in', async () => {
    const faults = watchFaults(page);
    const admin = await adminBrowser(node);
    const lists = await admin.send('GET', '/app/v1/lists?q=standorte');
    const list = lists.at('items', 0, 'id');
    const definition = {
      elements: [
        { type: 'dropdown', name: 'region', title: 'Region', choices: ['Süd', 'Nord'] },
        {
          type: 'sharedlist',
          name: 'site',
          title: 'Site',
          list,
          filterColumn: 'region',
          filterField: 'region',
          fillIn: [{ column: 'flache', field: 'area' }],
        },
        { type: 'text', name: 'area', title: 'Area', inputType: 'number' },
      ],
    };
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Check', definition },
    });
    const templateId = String(made.at('id'));
    const path = `/app/v1/templates/${templateId}`;
    const published = await admin.send('POST', `${path}/publish`, { body: {} });
    assert.equal(published.status, 200, published.text);
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}`);
    await page.locator('button[data-part=head]').filter({ hasText: 'Site' }).click();
    await page.getByRole('group', { name: 'Narrow the list by an earlier answer' }).waitFor();
    // The device keeps the list with the template, for when there is no network.
    const kept = page.waitForResponse(/\/changes\?seq=0/);
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await kept;
    const form = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers: {} } });
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, `${node.server.publicUrl}/forms/${form.at('id')}/fill`);
    const site = page.locator('[data-name=site] input').first();
    await site.waitFor();
    assert.equal(await site.isDisabled(), true);
    await page.locator('[data-name=region] .sd-dropdown').first().click();
    await page.getByRole('option', { name: 'Süd' }).click();
    await site.click();
    await page.getByRole('option', { name: /Wehr Süd/ }).waitFor();
    assert.equal(await page.getByRole('option', { name: /Damm Nord/ }).count(), 0);
    await page.keyboard.type('uber');
    await page.getByRole('option', { name: /Wehr/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await site.inputValue(), 'Überlauf Süd');
    const area = page.locator('[data-name=area] input').first();
    assert.equal(await area.inputValue(), '12.5375');
    await context.setOffline(true);
    await site.fill('WEHR');
    await page.getByRole('option', { name: /Wehr Süd/ }).click();
    assert.equal(await area.inputValue(), '');
    await context.setOffline(false);
    await assertAccessibleInAllLooks(page);

    // While the answer of a slow server is on its way, no row stands there that it would take away: the finger that
    // taps a row would meet another one.
    const answer = Promise.withResolvers<void>();
    await page.route(/\/rows\?/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const options = page.getByRole('option').filter({ visible: true });
    await site.click();
    await waitUntil(async () => (await options.count()) === 2);
    const asked = page.waitForRequest(/\/rows\?.*\bq=uberl\b/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('uberl');
    assert.deepEqual(await options.allTextContents(), ['Überlauf Süd007']);
    await asked;
    assert.deepEqual(await options.allTextContents(), ['Überlauf Süd007']);
    await options.click();
    assert.equal(await site.inputValue(), 'Überlauf Süd');
    answer.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await site.click();
    await options.filter({ hasText: 'Überlauf' }).click();
    assert.equal(await site.inputValue(), 'Überlauf Süd');
    assert.equal(await area.inputValue(), '12.5375');
    assert.deepEqual(faults, []);
  });

  test('a column of a table offers the rows that fit its row, fills others in, also without a network', async () => {
    const { publicUrl } = node.server;
    await page.setViewportSize({ width: 1280, height: 900 });
    const { page: builder, faults, id } = await openNewTemplate(browser, node, 'Rounds');
    await pasteQuestions(builder, 'Stops | table | Region; Site; Area');
    await row(builder, 'Stops').press('Enter');
    const column = (number: number) => builder.getByRole('group', { name: `Column ${number}` });
    await column(2).getByLabel('Column type').selectOption('Choice from a list');
    await column(2).getByRole('combobox', { name: 'List', exact: true }).click();
    await builder.getByRole('option', { name: 'Standorte' }).click();
    const narrow = column(2).getByRole('group', { name: 'Narrow the list by an earlier answer' });
    await narrow.getByLabel('Column', { exact: true }).selectOption('Region');
    await narrow.getByLabel('Field', { exact: true }).selectOption('Region');
    await column(2).getByRole('button', { name: 'Add field to fill in' }).press('Enter');
    const filled = column(2).getByRole('group', { name: 'Fill in other fields' });
    await filled.getByLabel('Column', { exact: true }).selectOption('Fläche');
    await filled.getByLabel('Field', { exact: true }).selectOption('Area');
    await isSaved(builder);
    await assertAccessibleInAllLooks(builder);
    // A column that is renamed keeps what it does.
    await column(1).getByLabel('Heading').fill('District');
    await column(1).getByLabel('Heading').blur();
    await isSaved(builder);
    await publish(builder);
    assert.deepEqual(faults, []);
    await builder.context().close();

    const admin = await adminBrowser(node);
    const kept = page.waitForResponse(/\/changes\?seq=/);
    await openPage(page, `${publicUrl}/forms/new`);
    await kept;
    const form = await admin.send('POST', '/app/v1/forms', {
      body: { templateId: id, answers: {} },
    });
    await openPage(page, `${publicUrl}/forms/${form.at('id')}/fill`);
    const shows = (locator: Locator, value: string) =>
      waitUntil(async () => (await locator.inputValue()) === value);
    const cell = (number: number, name: string) =>
      page.getByLabel(`row ${number}, column ${name}`).and(page.locator('input'));
    assert.equal(await cell(1, 'Site').isDisabled(), true);
    await cell(1, 'District').fill('Nord');
    await cell(1, 'Site').click();
    await page.getByRole('option', { name: /Damm Nord/ }).click();
    await shows(cell(1, 'Area'), '3');
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.context().setOffline(true);
    await cell(2, 'District').fill('Süd');
    await cell(2, 'Site').fill('uberl');
    await page.getByRole('option', { name: /Überlauf Süd/ }).click();
    await shows(cell(2, 'Area'), '12.5375');
    await shows(cell(1, 'Area'), '3');
    // Another district asks for another site, in its own row alone.
    await cell(1, 'District').fill('Süd');
    await shows(cell(1, 'Site'), '');
    await shows(cell(2, 'Site'), 'Überlauf Süd');
    await page.context().setOffline(false);
    await cell(1, 'Site').click();
    await page.getByRole('option', { name: /Wehr Süd/ }).click();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await assertAccessibleInAllLooks(page);
  });

  test('a choice goes when its person narrows the list anew, and stays when others, an undo or a row change both', async () => {
    const admin = await adminBrowser(node);
    const list = (await admin.send('GET', '/app/v1/lists?q=standorte')).at('items', 0, 'id');
    const region = { type: 'text', name: 'region', title: 'Region' };
    const site = { type: 'sharedlist', name: 'site', title: 'Site', list };
    const narrowed = { ...site, filterColumn: 'region', filterField: 'region' };
    const definition = {
      elements: [
        region,
        narrowed,
        { type: 'text', name: 'notes', title: 'Notes' },
        {
          ...site,
          name: 'depot',
          title: 'Depot',
          fillIn: [
            { column: 'nummer', field: 'place' },
            { column: 'region', field: 'region' },
          ],
        },
        { ...site, name: 'place', title: 'Place', filterColumn: 'nummer', filterField: 'depot' },
        {
          type: 'paneldynamic',
          name: 'stops',
          title: 'Stops',
          templateElements: [
            { ...region, title: 'Stop region' },
            { ...narrowed, title: 'Stop site' },
          ],
        },
      ],
    };
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Tour', definition },
    });
    const templateId = made.at('id');
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const rows = {
      '007': { key: '007', label: 'Überlauf Süd', seq: 1 },
      '008': { key: '008', label: 'Damm Nord', seq: 2 },
      '009': { key: '009', label: 'Wehr Süd', seq: 3 },
    };
    const stops = [
      { region: 'Süd', site: rows['007'] },
      { region: 'Nord', site: rows['008'] },
      { region: 'Süd', site: rows['009'] },
    ];
    const answers = { region: 'Süd', site: rows['007'], stops };
    const form = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
    const path = `/app/v1/forms/${form.at('id')}`;
    const read = async () => await admin.send('GET', path);
    const shown = (at: Locator) => at.locator('input').first();
    const field = (name: string) => shown(page.locator(`[data-name=${name}]`).first());
    const shows = (locator: Locator, value: string) =>
      waitUntil(async () => (await locator.inputValue()) === value);
    const isStored = (name: string, value: unknown) =>
      waitUntil(async () => (await read()).at('answers', name) === value);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPage(page, `${node.server.publicUrl}${path.slice('/app/v1'.length)}/fill`);
    await shows(field('site'), 'Überlauf Süd');

    // Somebody else narrows and chooses anew.
    const change = async (theirs: object) => {
      const now = await read();
      const all = { ...Object(now.at('answers')), ...theirs };
      const body = { revision: now.at('revision'), answers: all };
      const saved = await admin.send('PATCH', path, { body });
      assert.equal(saved.status, 200, saved.text);
    };
    await change({ region: 'Nord', site: rows['008'] });
    await field('notes').fill('wet');
    await isStored('notes', 'wet');
    await shows(field('region'), 'Nord');
    await change({ region: 'Süd' });
    await field('notes').fill('wet, cold');
    await isStored('notes', 'wet, cold');
    await shows(field('region'), 'Süd');
    await field('notes').fill('dry');
    await isStored('notes', 'dry');
    assert.equal((await read()).at('answers', 'site', 'key'), '008');

    const stop = (number: number, name: string) =>
      shown(page.locator(`[data-name=stops] [data-name=${name}]`).nth(number - 1));
    await page
      .locator('[data-name=stops]')
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await shows(stop(1, 'site'), 'Damm Nord');
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows(stop(1, 'region'), 'Süd');
    await field('notes').fill('undone');
    await isStored('notes', 'undone');
    const undone = (await read()).at('answers', 'stops');
    assert.deepEqual(
      Object(undone).map((each: (typeof stops)[number]) => each.site?.key),
      ['007', '008', '009'],
    );
    await stop(2, 'region').fill('Süd');
    await shows(stop(2, 'site'), '');
    await shows(stop(1, 'site'), 'Überlauf Süd');

    // A row fills in the field that it narrows, and another that narrows a list.
    await field('region').fill('');
    await shows(field('site'), '');
    await field('region').fill('Süd');
    await field('site').fill('wehr');
    await page.getByRole('option', { name: /Wehr Süd/ }).click();
    await field('depot').fill('damm');
    await page.getByRole('option', { name: /Damm Nord/ }).click();
    await shows(field('region'), 'Nord');
    await shows(field('site'), '');
    await isStored('region', 'Nord');
    assert.equal((await read()).at('answers', 'place', 'key'), '008');
  });
});
