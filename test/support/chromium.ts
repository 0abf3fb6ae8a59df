// The browser of the browser tests: the Chromium of the system, driven by playwright-core, which includes no browser.
// Debian also packages it without its windows, which takes a third less processor time for the same pages.
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { watchBrowser } from './shown-pages.ts';

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

/**
 * For tests, whose pages live for seconds: to optimise their scripts takes more processor time than it saves, a tenth of
 * all that a page takes. What a script does is the same.
 */
const BRIEFLY = '--js-flags=--no-turbofan,--no-maglev';

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

/** The longest wait for something on a page, which only a busy machine reaches. */
const PATIENCE_MS = 60_000;

/** Browsers by how they were started: to start one takes longer than to open most pages. */
const running = new Map<string, Promise<Browser>>();
/** A program that a test starts inherits the environment of the test, and is none. */
const IS_TEST =
  process.env['NODE_TEST_CONTEXT'] !== undefined && /\.test\.m?[jt]s$/.test(process.argv[1] ?? '');
if (IS_TEST) {
  after(async () => {
    for (const browser of running.values()) await (await browser).close();
  });
}

/**
 * Returns a headless browser whose contexts are its own, each with an empty profile. Close it with `browser.close()`. The
 * test files of a process share the program behind it.
 * @param more arguments for its command line
 */
export async function launchChromium(
  more: readonly string[] = [],
  launch: Launch = {},
): Promise<Browser> {
  if (!IS_TEST) return await start(more, launch);
  const key = JSON.stringify([more, launch]);
  const known = await running.get(key);
  if (known?.isConnected()) return withOwnContexts(known);
  const started = start([BRIEFLY, ...more], launch);
  running.set(key, started);
  return withOwnContexts(await started);
}

/** Closing it closes the contexts that it opened, and nothing of another test file. */
function withOwnContexts(browser: Browser): Browser {
  const contexts = new Set<BrowserContext>();
  const own: Pick<Browser, 'close' | 'contexts' | 'newContext' | 'newPage'> = {
    contexts: () => [...contexts],
    async newContext(options) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      return context;
    },
    async newPage(options) {
      return await (await own.newContext(options)).newPage();
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function start(more: readonly string[], { whole }: Launch): Promise<Browser> {
  const isLight = whole === undefined && process.env['TEST_CHROMIUM'] === undefined;
  const executablePath = isLight && hasWithoutWindows() ? WITHOUT_WINDOWS : findChromium();
  if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to run as root
  const browser = await chromium.launch({
    executablePath,
    args: [...ARGUMENTS, ...more],
    chromiumSandbox: !isRoot,
  });
  watchBrowser(browser);
  return browser;
}
