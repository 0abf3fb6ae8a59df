import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { setOffline } from '../../test/support/network.ts';
import {
  isSettled,
  openListed,
  openPage,
  type PAGES,
  signInByRequest,
} from '../../test/support/web-pages.ts';
import { readPairs, translatedPage } from '../translated-page.ts';
import type { Sitting } from './plan.ts';
import type { PicturedService } from './service.ts';

export type PicturedPage = (typeof PAGES)[number];

/** A page that does not come to rest by then is pictured as it is, and named at the end. */
const PATIENCE_MS = 15_000;
const QUIET_MS = 5_000;
/** What people open where there is no network. */
const OFFLINE = new Set(['home', 'my-forms', 'form', 'new-form', 'fill', 'outbox']);
const FAILURE = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 500, code: 'internal', requestId: 'req_01JD8Q4Z7M3XKV9T' }),
};

export interface Camera {
  /** Pictures a page and its dialogs, as far as the set has them. */
  shoot(listed: PicturedPage): Promise<void>;
  /** Pictures the page to sign in. */
  shootFront(): Promise<void>;
  close(): Promise<void>;
}

interface CameraInput {
  readonly browser: Browser;
  readonly service: PicturedService;
  readonly sitting: Sitting;
  readonly folder: string;
  /** Told of each picture, and of each page that did not open. */
  readonly tell: (name: string, fault?: unknown) => void;
}

/** Opens a browser for a sitting, and signs in. */
export async function openCamera(input: CameraInput): Promise<Camera> {
  const { browser, service, sitting } = input;
  const { language, look } = sitting;
  const { viewport, colorScheme } = look;
  const options = { viewport, colorScheme, ignoreHTTPSErrors: true, locale: language };
  // A route of the driver does not see what a service worker fetches.
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await signedIn(context, input);
  const seen = new Set<string>();
  const shootFaulty = async (listed: PicturedPage): Promise<void> => {
    await openListed(page, service.url, listed);
    // Tabs of the builder have one address, and its first request is the same.
    if (seen.has(page.url())) return;
    seen.add(page.url());
    await page.route(/\/app\/v1\/(?!session$)/, (route) => route.fulfill(FAILURE));
    await reopen(page);
    await take(input, page, listed.name);
    await page.unroute(/\/app\/v1\/(?!session$)/);
    if (OFFLINE.has(listed.name)) await shootOffline(input, options, listed);
  };
  const shootFull = async (listed: PicturedPage): Promise<void> => {
    await openListed(page, service.url, listed);
    await take(input, page, listed.name);
    for (const [at, dialog] of (listed.dialogs ?? []).entries()) {
      // The one before is still open.
      if (at > 0) await openListed(page, service.url, listed);
      await dialog.open(page);
      await take(input, page, `${listed.name}-${dialog.name}`);
    }
  };
  const shootEmpty = async (listed: PicturedPage): Promise<void> => {
    // What is opened from a list is not there.
    if (listed.isFirstOfList === true || listed.enter !== undefined) return;
    await openPage(page, service.url + listed.path);
    await take(input, page, listed.name);
  };
  const shootIn = { full: shootFull, empty: shootEmpty, faulty: shootFaulty }[sitting.set];
  return {
    async shoot(listed) {
      try {
        await shootIn(listed);
      } catch (fault) {
        await take(input, page, `${listed.name}-fault`).catch(() => undefined);
        input.tell(listed.name, fault);
      }
    },
    async shootFront() {
      const stranger = await browser.newContext(options);
      const front = await stranger.newPage();
      await openPage(front, `${service.url}/sign-in`);
      await take(input, front, 'sign-in');
      await stranger.close();
    },
    close: () => context.close(),
  };
}

async function signedIn(
  context: BrowserContext,
  { service, sitting: { language } }: CameraInput,
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('language', ${JSON.stringify(language)})`);
  await signInByRequest(page, service.url, service);
  return language === 'en' ? page : translatedPage(page, await readPairs(language));
}

/** In a browser of its own, which keeps the pages on the device before the network goes. */
async function shootOffline(
  input: CameraInput,
  options: Parameters<Browser['newContext']>[0],
  listed: PicturedPage,
): Promise<void> {
  const context = await input.browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await signedIn(context, input);
    await openListed(page, input.service.url, listed);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(context, true);
    await reopen(page);
    await take(input, page, `${listed.name}-offline`);
  } finally {
    await context.close();
  }
}

/** Loads a page again, and waits until it says what it has, or that it has nothing. */
async function reopen(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Some pages ask again and again while nothing answers.
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
}

async function take(input: CameraInput, page: Page, what: string): Promise<void> {
  const { folder, sitting, tell } = input;
  const { set, language, look } = sitting;
  const name = `${set}-${what}-${language}-${look.name}`;
  await isSettled(page);
  // A long list contains only its visible rows, and a dialog covers only the window: neither can be pictured in full.
  const isWindow = (await page.locator('[role=table], [role=dialog]').count()) > 0;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isWindow });
  tell(name);
}
