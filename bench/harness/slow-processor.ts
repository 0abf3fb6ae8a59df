// A processor that is slower by a known factor. Chromium's own throttle slows work by more than the rate that it is given,
// and by how much depends on the machine and on what else it does.
import type { Browser, Page } from 'playwright-core';
import { spreadOf } from './figures.ts';

/** A rate for Chromium, and how many times as long work of a known size took at it. */
export interface Slowdown {
  readonly rate: number;
  readonly factor: number;
}

const TRIES = 8;
const MOST_RATE = 20;
const TURNS = 3;
/** How far from its aim a factor may be, as a share of it. */
const PRECISION = 0.04;

/** Slows the processor of a page. At rate 1 it is as fast as it is. */
export async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Finds the rate at which work takes `aim` times as long; of several tries the nearest. `from` is where it begins. */
export async function findSlowdown(browser: Browser, aim: number, from = aim): Promise<Slowdown> {
  const far = ({ factor }: Slowdown) => Math.abs(factor - aim) / aim;
  let nearest = await slowdownAt(browser, from);
  let last = nearest;
  for (let i = 1; i < TRIES && far(nearest) > PRECISION; i += 1) {
    const rate = 1 + ((last.rate - 1) * (aim - 1)) / Math.max(0.1, last.factor - 1);
    last = await slowdownAt(browser, Math.min(MOST_RATE, Math.max(1, rate)));
    if (far(last) < far(nearest)) nearest = last;
  }
  return nearest;
}

/** Measures how many times as long work takes at a rate. */
export async function slowdownAt(browser: Browser, rate: number): Promise<Slowdown> {
  const factors: number[] = [];
  // By turns: the machine may be busier for a while, which would count for one of them only.
  for (let i = 0; i < TURNS; i += 1) {
    const free = await timeWork(browser, 1);
    factors.push((await timeWork(browser, rate)) / free);
  }
  return { rate, factor: spreadOf(factors).median };
}

async function timeWork(browser: Browser, rate: number): Promise<number> {
  const page = await browser.newPage();
  try {
    await slow(page, rate);
    return await page.evaluate(work);
  } finally {
    await page.close();
  }
}

/** Runs in the page. @returns the milliseconds that a fixed piece of work takes, the least of several */
function work(): number {
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    let text = '';
    for (let i = 0; i < 100_000; i += 1)
      text = String(Number(text.slice(0, 6)) + i) + text.slice(0, 20);
    return performance.now() - begun;
  });
  return Math.min(...times);
}
