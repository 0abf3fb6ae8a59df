// The summary of a template in a real browser: charts with their tables, conditions by a click, groups, two periods, a map.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { FormActor } from '#form-basics/form.ts';
import { dayIn } from '#kernel/time-zone.ts';
import { adminBrowser } from '../support/browser.ts';
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
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'number', name: 'leaks', title: 'Leaks' },
  { kind: 'date', name: 'day', title: 'Day' },
  { kind: 'time', name: 'start', title: 'Start' },
  { kind: 'boolean', name: 'safe', title: 'Safe' },
  { kind: 'dropdown', name: 'state', title: 'State' },
  { kind: 'checkbox', name: 'tools', title: 'Tools' },
  { kind: 'location', name: 'where', title: 'Where' },
]);
const DAY_MS = 86_400_000;
const place = (lat: number, lon: number) => ({
  ...{ lat, lon },
  at: '2026-02-03T04:05:06.000Z',
  source: 'pin',
});
const ANSWERS = [
  {
    ...{ site: 'North hall', leaks: 0, day: '2026-01-05', start: '08:15', safe: true },
    where: place(52.5, 13.4),
  },
  {
    ...{ site: 'South hall', leaks: 4, day: '2026-02-05', start: '08:45', safe: false },
    where: place(52.52, 13.41),
  },
  { site: 'Harbour', leaks: 9, day: '2026-02-06', safe: false, where: place(53.55, 9.99) },
  { site: 'harbour' },
];

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
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    for (const answers of ANSWERS) {
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

  const card = (title: string) => page.getByRole('region', { name: title, exact: true });
  /** Creates a template with a form of today and one of three days before. */
  async function makeDated() {
    const { accountId, userId } = node.account;
    const { db, forms } = node.services;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    const create = (site: string) =>
      db.transaction(async (tx) => {
        const { form } = await forms.createForm(tx, by, { templateId: id, answers: { site } });
        return dayIn(form.createdAt, 'UTC');
      });
    const { id } = await db.transaction(async (tx) => {
      const definition = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };
      const made = await forms.createTemplate(tx, by, { name: 'Dated', definition });
      return (await forms.publishTemplate(tx, by, made.id)).template;
    });
    node.clock.advance(-3 * DAY_MS);
    const before = await create('Old pier');
    node.clock.advance(3 * DAY_MS);
    return { id, before, today: await create('New pier') };
  }

  const counted = (text: string) => page.getByRole('status').getByText(text).waitFor();
  const removeAll = async () => {
    for (;;) {
      const button = page.getByRole('button', { name: /^Remove the condition/ }).first();
      if (!(await button.isVisible())) return counted('4 forms are counted.');
      const count = await page.getByRole('button', { name: /^Remove the condition/ }).count();
      await button.click();
      await page
        .getByRole('button', { name: /^Remove the condition/ })
        .nth(count - 1)
        .waitFor({ state: 'detached' });
    }
  };

  test('each field has its card; a click on a part sets a condition, which the table of answers has too', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await page.getByRole('link', { name: 'Summary', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Summary: Inspection' }).waitFor();
    await counted('4 forms are counted.');
    await card('Leaks').getByText('Answered in 3 of 4 forms').waitFor();
    const [facts = ''] = await card('Leaks').locator('dl').allInnerTexts();
    assert.match(facts, /Median\s+4\s/);
    assert.match(facts, /Sum\s+13/);
    await card('Site')
      .getByRole('row')
      .filter({ hasText: /harbour/i })
      .filter({ hasText: '2' })
      .waitFor();
    await card('Where').getByText('3 locations · points on the map: 3').waitFor();
    await assertAccessibleInAllLooks(page);

    await card('Safe').getByRole('button', { name: 'No', exact: true }).click();
    await counted('2 forms are counted.');
    await card('Leaks').getByTitle('4: 1').click();
    await counted('1 form is counted.');
    await page.getByText('Leaks is 4').waitFor();
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'South hall' }).waitFor();
    assert.equal(await page.getByRole('row').filter({ hasText: 'hall' }).count(), 1);
    await page.goBack();
    await removeAll();
    assert.deepEqual(faults, []);
  });

  test('dates, times, texts and places choose exactly the forms that they count', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/summary`);
    await counted('4 forms are counted.');
    const choose = async (title: string, name: string | RegExp, count: number) => {
      const details = card(title).locator('details');
      if ((await details.count()) > 0) await details.locator('summary').click();
      await card(title).getByRole('button', { name }).first().click();
      await counted(count === 1 ? '1 form is counted.' : `${count} forms are counted.`);
      await removeAll();
    };
    await choose('Day', 'Feb 5, 2026', 1);
    await choose('Start', '08:00', 2);
    await choose('Site', /^harbour$/i, 2);
    await choose('Where', /^1 location near 53/, 1);
    assert.deepEqual(faults, []);
  });

  test('counts are divided by a second field, and two periods stand side by side', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/summary`);
    await page.getByLabel('Group by').selectOption('By Safe');
    const legend = card('Site').getByRole('list', { name: 'Groups' });
    await legend.getByText('Not answered').waitFor();
    await card('Site').getByText('Show as a table').click();
    const table = card('Site').getByRole('table').last();
    const row = table.getByRole('row').filter({ hasText: 'North hall' });
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), [
      ...['1', '25%'],
      ...['0', '1', '0'],
    ]);
    await assertAccessibleInAllLooks(page);
    await page.getByLabel('Group by').selectOption('By who created it');
    const people = card('By who created it').getByRole('row').filter({ hasText: 'admin' });
    await people.waitFor();
    assert.deepEqual((await people.getByRole('cell').allInnerTexts()).slice(-2), ['4', '100%']);
    await legend.getByText('All others').waitFor();
    await page.getByLabel('Group by').selectOption('By week');
    await card('By week')
      .getByRole('rowheader', { name: /^Week from/ })
      .first()
      .waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByLabel('Group by').selectOption('');
    await legend.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Period' }).click();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'This year and last year' }).click();
    await card('Leaks').getByText('comparison: answered in 0 of 0 forms').waitFor();
    await counted('4 forms are counted.');
    await page.reload();
    await card('Safe').getByRole('columnheader', { name: 'Comparison' }).waitFor();
    await page.getByRole('button', { name: /^Remove the condition: Created/ }).click();
    await card('Safe')
      .getByRole('columnheader', { name: 'Comparison' })
      .waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  test('the table and the summary lead to each other with their period, which an export and paper have too', async () => {
    const { id, today, before } = await makeDated();
    const chip = page.getByText(/^Created: /);
    const openPeriod = () => page.getByRole('button', { name: 'Period' }).click();
    const choosePeriod = async (from: string, to: string) => {
      await page.getByLabel('From', { exact: true }).fill(from);
      await page.getByLabel('To', { exact: true }).fill(to);
      await page.getByRole('button', { name: 'Apply' }).click();
    };
    await openPage(page, `${node.server.publicUrl}/templates/${id}/summary`);
    await counted('2 forms are counted.');
    await openPeriod();
    await choosePeriod(today, before);
    await page.getByText('This is before the first day.').waitFor();
    await choosePeriod(today, today);
    await counted('1 form is counted.');

    await page.getByRole('link', { name: 'Table', exact: true }).click();
    const cell = (site: string) => page.getByRole('gridcell').filter({ hasText: site });
    await cell('New pier').waitFor();
    assert.equal(await cell('Old pier').count(), 0);
    await chip.waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const sent = page.waitForRequest((request) => request.url().endsWith('/app/v1/exports'));
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const body = (await sent).postDataJSON();
    assert.deepEqual([body.createdFrom, body.createdTo], [today, today]);
    await page.waitForURL('**/exports');
    await page.goBack();
    await cell('New pier').waitFor();
    await page.emulateMedia({ media: 'print' });
    await chip.filter({ visible: true }).waitFor();
    const remove = page.getByRole('button', { name: /^Remove the condition: Created/ });
    assert.equal(await remove.filter({ visible: true }).count(), 0);
    await page.emulateMedia({ media: null });

    await remove.click();
    await cell('Old pier').waitFor();
    await openPeriod();
    assert.equal(await page.getByLabel('Comparison from').count(), 0);
    await assertAccessibleInAllLooks(page);
    await choosePeriod('', before);
    await cell('New pier').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Summary', exact: true }).click();
    await counted('1 form is counted.');
    await card('Site').getByText('Old pier').first().waitFor();
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await openPeriod();
    await choosePeriod('2001-01-01', '2001-01-01');
    await page.getByText('No forms match your filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await cell('Old pier').waitFor();
    assert.equal(await chip.count(), 0);
    assert.deepEqual(faults, []);
  });

  test('counting that takes too long is told, with what to do, and is not asked again and again', async () => {
    let asked = 0;
    await page.route('**/summary?**', async (route) => {
      asked += 1;
      const body = JSON.stringify({ code: 'query-too-heavy', status: 503, detail: '' });
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body });
    });
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/summary`);
    await page.getByText('Choose fewer fields').first().waitFor();
    assert.equal(asked, 1);
    await page.unroute('**/summary?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await counted('4 forms are counted.');
  });
});
