// Answers on paper: the table, a summary and a dashboard, as browsers print them.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInByRequest, watchFaults } from '../support/web-pages.ts';

const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'number', name: 'leaks', title: 'Leaks' },
]);
const FORMS = 40;
const LONG = 'Behind the second door on the left, where the old pipes meet the new ones';
/** A4 without its margins, at 96 pixels an inch. */
const PAPER = { width: 718, height: 1000 };

/** Describes each card with a histogram. */
const CHARTS = `[...document.querySelectorAll('main section')].flatMap((card) => {
  const bar = card.querySelector('[class*=columns] > button > span > span');
  if (!bar) return [];
  const { left, right } = card.getBoundingClientRect();
  const { printColorAdjust, backgroundColor } = getComputedStyle(bar);
  return [{ left, right, breakInside: getComputedStyle(card).breakInside, printColorAdjust, backgroundColor }];
})`;
const WHOLE = {
  breakInside: 'avoid',
  // Browsers leave out grounds unless they are told that they matter; this is the blue of the light scheme.
  printColorAdjust: 'exact',
  backgroundColor: 'rgb(11, 95, 165)',
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  let template: string;
  let dashboard: string;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    template = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${template}/publish`, { body: {} });
    for (let i = 0; i < FORMS; i += 1) {
      const answers = { site: i === 0 ? LONG : `Hall ${i}.`, leaks: i };
      const form = { templateId: template, answers };
      const made = await admin.send('POST', '/app/v1/forms', { body: form });
      assert.equal(made.status, 201, made.text);
    }
    const fields = await admin.send('GET', `/app/v1/templates/${template}/answers`);
    const settings = { template, field: fields.at('fields', 1, 'id'), show: 'chart' };
    const tiles = [{ settings }, { settings: { ...settings, title: 'Again' } }];
    const made = await admin.send('POST', '/app/v1/dashboards', { body: { name: 'Board', tiles } });
    dashboard = String(made.at('id'));
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    page = await context.newPage();
    faults = watchFaults(page);
    const admins = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, admins);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const isOnPaper = async (shown: Locator): Promise<boolean> =>
    (await shown.filter({ visible: true }).count()) > 0;
  /** Opens a page in dark colours, and shows it as paper does. */
  const print = async (path: string, loaded: string): Promise<void> => {
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 300 });
    await openPage(page, node.server.publicUrl + path);
    await page.getByText(loaded, { exact: true }).first().waitFor();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  };
  const assertOnlyContents = async (): Promise<void> => {
    for (const hidden of [
      page.getByRole('navigation'),
      page.getByRole('search'),
      page.getByRole('link', { name: /^(All forms|Dashboards|Open the summary)$/ }),
      page.getByRole('button', { name: /^(Views|Export|Print|Edit|Share|Actions|Column)/ }),
      page.getByText('Show as a table'),
    ]) {
      assert.equal(await isOnPaper(hidden), false, String(hidden));
    }
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(overflow), 0, 'it is cut on the right');
  };

  test('the table of answers has all loaded rows with whole texts, on the long side of the paper', async () => {
    await print(`/templates/${template}/answers?status=draft`, `Hall ${FORMS - 1}.`);
    const grid = page.getByRole('grid');
    await grid.getByText('Hall 1.', { exact: true }).waitFor();
    assert.equal(await grid.getByText(/^Hall \d+\.$/).count(), FORMS - 1);
    const cell = grid.getByRole('gridcell').filter({ hasText: LONG });
    const [scrolled, seen] = await cell.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    assert.equal(scrolled, seen);
    const [first, last] = await Promise.all([
      grid.getByText(`Hall ${FORMS - 1}.`, { exact: true }).boundingBox(),
      cell.boundingBox(),
    ]);
    assert.ok(last && first && last.y > first.y + 20 * FORMS, 'rows lie below each other');
    assert.ok(await isOnPaper(page.getByText('Status: Draft')));
    await assertOnlyContents();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    assert.ok(Number(width) > Number(height), `${width} × ${height}`);
    await page.emulateMedia({ media: null });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a summary and a dashboard have their charts whole, none over two pages, and nothing to press', async () => {
    for (const path of [`/templates/${template}/summary`, `/dashboards/${dashboard}`]) {
      await print(path, 'Median');
      await assertOnlyContents();
      const charts: unknown = await page.evaluate(CHARTS);
      assert.ok(Array.isArray(charts) && charts.length > 0);
      for (const chart of charts) {
        const { left, right, ...styles } = chart;
        assert.ok(left >= 0 && right <= PAPER.width, JSON.stringify(chart));
        assert.deepEqual(styles, WHOLE, path);
      }
    }
    assert.deepEqual(faults, []);
  });
});
