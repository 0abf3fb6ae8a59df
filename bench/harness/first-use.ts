// Opens pages in a real browser as people on a phone do, and tells when the first of each can be used.
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type PeerCertificate } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../../test/support/chromium.ts';
import { slow } from './slow-processor.ts';

/** A page, and what of it can be used first. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** CSS, of what somebody can use: no skeleton matches it. */
  readonly usable: string;
  /** Whether it is a field, in which a letter has to stay. */
  readonly isField: boolean;
}

/** Of one visit to a page, until it could be used. */
export interface Visit {
  readonly seconds: number;
  readonly requests: number;
  /** Names of the scripts, below `/assets/`. */
  readonly scripts: readonly string[];
  /** Cumulative layout shift, a second longer. */
  readonly shift: number;
}

const PHONE = { width: 390, height: 844 };
const SETTLE_MS = 1000;
const LONGEST_MS = 60_000;
const ASKED_EVERY_MS = 200;
const ASSETS = new URL('../../web/dist/assets/', import.meta.url);

/** Starts a browser that trusts the certificate of a server, because it caches nothing of one that it does not trust. */
export async function browserTrusting(port: number, ca: string): Promise<Browser> {
  const { raw } = await certificateOf(port, ca);
  const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(key).digest('base64');
  return launchChromium([`--ignore-certificate-errors-spki-list=${pin}`]);
}

async function certificateOf(port: number, ca: string): Promise<PeerCertificate> {
  const socket = connect({ host: 'localhost', port, ca });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate();
  } finally {
    socket.destroy();
  }
}

/** @param cookie of a session, as `NAME=VALUE`; undefined for nobody signed in */
export async function openPhone(
  browser: Browser,
  origin: string,
  cookie: string | undefined,
): Promise<BrowserContext> {
  // What the service worker fetches ahead would take the line from the visit that is measured.
  const context = await browser.newContext({
    viewport: PHONE,
    serviceWorkers: 'block',
    locale: 'en-US',
  });
  const [name = '', ...value] = cookie?.split('=') ?? [];
  if (cookie !== undefined) {
    await context.addCookies([
      { name, value: value.join('='), url: origin, secure: true, httpOnly: true, sameSite: 'Lax' },
    ]);
  }
  return context;
}

/** Opens a page, with Chromium's throttle at a rate. @throws Error if it can't be used within a minute */
export async function visit(
  context: BrowserContext,
  origin: string,
  { path, usable, isField }: Screen,
  rate: number,
): Promise<Visit> {
  const page = await context.newPage();
  try {
    await slow(page, rate);
    await page.addInitScript(watch(usable));
    await page.goto(origin + path, { waitUntil: 'commit', timeout: LONGEST_MS });
    await page.waitForFunction(() => Reflect.get(globalThis, 'usableAt'), undefined, {
      timeout: LONGEST_MS,
      // Asked for with each frame, it would take the page itself some of its time.
      polling: ASKED_EVERY_MS,
    });
    const seen = await page.evaluate(readVisit);
    await page.waitForTimeout(SETTLE_MS);
    if (isField) await typeInto(page, usable);
    const shift = await page.evaluate(() => Number(Reflect.get(globalThis, 'shift')));
    return { ...seen, shift };
  } finally {
    await page.close();
  }
}

/** Runs in the page before its own scripts: notes when `selector` can be used, and what moved. */
const watch = (selector: string): string => `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const found = document.querySelector(${JSON.stringify(selector)});
    const isShown = found?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (isShown && !found.matches(':disabled')) globalThis.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

function readVisit(): Omit<Visit, 'shift'> {
  const usableAt = Number(Reflect.get(globalThis, 'usableAt'));
  const loaded = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < usableAt);
  const paths = loaded.map(({ name }) => new URL(name).pathname);
  return {
    seconds: usableAt / 1000,
    // The page itself is no resource of it.
    requests: paths.length + 1,
    scripts: paths.flatMap((each) => /^\/assets\/(.*\.js)$/.exec(each)?.[1] ?? []),
  };
}

async function typeInto(page: Page, selector: string): Promise<void> {
  const field = page.locator(selector).first();
  await field.click();
  await page.keyboard.type('a');
  const value = await field.inputValue();
  if (!value.endsWith('a')) throw new Error(`what is typed into ${selector} does not stay there`);
}

/** The bytes of scripts as the server sends them to a browser without brotli. */
export const gzippedBytes = (scripts: readonly string[]): number =>
  [...new Set(scripts)].reduce(
    (sum, name) => sum + readFileSync(fileURLToPath(new URL(`${name}.gz`, ASSETS))).length,
    0,
  );
