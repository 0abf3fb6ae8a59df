// `npm run screenshots [-- [--language de] [--look desk-light] [DIR [NAME…]]]`: makes a picture of every page of the web app
// with the demo organisation, on a phone and on a desktop, in light and dark mode.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { startServer } from '#app.ts';
import { readSettings } from '#config/settings.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices } from '#services.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { makeExportLog } from '../test/support/export-log.ts';
import { NO_MAIL_SERVER } from '../test/support/no-mail-server.ts';
import { LOOKS, openListed, openPage, PAGES, signInAt } from '../test/support/web-pages.ts';
import { makeWebhookLog } from '../test/support/webhook-log.ts';
import { createDemoClock } from './demo/demo-clock.ts';
import { makeOrganisation } from './demo/organisation.ts';
import { makePassword } from './demo/password.ts';
import { readPairs, translatedPage } from './translated-page.ts';

const { values, positionals } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    look: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const { language } = values;
/** The named looks, or all of them. */
const looks = LOOKS.filter(({ name }) => values.look.length === 0 || values.look.includes(name));
const [folder = 'screenshots', ...names] = positionals;
/** The named pages, or all of them. */
const pages = PAGES.filter(({ name }) => names.length === 0 || names.includes(name));

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-screenshots-'));
  const settings = readSettings({
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_PORT: '0',
    ...NO_MAIL_SERVER,
  });
  const clock = createDemoClock();
  const log = pino({ level: 'error' });
  const services = await openServices({ settings, clock, random: systemRandom, log });
  const password = makePassword(systemRandom);
  const { signIns, account } = await makeOrganisation(services, clock, password);
  await makeWebhookLog(services, account.accountId);
  await makeExportLog(services, account);
  const server = await startServer(services);
  const browser = await launchChromium();
  try {
    mkdirSync(folder, { recursive: true });
    const userName = signIns[0]?.userName ?? '';
    await takeAll(browser, server.publicUrl, { userName, password });
  } finally {
    await browser.close();
    await server.close();
    await services.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function takeAll(
  browser: Browser,
  baseUrl: string,
  who: { readonly userName: string; readonly password: string },
): Promise<void> {
  const pairs = language === 'en' ? [] : await readPairs(language);
  for (const { name, ...look } of looks) {
    const context = await browser.newContext({ ...look, ignoreHTTPSErrors: true });
    const english = await context.newPage();
    await signInAt(english, baseUrl, who);
    const page = language === 'en' ? english : translatedPage(english, pairs);
    await page.evaluate(`localStorage.setItem('language', ${JSON.stringify(language)})`);
    const stranger = await browser.newContext({
      ...look,
      ignoreHTTPSErrors: true,
      locale: language,
    });
    const front = await stranger.newPage();
    await openPage(front, `${baseUrl}/sign-in`);
    await take(front, `sign-in-${name}`);
    await stranger.close();
    for (const each of pages) {
      await openListed(page, baseUrl, each);
      await take(page, `${each.name}-${name}`);
      for (const dialog of each.dialogs ?? []) {
        await dialog.open(page);
        await take(page, `${each.name}-${dialog.name}-${name}`);
        await openListed(page, baseUrl, each);
      }
    }
    await context.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  // A long list contains only its visible rows, so it can't be pictured in full.
  const isList = (await page.getByRole('table').count()) > 0;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isList });
}

await main();
