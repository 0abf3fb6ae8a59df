// Turns the network of a browser on and off.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

interface Told {
  readonly session: CDPSession;
  offline: boolean;
}

const told = new WeakMap<Page, Told>();

/**
 * Turns the network off, or on again. Chromium separates two things: whether requests are answered, and what pages see
 * in `navigator.onLine` and its events. Newer versions reset the second one with the next page.
 */
export async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  await context.setOffline(offline);
  for (const page of context.pages()) {
    const known = told.get(page) ?? (await beginTelling(page));
    known.offline = offline;
    await tell(known);
  }
}

async function beginTelling(page: Page): Promise<Told> {
  const session = await page.context().newCDPSession(page);
  const known: Told = { session, offline: false };
  told.set(page, known);
  page.on('framenavigated', (frame) => {
    // The page may be closed by then.
    if (frame === page.mainFrame() && known.offline) void tell(known).catch(() => undefined);
  });
  return known;
}

async function tell({ session, offline }: Told): Promise<void> {
  await session.send('Network.overrideNetworkState', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
