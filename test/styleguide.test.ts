// The style guide shows every component of the web app, and is not part of the web app.
// Nightly: it builds and opens each component.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './support/accessibility.ts';
import { launchChromium } from './support/chromium.ts';
import { IS_DEEP } from './support/timing.ts';
import { watchFaults } from './support/web-pages.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

/** Each language, scheme and size; in `npm run test:deep` each pair of them. */
const VISITS = [
  ['English', 'en', 'light', DESK],
  ['Deutsch', 'de', 'dark', PHONE],
  ...(IS_DEEP
    ? ([
        ['English', 'en', 'dark', PHONE],
        ['Deutsch', 'de', 'light', PHONE],
        ['Deutsch', 'de', 'dark', DESK],
      ] as const)
    : []),
] as const;
const DIALOG_SCHEMES = IS_DEEP ? (['light', 'dark'] as const) : (['dark'] as const);

/** Of the folders whose components are for every page. */
const FILES = globSync('web/src/{components,lists}/*.tsx').map((path) =>
  path.replaceAll('\\', '/').replace(/^web/, ''),
);

/**
 * Returns the exported components that are not drawn now. React holds what it draws in a tree of its own, whose root is a
 * member of the element: a component is drawn when the function that its file exports is in that tree.
 */
const NOT_DRAWN = `(async (files) => {
  const root = document.getElementById('root');
  const key = Object.keys(root).find((each) => each.startsWith('__reactContainer'));
  const drawn = new Set();
  const ahead = [root[key].stateNode.current];
  for (let fibre = ahead.pop(); fibre; fibre = ahead.pop()) {
    drawn.add(fibre.elementType).add(fibre.type);
    ahead.push(...[fibre.child, fibre.sibling].filter(Boolean));
  }
  const missing = [];
  for (const file of files) {
    for (const [name, value] of Object.entries(await import(file))) {
      const isComponent = /^[A-Z]/.test(name) && (typeof value === 'function' || value?.$$typeof !== undefined);
      if (isComponent && !drawn.has(value)) missing.push(file + ' ' + name);
    }
  }
  return missing;
})(${JSON.stringify(FILES)})`;

describe('the style guide', () => {
  let browser: Browser;
  let child: ChildProcess;
  let address = '';
  before(async () => {
    browser = await launchChromium();
    child = spawn(process.execPath, ['tools/styleguide.ts', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(child.stdout);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    address = /http:\S+/.exec(String(line))?.[0] ?? '';
  });
  after(async () => {
    await browser.close();
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  });

  const openGuide = async (part = '') => {
    const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await page.goto(address + part);
    await page.getByRole('heading', { level: 1, name: 'Style guide' }).waitFor();
    return { page, faults };
  };
  const wear = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  };
  const opener = (page: Page) => page.locator('[data-part=dialogs] button');
  /** Opens what the button opens, and closes it once it was looked at. */
  const within = async (page: Page, at: number, look: () => Promise<void>): Promise<void> => {
    await opener(page).nth(at).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await look();
    const stored = dialog.getByRole('checkbox', { name: /stored|gespeichert/ });
    if ((await stored.count()) === 0) await page.keyboard.press('Escape');
    else {
      await stored.check();
      await dialog.getByRole('button', { name: /^(?:Done|Fertig)$/ }).click();
    }
    await dialog.waitFor({ state: 'hidden' });
  };

  test('every component has a place in it', async () => {
    assert.ok(FILES.length > 30, `${FILES.length} files`);
    const { page, faults } = await openGuide();
    let missing = await page.evaluate<readonly string[]>(NOT_DRAWN);
    assert.ok(missing.some((each) => each.endsWith(' SecretDialog')));
    for (let at = 0; at < (await opener(page).count()); at += 1) {
      await within(page, at, async () => {
        const still = await page.evaluate<readonly string[]>(NOT_DRAWN);
        missing = missing.filter((each) => still.includes(each));
      });
    }
    assert.deepEqual(missing, []);
    assert.deepEqual(faults, []);
  });

  test('everybody can use each part, in both languages and schemes, on a desk and on a phone', async () => {
    const { page } = await openGuide();
    for (const [language, lang, colorScheme, viewport] of VISITS) {
      await page.getByText(language, { exact: true }).click();
      await page.locator(`html[lang=${lang}]`).waitFor();
      await wear(page, colorScheme);
      await page.setViewportSize(viewport);
      const name = `${language}, ${colorScheme}, ${viewport.width}`;
      assert.deepEqual(await findViolations(page), [], name);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(overflow, 0, `${name} is wider than the window`);
    }
  });

  test('everybody can use each dialog', async () => {
    const { page } = await openGuide('?part=dialogs');
    for (const colorScheme of DIALOG_SCHEMES) {
      await wear(page, colorScheme);
      for (let at = 0; at < (await opener(page).count()); at += 1) {
        await within(page, at, async () => assert.deepEqual(await findViolations(page), []));
      }
    }
  });
});

test('the build that people get has nothing of the style guide', () => {
  const manifest = readFileSync('web/dist/.vite/manifest.json', 'utf8');
  assert.match(manifest, /src\/pages\/home\/home-page\.tsx/);
  assert.doesNotMatch(manifest, /styleguide/);
  const scripts = globSync('web/dist/assets/*.js');
  assert.ok(scripts.length > 30);
  const withGuide = scripts.filter((path) => readFileSync(path, 'utf8').includes('guide-swatch'));
  assert.deepEqual(
    withGuide.map((path) => basename(path)),
    [],
  );
  assert.deepEqual(globSync('web/dist/styleguide*'), []);
});
