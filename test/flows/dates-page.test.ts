// Dates on the pages, in a real browser: what ends in weeks or years is shown with its day.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const DAY_MS = 86_400_000;

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

  test('a credential that ends in months or in a year shows the day, in the language of the page', async () => {
    const admin = await adminBrowser(node);
    const ends = [60, 400].map((days) => new Date(Date.now() + days * DAY_MS));
    for (const at of ends) {
      const body = {
        name: at.toISOString(),
        actsAsUserId: node.account.userId,
        expiresInSeconds: Math.round((at.getTime() - Date.now()) / 1000),
      };
      const made = await admin.send('POST', '/app/v1/credentials', { body });
      assert.equal(made.status, 201, made.text);
    }
    for (const [locale, own, shown] of [
      ['en', 'en-US', 'en-US'],
      ['en', 'en-GB', 'en-GB'],
      ['en', 'de-DE', 'en'],
      ['de', 'en-GB', 'de'],
    ] as const) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: own });
      const tab = await context.newPage();
      await signInByRequest(tab, node.server.publicUrl, {
        userName: 'admin',
        password: ADMIN_PASSWORD,
      });
      await tab.addInitScript(`localStorage.setItem('language', '${locale}')`);
      await openPage(tab, `${node.server.publicUrl}/settings/credentials`);
      const text = (await tab.getByRole('table').textContent()) ?? '';
      for (const at of ends) {
        const day = at.toLocaleDateString(shown, { dateStyle: 'medium' });
        assert.ok(text.includes(day), `${day} is not in: ${text}`);
      }
      await context.close();
    }
  });
});
