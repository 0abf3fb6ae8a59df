// The page "Logo, colour and fonts" in a real browser, and where they are seen: in the header, on buttons and at sign-in.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { contrastOf } from '#brand/accent.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { fontWith } from '../support/fonts.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

/** Too light for white text, and for links on white. */
const YELLOW = '#ffd400';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let context: BrowserContext;
  let page: Page;
  let organisation: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const { db, directory } = node.services;
    const account = await directory.readAccount(db.reader, node.account.accountId);
    organisation = account?.name ?? '';
    context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme: 'light' });
    page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  /** Returns a colour that the page computes, as `#rrggbb`. */
  const colourOf = async (of: Page, selector: string, property: string): Promise<string> => {
    const text = String(
      await of.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`),
    );
    const channels = text.match(/\d+/g)?.slice(0, 3) ?? [];
    return `#${channels.map((each) => Number(each).toString(16).padStart(2, '0')).join('')}`;
  };

  test('an admin chooses a colour by keyboard, sees what becomes of it, and every button takes it', async () => {
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/settings/brand`);
    const field = page.getByLabel('Your colour');
    await field.fill('yellow');
    await field.press('Enter');
    await page.getByText('This is not a colour.').waitFor();
    await field.fill(YELLOW);
    await page
      .getByRole('status')
      .filter({ hasText: `Where ${YELLOW} is too light` })
      .waitFor();
    await field.press('Enter');
    await page.getByText('Colour saved.').waitFor();
    await openPage(page, `${node.server.publicUrl}/settings/users`);
    const filled =
      '.mantine-Button-root[data-variant=filled], .mantine-Button-root:not([data-variant])';
    await page.locator(filled).first().waitFor();
    const [ground, text] = [
      await colourOf(page, filled, 'backgroundColor'),
      await colourOf(page, filled, 'color'),
    ];
    assert.notEqual(ground, '#0b5cad');
    assert.ok(contrastOf(ground, text) >= 4.5, `${text} on ${ground}`);
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  test('each suggestion shows its colour', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/brand`);
    const suggestions = page.locator('button[aria-pressed]');
    await suggestions.first().waitFor();
    const shown = new Set<string>();
    for (const each of await suggestions.all()) {
      const picture = sharp(await each.screenshot());
      const { width = 0, height = 0 } = await picture.metadata();
      // Beside the tick in the middle, and clear of the round edge.
      const spot = {
        left: Math.round(width / 5),
        top: Math.round(height / 2),
        width: 1,
        height: 1,
      };
      shown.add((await picture.extract(spot).removeAlpha().raw().toBuffer()).toString('hex'));
    }
    assert.equal(shown.size, await suggestions.count());
    assert.ok(shown.has('1f7a3d') && shown.has('6d3fc0'), [...shown].join());
  });

  test('a suggestion is chosen with its button, and an empty field is our own colour again', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/brand`);
    const violet = page.getByRole('button', { name: 'Violet' });
    await violet.press('Enter');
    assert.equal(await violet.getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByLabel('Your colour').inputValue(), '#6d3fc0');
    await page.getByRole('button', { name: 'Formstead blue' }).press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Colour saved.').waitFor();
    const brand = await page.request.get(`${node.server.publicUrl}/app/v1/account/brand`);
    assert.deepEqual(await brand.json(), {});
  });

  test('a logo stands in the header and at sign-in under the name of the organisation, until it is removed', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/brand`);
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: /^(Upload|Replace) logo$/ }).press('Enter');
      await (await chooser).setFiles({ name, mimeType, buffer });
    };
    await choose('a.png', 'image/png', Buffer.from('no picture'));
    await page.getByRole('alert').filter({ hasText: 'The picture is damaged' }).waitFor();
    const background = { r: 20, g: 90, b: 60 };
    const picture = sharp({ create: { width: 600, height: 120, channels: 3, background } });
    await choose('a.png', 'image/png', await picture.png().toBuffer());
    await page.getByText('Logo saved.').waitFor();
    const inHeader = page.getByRole('navigation').getByRole('img', { name: organisation });
    await inHeader.waitFor();
    await page.waitForFunction('document.querySelector("nav img")?.naturalWidth === 400');
    await assertAccessibleInAllLooks(page);

    const stranger = await browser.newContext({ ignoreHTTPSErrors: true });
    const front = await stranger.newPage();
    await openPage(front, `${node.server.publicUrl}/sign-in`);
    await front.getByRole('img', { name: organisation }).waitFor();
    await assertAccessibleInAllLooks(front);
    await stranger.close();

    await page.getByRole('button', { name: 'Remove logo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
    await page.getByText('No logo yet.').waitFor();
    await inHeader.waitFor({ state: 'detached' });
  });

  test('an admin uploads fonts for PDFs, three at most, and removes one, on a phone as well', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/brand`);
    const button = page.getByRole('button', { name: 'Upload font' });
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await button.press('Enter');
      await (await chooser).setFiles({ name, mimeType: '', buffer });
    };
    await page.getByText('No fonts yet.').waitFor();
    await choose('a.ttf', Buffer.from('no font'));
    await page
      .getByRole('alert')
      .filter({ hasText: 'not a font in the format TTF or OTF' })
      .waitFor();
    for (const [i, character] of ['日', '月', '火'].entries()) {
      await choose('a.ttf', fontWith(character));
      await page.getByRole('button', { name: 'Remove font' }).nth(i).waitFor();
    }
    await button.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 360, height: 740 });
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Remove font' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove font' }).click();
    await button.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove font' }).count(), 2);
  });
});
