// How little a browser asks for until somebody can sign in, and how they get from there into the app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { watchFaults } from '../support/web-pages.ts';

const MOST_REQUESTS = 12;

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
});
