// Finds bars that stay in their place while a page scrolls, and hide what is read in a low window.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

const STEP = 8;

interface Covered {
  readonly covered: number;
  /** The beginning of what each bar says. */
  readonly bars: readonly string[];
}

/** Finds bars that stay while the page scrolls, and the pixels of the window's height that they take in its middle. */
const COVERED = `{
  let covered = 0;
  const bars = new Set();
  const modal = document.querySelector('[role=dialog][aria-modal=true]');
  for (let y = ${STEP / 2}; y < innerHeight; y += ${STEP}) {
    let each = document.elementFromPoint(innerWidth / 2, y);
    // What is behind a dialog is not read.
    if (modal && !modal.contains(each)) continue;
    // Notices go by themselves.
    if (each?.closest('.mantine-Notifications-root')) continue;
    while (each && each !== modal) {
      const { position } = getComputedStyle(each);
      if (position === 'sticky' || position === 'fixed') {
        covered += ${STEP};
        bars.add(each.textContent.slice(0, 60));
        break;
      }
      each = each.parentElement;
    }
  }
  ({ covered, bars: [...bars] });
}`;

/** At 400 %, bars that stay in their place leave half of the window to what is read (WCAG 2.2, 1.4.10 and 2.4.11). */
export async function assertNothingCovers(page: Page): Promise<void> {
  const { covered, bars }: Covered = await page.evaluate(COVERED);
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(covered <= height / 2, `${bars.join(' · ')} cover ${covered} pixels: ${page.url()}`);
}

/** The page changes its layout a moment after the window has another size. */
export async function assertFits(page: Page): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  for (let tries = 0; tries < 50 && (await overflow()) !== 0; tries += 1) {
    await page.waitForTimeout(20);
  }
  assert.equal(await overflow(), 0, `wider than the window: ${page.url()}`);
}
