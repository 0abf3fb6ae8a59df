// The first thing that anybody sees: the set-up link of an empty instance in a real browser, by
// keyboard alone, on a phone and on a desk, in the light and in the dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forEachEngine } from '../support/engines.ts';
import { startEmptyInstance } from '../support/instance.ts';

const PASSWORD = 'seven quiet harbours at dusk';
const LOOKS = {
  sqlite: [
    { width: 390, height: 844, colorScheme: 'light' },
    { width: 1280, height: 800, colorScheme: 'dark' },
  ],
  postgres: [
    { width: 390, height: 844, colorScheme: 'dark' },
    { width: 1280, height: 800, colorScheme: 'light' },
  ],
} as const;

forEachEngine((engine) => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const { width, height, colorScheme } of LOOKS[engine.name]) {
    test(`from the link to the first token, ${width} pixels wide, ${colorScheme}`, async (t) => {
      const node = await startEmptyInstance(engine);
      t.after(() => node.close());
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        ignoreHTTPSErrors: true,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      t.after(() => context.close());
      const link = node.server.setUpLink ?? '';
      const { page, faults } = await openPage(() => context.newPage());

      await page.goto(`${node.server.publicUrl}/set-up`);
      await assertDead(page, /Open the whole link/);

      await openLink(page, link);
      await assertAccessible(page);
      await makeMistakes(page);
      await createAccount(page);
      const { clientId, clientSecret } = await copyCredential(page);
      const token = await node.token(clientId, clientSecret);
      assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);

      // Shown once: neither a reload nor the link shows it again.
      await page.reload();
      assert.doesNotMatch(await page.content(), new RegExp(clientSecret));
      await openLink(page, link);
      await type(page, ['Acme', 'admin', PASSWORD]);
      await page.keyboard.press('Enter');
      await assertDead(page, /set up already/);

      // The other page that strangers see.
      await page.goto(`${node.server.publicUrl}/pages/basic-authentication`);
      await assertAccessible(page);

      assert.deepEqual(faults, []);
      const logs = node.logs.join('');
      for (const secret of [clientSecret, PASSWORD, new URL(link).hash.slice(1)]) {
        assert.ok(!logs.includes(secret));
      }
    });
  }

  test('a link that is not the newest, and a service that is gone, are told apart', async (t) => {
    const node = await startEmptyInstance(engine);
    let running = true;
    const stop = async () => {
      if (running) await node.close();
      running = false;
    };
    t.after(stop);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const { page } = await openPage(() => context.newPage());
    const link = node.server.setUpLink ?? '';
    await page.goto(`${link.slice(0, -4)}abcd`);
    await type(page, ['Acme', 'admin', PASSWORD]);
    await page.keyboard.press('Enter');
    await assertDead(page, /used or replaced.*Restart the service/);

    await openLink(page, link);
    await type(page, ['Acme', 'admin', PASSWORD]);
    await stop();
    await page.keyboard.press('Enter');
    await assertSays(page, /did not answer.*try again/);
    assert.equal(await page.locator('#userName').inputValue(), 'admin', 'nothing typed is lost');
  });
});

/** A page, and what went wrong in it: scripts that fail, and what the policy of the page refused. */
async function openPage(
  newPage: () => Promise<Page>,
): Promise<{ readonly page: Page; readonly faults: readonly string[] }> {
  const page = await newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser itself notes each 4xx that a script was answered with.
    const isNote = /^Failed to load resource/.test(message.text());
    if (message.type() === 'error' && !isNote) faults.push(message.text());
  });
  return { page, faults };
}

/** As if typed into the address bar of an empty tab. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  assert.equal(await focused(page), 'accountName', 'ready to type');
}

async function makeMistakes(page: Page): Promise<void> {
  // Two at once, each told at its field; the focus is on the first.
  await type(page, ['Acme', '', 'too short']);
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'userName');
  assert.equal(await faultAt(page, 'accountName'), '');
  assert.equal(await faultAt(page, 'userName'), 'Please fill this in.');
  assert.equal(await faultAt(page, 'password'), 'At least 15 characters, please.');
  await assertAccessible(page);
  // One that only the server can know.
  await type(page, ['admin', 'acme acme acme acme']);
  await page.keyboard.press('Enter');
  await page.locator('#passwordError', { hasText: 'easy to guess' }).waitFor();
  assert.equal(await focused(page), 'password');
  assert.equal(await faultAt(page, 'userName'), '');
  await assertAccessible(page);
}

/** From the password on. */
async function createAccount(page: Page): Promise<void> {
  await type(page, [PASSWORD]);
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'showPassword');
  await page.keyboard.press('Space');
  assert.equal(await page.locator('#password').getAttribute('type'), 'text');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'submit');
  await page.keyboard.press('Enter');
  await page.locator('#done').waitFor();
  assert.equal(await focused(page), 'doneTitle');
  assert.equal(await page.locator('#start').isVisible(), false);
  assert.doesNotMatch(page.url(), /#/, 'the link is not left in the history');
  await assertAccessible(page);
}

async function copyCredential(page: Page) {
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'copy');
  await page.keyboard.press('Enter');
  await page.locator('#copied', { hasText: 'Copied.' }).waitFor();
  const text = String(await page.evaluate('navigator.clipboard.readText()'));
  const [, clientId = '', clientSecret = ''] =
    /^client_id=(.+)\nclient_secret=(.+)\n$/.exec(text) ?? [];
  assert.notEqual(clientSecret, '', text);
  assert.equal(await page.locator('#clientId').textContent(), clientId);
  assert.equal(await page.locator('#clientSecret').textContent(), clientSecret);
  const curl = (await page.locator('#curl').textContent()) ?? '';
  assert.ok(curl.includes(`-d client_id=${clientId}`) && curl.includes(clientSecret));
  return { clientId, clientSecret };
}

/** Into the field that has the focus, and into those behind it; what was there is replaced. */
async function type(page: Page, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }
}

const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement?.id');

/** What stands at a field because it is wrong, and what a screen reader says of it. */
async function faultAt(page: Page, id: string): Promise<string> {
  const fault = (await page.locator(`#${id}Error`).textContent()) ?? '';
  const field = page.locator(`#${id}`);
  assert.match((await field.getAttribute('aria-describedby')) ?? '', new RegExp(`^${id}Error`));
  assert.equal(await field.getAttribute('aria-invalid'), fault === '' ? null : 'true');
  assert.equal(await page.locator(`#${id}Error`).isVisible(), fault !== '');
  return fault;
}

async function assertSays(page: Page, words: RegExp): Promise<void> {
  await page.locator('#problem:focus').waitFor();
  assert.match((await page.locator('#problem').textContent()) ?? '', words);
}

/** There is nothing left to fill in. */
async function assertDead(page: Page, words: RegExp): Promise<void> {
  await assertSays(page, words);
  assert.equal(await page.locator('form').isVisible(), false);
  await assertAccessible(page);
}

/** No violation that axe finds, and nothing that has to be scrolled to sideways. */
async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  assert.deepEqual(found, []);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(overflow, 0, 'wider than the window');
}
