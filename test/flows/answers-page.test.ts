// The table of answers: conditions are set by hand, kept in the address, and taken away.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { INSPECTION, INSPECTIONS } from '../support/inspections.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  let templateId: string;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: INSPECTION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    for (const answers of INSPECTIONS) {
      const made = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
      assert.equal(made.status, 201, made.text);
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

  const sites = async (): Promise<readonly string[]> => {
    const texts = await page.getByRole('grid').getByRole('row').allInnerTexts();
    return ['North hall', 'South hall', 'Harbour'].filter((site) =>
      texts.some((text) => text.includes(site)),
    );
  };
  const total = (count: number) =>
    page
      .getByText(new RegExp(`^${count} in total|^${count} `))
      .first()
      .waitFor();

  test('answers stand side by side; conditions narrow them, stay in the address, and are taken away', async () => {
    await openPage(page, `${node.server.publicUrl}/templates`);
    await page.getByRole('link', { name: '3 forms' }).click();
    await page.getByRole('heading', { level: 1, name: 'Answers: Inspection' }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'South hall' })
      .filter({ hasText: '4' })
      .waitFor();
    assert.equal((await sites()).length, 3);
    await page.getByRole('columnheader', { name: 'Yes/No Safe' }).waitFor();
    await assertAccessibleInAllLooks(page);

    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('Leaks');
    await page.getByLabel('Comparison').selectOption('is more than');
    await page.getByLabel('Value').fill('3');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Leaks is more than 3').waitFor();
    await page.getByRole('row').filter({ hasText: 'North hall' }).waitFor({ state: 'detached' });
    assert.deepEqual(await sites(), ['South hall', 'Harbour']);

    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('Note');
    await page.getByLabel('Comparison').selectOption('is answered');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Harbour' }).waitFor({ state: 'detached' });
    await total(1);

    await page.reload();
    await page.getByRole('row').filter({ hasText: 'South hall' }).waitFor();
    assert.deepEqual(await sites(), ['South hall']);
    await page.getByRole('button', { name: 'Remove the condition: Leaks is more than 3' }).click();
    await page.getByRole('button', { name: 'Remove the condition: Note is answered' }).click();
    await page.getByRole('row').filter({ hasText: 'North hall' }).waitFor();
    assert.deepEqual(faults, []);
  });

  const header = (name: string) => page.locator(`[role=columnheader]:has(:text-is("${name}"))`);
  const isColumn = (name: string, at: string) =>
    waitUntil(async () => (await header(name).getAttribute('aria-colindex')) === at);
  const option = async (column: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Options of the column ${column}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const column = async (at: number): Promise<readonly string[]> =>
    page.locator(`[role=gridcell][data-cell][aria-colindex="${at}"]`).allInnerTexts();

  const assertToldNotShown = async (text: string): Promise<void> => {
    const told = page.getByRole('status').getByText(text, { exact: true });
    await waitUntil(async () => (await told.boundingBox())?.width === 1);
  };

  test('columns are chosen, and what nothing fulfils says so and is cleared', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await header('Note').waitFor();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Note' }).uncheck();
    await page.getByRole('checkbox', { name: 'Number' }).check();
    await assertAccessibleInAllLooks(page);
    await page.keyboard.press('Escape');
    await header('Note').waitFor({ state: 'detached' });
    await header('Number').waitFor();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('Site');
    await page.getByLabel('Value').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('No forms match your filters.').waitFor();
    await assertToldNotShown('0 entries');
    await page.setViewportSize({ width: 390, height: 844 });
    await assertToldNotShown('0 entries');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row').filter({ hasText: 'Harbour' }).waitFor();
  });

  test('the table is sorted, its columns moved, pinned and resized by keyboard; the address keeps it', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    const sort = page.getByRole('button', { name: 'Leaks', exact: true });
    await sort.focus();
    await page.keyboard.press('Enter');
    await page.locator('[aria-sort=ascending]').waitFor();
    await page.locator('[data-cell="0:2"]').filter({ hasText: '0' }).waitFor();
    assert.deepEqual(await column(3), ['0', '4', '9']);
    await page.keyboard.press('Enter');
    await page.locator('[aria-sort=descending]').waitFor();
    await page.locator('[data-cell="0:2"]').filter({ hasText: '9' }).waitFor();
    await option('Day', 'Then sort by this column');
    await option('Leaks', 'Pin');
    await isColumn('Leaks', '2');
    await option('Leaks', 'Move left');
    await isColumn('Leaks', '1');
    const before = (await header('Site').boundingBox())?.width ?? 0;
    await option('Site', 'Wider');
    await page.keyboard.press('Escape');
    const widened = async () => ((await header('Site').boundingBox())?.width ?? 0) > before;
    await waitUntil(widened);
    await assertAccessibleInAllLooks(page);
    await option('Day', 'Hide column');
    await header('Day').waitFor({ state: 'detached' });

    await page.reload();
    await page.locator('[data-cell="0:0"]').waitFor();
    assert.deepEqual(await column(1), ['9', '4', '0']);
    await isColumn('Leaks', '1');
    assert.equal(await header('Day').count(), 0);
    assert.ok(await widened());
    const search = new URL(page.url()).searchParams;
    for (const name of ['sort', 'columns', 'pin', 'widths']) assert.ok(search.has(name), name);
    assert.deepEqual(faults, []);
  });

  test('the sums stand below, follow the conditions, and arrows lead from cell to cell to the form', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await page.getByText('Sum 13').waitFor();
    await page.getByText('Average 4.33', { exact: true }).waitFor();
    await page.getByText('1 of 3 forms').waitFor();
    for (const column of ['Leaks', 'Note']) {
      await option(column, 'Narrower');
      await page.getByRole('menuitem', { name: 'Narrower' }).click();
      await page.keyboard.press('Escape');
    }
    for (const text of ['Sum 13', 'Average 4.33', '1 of 3 forms']) {
      const sum = page.getByText(text, { exact: true });
      await waitUntil(() => sum.evaluate((e) => `${e.scrollWidth},${e.clientWidth}` === '60,60'));
    }
    await page.locator('[data-cell="0:0"]').focus();
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await waitUntil(async () => (await place()) === '1:1');
    await page.keyboard.press('Control+End');
    await waitUntil(async () => /^2:/.test((await place()) ?? ''));
    // The grid is one stop of the Tab key, and arrows lead to the names of its columns.
    for (const key of ['Home', 'PageUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
    await waitUntil(async () => (await place()) === '-1:1');
    const stops = page.getByRole('grid').locator('[tabindex="0"], a[href]:not([tabindex])');
    assert.equal(await stops.count(), 2);
    for (const key of ['ArrowDown', 'Home', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: 'Inspection' }).waitFor();
    assert.match(new URL(page.url()).pathname, /^\/forms\//);
    assert.deepEqual(faults, []);
  });

  test('what is seen is copied as it stands, formulas as text, and exported as a workbook', async () => {
    const query = 'sort=number%20desc&columns=name,number&where=%5B%5D';
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers?${query}`);
    await page.locator('[data-cell="2:1"]').filter({ hasText: '1' }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy to the clipboard' }).click();
    await page.getByText('3 rows copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    assert.equal(copied, 'Name\tNumber\nInspection 3\t3\nInspection 2\t2\nInspection 1\t1');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
    await page.getByRole('link', { name: /Inspection\.xlsx/ }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('the rows of a table inside of forms have a grid of their own', async () => {
    const admin = await adminBrowser(node);
    const columns = [{ name: 'part', title: 'Part', cellType: 'text' }];
    const definition = {
      elements: [
        { type: 'boolean', name: 'hidden' },
        {
          ...{ type: 'matrixdynamic', name: 'parts', title: 'Parts', columns },
          visibleIf: '{hidden} <> true',
        },
      ],
    };
    const body = { name: 'Stock', definition, openToAll: true };
    const id = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    const fill = async (answers: object) => {
      const form = { templateId: id, answers };
      const made = await admin.send('POST', '/app/v1/forms', { body: form });
      assert.equal(made.status, 201, made.text);
    };
    await fill({ parts: [{ part: 'Rope' }, { part: 'Hook' }] });
    await openPage(page, `${node.server.publicUrl}/templates/${id}/answers`);
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('Rows of Parts');
    await header('Part').waitFor();
    await page.locator('[data-cell="1:2"]').filter({ hasText: 'Hook' }).waitFor();
    assert.deepEqual(await column(2), ['1', '2']);
    assert.deepEqual(await column(3), ['Rope', 'Hook']);
    await page.getByText('2 entries').waitFor();
    await assertAccessibleInAllLooks(page);
    // They come first and fill more than a page, without any row.
    for (let at = 0; at < 5; at += 1) {
      await fill({ hidden: true, parts: [{ part: 'x'.repeat(900_000) }] });
    }
    await page.reload();
    await page.locator('[data-cell="1:2"]').filter({ hasText: 'Hook' }).waitFor();
    assert.deepEqual(faults, []);
  });

  const cell = (place: string) => page.locator(`[data-cell="${place}"]`);
  const place = () => page.locator(':focus').getAttribute('data-cell');
  const shows = (at: string, text: string) => cell(at).filter({ hasText: text }).waitFor();
  const dialog = () => page.getByRole('dialog');

  test('an answer is corrected in its cell by keyboard; what is refused stays typed, and the history tells of it', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await shows('1:2', '4');
    await cell('1:2').focus();
    await page.keyboard.press('F2');
    const leaks = dialog().getByRole('textbox', { name: 'Leaks' });
    await leaks.waitFor();
    await waitUntil(async () => (await leaks.and(page.locator(':focus')).count()) === 1);
    await assertAccessibleInAllLooks(page);
    await leaks.fill('4x');
    await page.keyboard.press('Enter');
    await dialog().getByText('“4x” is not a number.', { exact: false }).waitFor();
    assert.equal(await leaks.inputValue(), '4x');
    await leaks.fill('6');
    await page.keyboard.press('Enter');
    await shows('1:2', '6');
    await dialog().waitFor({ state: 'detached' });
    await waitUntil(async () => (await place()) === '1:2');
    await page.getByText('Sum 15').waitFor();
    await page.keyboard.press('Enter');
    await leaks.fill('8');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(await cell('1:2').textContent(), '6');
    await waitUntil(async () => (await place()) === '1:2');

    await cell('1:4').dblclick();
    await dialog().getByRole('combobox', { name: 'Safe' }).selectOption('Yes');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows('1:4', 'Yes');
    await cell('1:0').getByRole('link').click();
    await page.getByText('corrected “Leaks”').waitFor();
    await page.getByText('from 4 to 6').waitFor();
    assert.deepEqual(faults, []);
  });

  test('somebody who may only see the answers is offered no correction', async () => {
    const admin = await adminBrowser(node);
    const person = { userName: 'vera', displayName: 'Vera', password: ADMIN_PASSWORD };
    const vera = await admin.send('POST', '/app/v1/users', { body: person });
    const rights = { fill: false, see: 'all', edit: false, assign: false, manage: false };
    const path = `/app/v1/templates/${templateId}/rights/${vera.at('id')}`;
    assert.equal((await admin.send('PUT', path, { body: rights })).status, 200);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const hers = await context.newPage();
    await signInByRequest(hers, node.server.publicUrl, person);
    await openPage(hers, `${node.server.publicUrl}/templates/${templateId}/answers`);
    const leaks = hers.locator('[data-cell="1:2"]');
    await leaks.hover();
    await leaks.dblclick();
    await leaks.focus();
    await hers.keyboard.press('F2');
    assert.equal(await leaks.getAttribute('aria-readonly'), 'true');
    assert.equal(await hers.getByRole('button', { name: 'Correct' }).count(), 0);
    assert.equal(await hers.getByRole('dialog').count(), 0);
    await context.close();
  });

  test('somebody who saved meanwhile is named beside the cell, and nothing typed is lost', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers?sort=number`);
    await shows('0:2', '0');
    await cell('0:2').hover();
    await page.getByRole('button', { name: 'Correct Leaks' }).click();
    const leaks = dialog().getByRole('textbox', { name: 'Leaks' });
    await leaks.fill('3');
    const admin = await adminBrowser(node);
    const list = await admin.send('GET', `/app/v1/templates/${templateId}/answers?sort=number`);
    const path = `/app/v1/forms/${list.at('items', 0, 'id')}`;
    const body = { revision: 1, answers: { ...INSPECTIONS[0], leaks: 1 } };
    assert.equal((await admin.send('PATCH', path, { body })).status, 200);
    await page.keyboard.press('Enter');
    await dialog()
      .getByText(/saved this form while you were typing. This answer is now: 1/)
      .waitFor();
    assert.equal(await leaks.inputValue(), '3');
    // Cards are shown instead of the table for a moment: what is typed stays.
    await assertAccessibleInAllLooks(page);
    assert.equal(await leaks.inputValue(), '3');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await shows('0:2', '3');
    // A complete form stays complete.
    assert.equal((await admin.send('POST', `${path}/complete`, { body: {} })).status, 200);
    await cell('0:2').focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('The form stays complete.', { exact: false }).waitFor();
    await leaks.fill('2');
    await page.keyboard.press('Enter');
    await shows('0:2', '2');
    assert.equal((await admin.send('GET', path)).at('status'), 'complete');
    const others = faults.filter((each) => !each.includes('412'));
    assert.deepEqual(others, []);
  });

  test('on a phone each form is a card with the same columns', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await page.getByRole('table').getByRole('row').filter({ hasText: 'Harbour' }).waitFor();
    assert.equal(await page.getByRole('grid').count(), 0);
    // The filters take one row, and open with a button that says how many are set.
    const bar = page.getByRole('search', { name: 'Filter answers' });
    assert.ok(((await bar.boundingBox())?.height ?? 0) < 60);
    await bar.getByRole('button', { name: 'Filters', exact: true }).click();
    await bar.getByRole('combobox', { name: 'Status' }).selectOption('Draft');
    await bar.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await bar.getByRole('combobox', { name: 'Status' }).selectOption('');
    // Cards have no heads of columns to sort by.
    await bar.getByRole('combobox', { name: 'Order' }).selectOption('Leaks, descending');
    await page.getByRole('row').nth(1).filter({ hasText: 'Harbour' }).waitFor();
    await bar.getByRole('button', { name: 'Filters', exact: true }).click();
    await bar.getByRole('combobox').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Correct Leaks: 9' }).click();
    await dialog().getByRole('textbox', { name: 'Leaks' }).fill('7');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Correct Leaks: 7' }).waitFor();
    await page.mouse.move(0, 0);
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });
});
