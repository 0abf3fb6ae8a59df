// A list of forty users with long names shows many rows of one line, nothing moves, and cut values can be read in full.
// Nightly: a browser for long; shorter tests send what these pages send.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER } from '../support/scim.ts';
import { assertAccessible, isSettled, signInByRequest } from '../support/web-pages.ts';

const USERS = 40;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const CLEAR = 'rgba(0, 0, 0, 0)';
const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);
const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh of the northern workshops';

/** Sums the layout shifts of the page that do not follow an input of the user. */
const WATCH_SHIFTS = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    for (let n = 0; n < USERS; n += 1) {
      const displayName = n % 3 === 0 ? `${n} ${LONG}` : `Person ${n}`;
      const userName = `person-${n}.${n % 2 === 0 ? 'of-the-northern-workshops' : 'x'}@example.org`;
      const body = { schemas: [CORE_USER], userName, displayName, active: n % 5 !== 0 };
      const made = await node.request('POST', '/scim/v2/Users', { body });
      assert.equal(made.status, 201, made.text);
    }
    context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
    await context.addInitScript(WATCH_SHIFTS);
    page = await context.newPage();
    const userName = `${node.account.accountCode}/admin`;
    await signInByRequest(page, node.server.publicUrl, { userName, password: ADMIN_PASSWORD });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const openUsers = async (viewport: typeof DESK): Promise<void> => {
    await page.setViewportSize(viewport);
    await page.goto(`${node.server.publicUrl}/settings/users`);
    await page.getByRole('cell').first().waitFor();
    await isSettled(page);
  };
  /** Counts the rows that lie wholly in the window. */
  const rowsInWindow = (): Promise<number> =>
    page
      .locator('[role=row]:has([role=cell])')
      .evaluateAll(
        (rows, height) => rows.filter((row) => row.getBoundingClientRect().bottom <= height).length,
        page.viewportSize()?.height ?? 0,
      );

  test('a desk shows at least sixteen users at once, a phone five', async () => {
    await openUsers(DESK);
    assert.ok((await rowsInWindow()) >= 16, `${await rowsInWindow()} rows on a desk`);
    await openUsers(PHONE);
    assert.ok((await rowsInWindow()) >= 5, `${await rowsInWindow()} cards on a phone`);
  });

  test('a long name to filter by takes no second row from the list', async () => {
    const admin = await adminBrowser(node);
    const template = { name: `${LONG} ${LONG}`, definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    assert.equal(made.status, 201, made.text);
    await page.setViewportSize(DESK);
    await page.goto(`${node.server.publicUrl}/forms/all?template=${made.at('id')}`);
    await page.locator(`input[value*="${LONG}"]`).waitFor();
    const bar = await page.getByRole('search').boundingBox();
    assert.ok((bar?.height ?? 0) > 0 && (bar?.height ?? 0) < 40, `${bar?.height} pixels`);
  });

  test('a row of a desk is one line, and the badge of a state never wraps', async () => {
    await openUsers(DESK);
    const heights = await page
      .locator('[role=row]:has([role=cell])')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    assert.ok(Math.max(...heights) <= 41, `${Math.max(...heights)} pixels`);
    for (const viewport of [DESK, PHONE]) {
      await openUsers(viewport);
      const badges = await page
        .locator('[data-tone]')
        .evaluateAll((found) => found.map((badge) => badge.getBoundingClientRect().height));
      assert.ok(badges.length > 5, `${badges.length} badges`);
      assert.ok(Math.max(...badges) < 28, `${Math.max(...badges)} pixels`);
    }
  });

  test('a value that is cut off is told whole to people who point at it', async () => {
    await openUsers(DESK);
    const cell = page.getByRole('cell').filter({ hasText: 'Featherstonehaugh' }).first();
    await cell.hover();
    const whole = await cell.textContent();
    assert.ok(whole?.endsWith('workshops'));
    assert.equal(await cell.getAttribute('title'), whole);
    const short = page.getByRole('cell').filter({ hasText: /^Person 1$/ });
    await short.hover();
    assert.equal(await short.getAttribute('title'), null);
  });

  test('no button cuts its words off, and on a phone the actions of a page stand in one line, in German too', async () => {
    const admin = await adminBrowser(node);
    const post = async (path: string, body: object) =>
      String((await admin.send('POST', `/app/v1${path}`, { body })).at('id'));
    const template = await post('/templates', { name: 'Visit', definition: DEFINITION });
    await admin.send('POST', `/app/v1/templates/${template}/publish`, { body: {} });
    const dashboard = await post('/dashboards', { name: 'Visits' });
    for (const locale of ['en-US', 'de-DE']) {
      const own = await browser.newContext({ ignoreHTTPSErrors: true, locale });
      const tab = await own.newPage();
      const userName = `${node.account.accountCode}/admin`;
      await signInByRequest(tab, node.server.publicUrl, { userName, password: ADMIN_PASSWORD });
      for (const path of [
        `/templates/${template}/answers`,
        `/dashboards/${dashboard}`,
        '/settings/users',
        '/settings/credentials',
      ]) {
        for (const viewport of [DESK, PHONE]) {
          await tab.setViewportSize(viewport);
          await tab.goto(`${node.server.publicUrl}${path}`);
          const buttons = tab.getByRole('main').locator('.mantine-Button-root');
          await buttons.first().waitFor();
          await isSettled(tab);
          const cut = await tab
            .locator('.mantine-Button-label:visible')
            .evaluateAll((all) =>
              all
                .filter((each) => each.scrollWidth > each.clientWidth)
                .map((each) => each.textContent),
            );
          assert.deepEqual(cut, [], `${path} ${locale} ${viewport.width}`);
          const tops = await tab
            .locator('main header')
            .locator('button, a.mantine-Button-root')
            .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
          assert.ok(new Set(tops).size === 1, `${path} ${locale}: ${tops}`);
        }
      }
      await own.close();
    }
  });

  test('a day to filter by is shown whole', async () => {
    for (const locale of ['en-US', 'de-DE']) {
      const own = await browser.newContext({ ignoreHTTPSErrors: true, locale, viewport: DESK });
      const tab = await own.newPage();
      const userName = `${node.account.accountCode}/admin`;
      await signInByRequest(tab, node.server.publicUrl, { userName, password: ADMIN_PASSWORD });
      for (const path of [
        '/settings/audit?from=2026-11-20',
        '/settings/provisioning/log?since=2026-11-20',
      ]) {
        await tab.goto(`${node.server.publicUrl}${path}`);
        const day = tab.locator('input[type=date]').first();
        await day.waitFor();
        assert.equal(await day.inputValue(), '2026-11-20');
        // The width that the browser itself gives the field, with what stands before the day.
        const isWhole = await tab.evaluate(`(() => {
          const field = document.querySelector('input[type=date]');
          const free = field.parentElement.appendChild(field.cloneNode());
          free.style.width = 'max-content';
          const isWhole = field.offsetWidth >= free.offsetWidth && free.offsetWidth > 100;
          free.remove();
          return isWhole;
        })()`);
        assert.equal(isWhole, true, `${path} ${locale}`);
      }
      await own.close();
    }
  });

  test('on a phone, the buttons of lists are as large as a thumb, and no keys are named', async () => {
    const admin = await adminBrowser(node);
    const template = { name: 'Round', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    await admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
    await admin.send('POST', '/app/v1/forms', { body: { templateId: made.at('id') } });
    const own = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    });
    const tab = await own.newPage();
    const userName = `${node.account.accountCode}/admin`;
    await signInByRequest(tab, node.server.publicUrl, { userName, password: ADMIN_PASSWORD });
    for (const path of ['/', '/templates']) {
      await tab.goto(`${node.server.publicUrl}${path}`);
      const fill = tab.locator('[role=cell] .mantine-Button-root').first();
      await fill.waitFor();
      const box = await fill.boundingBox();
      assert.ok(box && box.height >= 44 && box.width >= 44, `${path}: ${JSON.stringify(box)}`);
    }
    await tab.getByRole('button', { name: 'Open navigation' }).click();
    await tab.getByRole('button', { name: 'Search', exact: true }).waitFor();
    assert.equal(await tab.locator('kbd:visible').count(), 0);
    await own.close();
  });

  test('a note stands on a ground in its colour, without an edge', async () => {
    const admin = await adminBrowser(node);
    const body = { name: 'Old visit', definition: DEFINITION };
    const id = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    const archived = await admin.send('POST', `/app/v1/templates/${id}/archive`, { body: {} });
    assert.ok(archived.status < 300, archived.text);
    await page.setViewportSize(DESK);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${node.server.publicUrl}/templates/${id}`);
      await page.locator('.mantine-Alert-root').first().waitFor();
      await assertAccessible(page);
      const styleOf = (name: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('.mantine-Alert-root')).${name}`);
      assert.equal(await styleOf('borderTopColor'), CLEAR);
      assert.notEqual(await styleOf('backgroundColor'), CLEAR);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('nothing jumps while a list loads', async () => {
    for (const viewport of [DESK, PHONE]) {
      for (const path of ['/forms', '/settings/users']) {
        await page.setViewportSize(viewport);
        await page.goto(`${node.server.publicUrl}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await isSettled(page);
        const shifts = Number(await page.evaluate('globalThis.shifts'));
        assert.ok(shifts < 0.05, `${path} at ${viewport.width}: ${shifts}`);
      }
    }
  });
});
