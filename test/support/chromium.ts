// The browser of the browser tests: the Chromium of the system, driven by playwright-core, which includes no browser.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Without a network, Chromium's background requests would fail many at a time.
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

/** Returns the path of the browser: TEST_CHROMIUM, or else the usual paths; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env['TEST_CHROMIUM'];
  return [...(named === undefined ? CANDIDATES : [named])].find((path) => existsSync(path));
}

/**
 * Starts a headless browser with its own empty profile. Close it with `browser.close()`.
 * @param more arguments for its command line
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
