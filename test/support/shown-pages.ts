// What the pages of a failed browser test showed, in its output: a failure on a machine that nobody looks at is
// otherwise only "timeout".
import type { Browser } from 'playwright-core';

const browsers = new Set<Browser>();

/** Remembers a browser until it is closed. */
export function watchBrowser(browser: Browser): void {
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
}

const LONGEST = 3000;

/** Returns the address and the accessible content of each open page. */
export async function shownPages(): Promise<readonly string[]> {
  const pages = [...browsers].flatMap((each) =>
    each.contexts().flatMap((context) => context.pages()),
  );
  return await Promise.all(
    pages.map(async (page) => {
      const text = await page
        .locator('body')
        .ariaSnapshot({ timeout: 2000 })
        .catch((error: unknown) => `(unreadable: ${String(error).split('\n', 1)[0]})`);
      return `${page.url()} showed: ${text.replaceAll(/\s+/g, ' ').slice(0, LONGEST)}`;
    }),
  );
}
