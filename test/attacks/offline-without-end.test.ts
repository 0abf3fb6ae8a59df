// An attacker finds a lost device and keeps it offline. Without a limit, the owner's unfinished forms could be opened
// forever, even after the session has ended.
// Nightly: a browser for long.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { assertAccessible, signInAt } from '../support/web-pages.ts';

const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };
const DAY_MS = 86_400_000;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const { send } = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION };
    const id = (await send('POST', '/app/v1/templates', { body })).at('id');
    await send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a form opens off the network for two weeks, and then to its owner, with all that was typed', async () => {
    const { publicUrl } = node.server;
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInAt(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await page.goto(`${publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('Site').fill('North pier');
    await page.getByText(/^Saved/).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(context, true);
    await page.getByLabel('Site').fill('North pier, gate 3');
    await page.getByText(/^Not sent yet/).waitFor();
    /** Pretends that the service last answered this long ago. */
    const lastAnswered = (ago: number) =>
      page.evaluate(
        `(() => {
          const kept = JSON.parse(localStorage.getItem('session'));
          localStorage.setItem('session', JSON.stringify({ ...kept, at: Date.now() - ${ago} }));
        })()`,
      );
    await lastAnswered(13 * DAY_MS);
    await page.reload();
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier, gate 3');
    await lastAnswered(15 * DAY_MS);
    await page.reload();
    await page.getByText('Your entries here are kept').waitFor();
    assert.ok(!(await page.content()).includes('North pier'));
    await assertAccessible(page);
    await lastAnswered(-15 * DAY_MS);
    await page.reload();
    await page.getByText('Your entries here are kept').waitFor();

    await setOffline(context, false);
    await page.reload();
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier, gate 3');
    await page.getByText(/^Saved/).waitFor();
  });
});
