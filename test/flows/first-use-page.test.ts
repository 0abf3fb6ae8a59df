// How little a browser asks for until somebody can sign in, and how they get from there into the app.
// Nightly: it opens pages in a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { signInByRequest, watchFaults } from '../support/web-pages.ts';

const MOST_REQUESTS = 12;
const MOST_FOR_MY_FORMS = 24;
const MOST_FOR_FILLING = 25;
/** What comes after the first screen. */
const LATER =
  /\/assets\/(?:errors|outbox-badge|floating|time-tooltip|user-menu|toasts|notes|fill-notes|will-complete)-/;
/** Cumulative layout shift: how much of a screen moves. */
const MOST_SHIFT = 0.01;

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

  const openSignIn = async (): Promise<{
    page: Page;
    asked: string[];
    faults: readonly string[];
  }> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const page = await context.newPage();
    const faults = watchFaults(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${node.server.publicUrl}/sign-in?to=/templates`, { waitUntil: 'commit' });
    await page.getByLabel('User name').waitFor();
    return { page, asked, faults };
  };

  test(`the field to sign in at is there after at most ${MOST_REQUESTS} requests, without the app`, async () => {
    const { page, asked } = await openSignIn();
    const until = [...asked];
    await page.context().close();
    assert.ok(until.length <= MOST_REQUESTS, until.join('\n'));
    assert.ok(until.includes('/app/v1/sign-in'), until.join('\n'));
    assert.deepEqual(
      until.filter((path) => /shell|survey|list/.test(path)),
      [],
    );
  });

  test('whoever signs in is led into the app in the same document, to where they wanted to go', async () => {
    const { page, asked, faults } = await openSignIn();
    await page.getByLabel('User name').fill(`${node.account.accountCode}/admin`);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/templates');
    assert.deepEqual(
      asked.filter((path) => path === '/templates'),
      [],
    );
    assert.deepEqual(faults, []);
    await page.context().close();
  });

  /** Opens a page in a browser that knows nothing yet. @returns what it asked for until `usable` was there */
  const askedUntil = async (path: string, usable: string): Promise<readonly string[]> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    // Seen from inside: by the time a test looks, the page has gone on.
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (document.querySelector(${JSON.stringify(usable)}) === null) return;
      observer.disconnect();
      globalThis.usableAt = performance.now();
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(`${publicUrl}${path}`, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    const names: string[] = await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ startTime }) => startTime < globalThis.usableAt).map(({ name }) => name)`);
    const until = [path, ...names];
    await context.close();
    return until;
  };

  /** Opens a page on a German phone, where the engine's own texts come late. @returns how much of the screen moved */
  const shiftUntil = async (path: string, usable: string): Promise<number> => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await page.route(/\/assets\/german-/, async (route) => {
      await page.waitForTimeout(500);
      await route.continue();
    });
    await page.addInitScript(`globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value;
    }).observe({ type: 'layout-shift', buffered: true })`);
    await page.goto(`${publicUrl}${path}`, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    // What moved is told with the next picture of the screen.
    const shift: number = await page.evaluate(
      'new Promise((tell) => requestAnimationFrame(() => setTimeout(() => tell(shift), 100)))',
    );
    await context.close();
    return shift;
  };

  test(`the first row of my forms is there after at most ${MOST_FOR_MY_FORMS} requests, and the first question of a form after ${MOST_FOR_FILLING}`, async () => {
    const admin = await adminBrowser(node);
    // More than a screen of them, so that what stands below them moves far.
    const definition = buildTemplate(
      Array.from({ length: 12 }, (_, i) => ({ kind: 'text', name: `q${i}`, title: `Site ${i}` })),
    );
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Visit', definition, openToAll: true },
    });
    const templateId = made.at('id');
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const form = await node.request('POST', '/v2/formz', { body: { templateId } });
    assert.equal(form.status, 201, form.text);
    const id = form.at('id');
    const row = await askedUntil('/forms', `main a[href="/forms/${id}"]`);
    assert.ok(row.length <= MOST_FOR_MY_FORMS, row.join('\n'));
    assert.deepEqual(
      row.filter((each) => LATER.test(each)),
      [],
    );
    const question = await askedUntil(`/forms/${id}/fill`, 'main .sd-question input');
    assert.ok(question.length <= MOST_FOR_FILLING, question.join('\n'));
    assert.deepEqual(
      question.filter((each) => LATER.test(each)),
      [],
    );
    const shift = await shiftUntil(`/forms/${id}/fill`, 'main .sd-question input');
    assert.ok(shift < MOST_SHIFT, `the screen moved by ${shift}`);
  });

  test('who goes on before the page is wholly loaded stays there, and Back leads to the part before', async () => {
    const admin = await adminBrowser(node);
    const text = (name: string) => ({ kind: 'text', name, title: name }) as const;
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Tour', definition: buildTemplate([text('a')], [text('b')]), openToAll: true },
    });
    const templateId = made.at('id');
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const form = await node.request('POST', '/v2/formz', { body: { templateId } });
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale: 'en-US',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    const [first, second] = [page.getByText('Page 1 of 2'), page.getByText('Page 2 of 2')];
    // The second time, the history of the browser has a part for the page.
    for (let time = 0; time < 2; time += 1) {
      let load = () => {};
      const mayLoad = new Promise<void>((resolve) => {
        load = resolve;
      });
      await page.route('**/assets/notes-*', async (route) => {
        await mayLoad;
        await route.continue();
      });
      if (time === 0) await page.goto(`${publicUrl}/forms/${form.at('id')}/fill`);
      else await page.reload();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await second.waitFor();
      load();
      await page.getByRole('button', { name: 'Add my location' }).waitFor();
      assert.equal(await second.isVisible(), true);
      await page.goBack();
      await first.waitFor();
      await page.unroute('**/assets/notes-*');
    }
    await context.close();
  });
});
