// The browser of the browser tests: the Chromium of the system, driven by playwright-core, which includes no browser.
// Debian also packages it without its windows, which takes a third less processor time for the same pages.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const WITHOUT_WINDOWS = '/usr/lib/chromium/chromium-headless-shell';
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
  '  Debian:          sudo apt-get install chromium chromium-headless-shell',
  '  Ubuntu:          sudo apt-get install chromium',
  '  macOS:           brew install --cask chromium',
  'Or name one that is installed elsewhere: TEST_CHROMIUM=/path/to/chromium',
].join('\n');

/** Returns the path of the browser: TEST_CHROMIUM, or else the usual paths; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env['TEST_CHROMIUM'];
  return [...(named === undefined ? CANDIDATES : [named])].find((path) => existsSync(path));
}

/** Whether it is there already, or is not looked for. */
export const hasWithoutWindows = (): boolean =>
  process.env['TEST_CHROMIUM'] !== undefined || existsSync(WITHOUT_WINDOWS);

interface Launch {
  /** For what only the browser around the pages can do, such as to install them as an app. */
  readonly whole?: true;
}

/**
 * Starts a headless browser with its own empty profile. Close it with `browser.close()`.
 * @param more arguments for its command line
 */
export async function launchChromium(
  more: readonly string[] = [],
  { whole }: Launch = {},
): Promise<Browser> {
  const isLight = whole === undefined && process.env['TEST_CHROMIUM'] === undefined;
  const executablePath = isLight && hasWithoutWindows() ? WITHOUT_WINDOWS : findChromium();
  if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to run as root
  return await chromium.launch({
    executablePath,
    args: [...ARGUMENTS, ...more],
    chromiumSandbox: !isRoot,
  });
}
