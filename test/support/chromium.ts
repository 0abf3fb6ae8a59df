// The browser of the browser tests: a Chromium of the system, driven by playwright-core, which
// brings none of its own.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// A machine without a network refuses, many at a time, what Chromium asks for in the background.
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const CHROMIUM_MISSING = [
  'The browser tests need Chromium, and none was found.',
  '  Debian, Ubuntu:  sudo apt-get install chromium',
  '  macOS:           brew install --cask chromium',
  'Or name one that is installed elsewhere: TEST_CHROMIUM=/path/to/chromium',
].join('\n');

/** Path of the browser: TEST_CHROMIUM, else the usual places; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env['TEST_CHROMIUM'];
  return [...(named === undefined ? PLACES : [named])].find((path) => existsSync(path));
}

/**
 * Starts a headless browser with an empty profile of its own. Close it with `browser.close()`.
 * `more` are arguments of its command line.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to run as root
  return await chromium.launch({
    executablePath,
    args: [...ARGUMENTS, ...more],
    chromiumSandbox: !isRoot,
  });
}
