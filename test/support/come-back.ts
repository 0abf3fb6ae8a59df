import type { Page } from 'playwright-core';

/** Makes a page read again what it shows, as one does whose tab was in the background for a while. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const { now } = Date;
    Date.now = () => now() + 10_000;
    window.dispatchEvent(new Event('visibilitychange'));
  })()`);
