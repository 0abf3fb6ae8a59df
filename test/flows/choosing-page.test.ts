// What somebody has chosen stays when they choose it again: with the mouse, a finger or keys. Only the button for it clears.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, devices, type Locator, type Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

const colours = ['Red', 'Green'];
const DEFINITION = {
  elements: [
    { type: 'boolean', name: 'safe', title: 'Is it safe?' },
    { type: 'boolean', name: 'box', title: 'Is it clean?', renderAs: 'checkbox' },
    {
      type: 'boolean',
      name: 'bare',
      title: 'Is it dry?',
      renderAs: 'switch',
      titleLocation: 'hidden',
    },
    {
      type: 'radiogroup',
      name: 'colour',
      title: 'Colour',
      choices: colours,
      showClearButton: true,
    },
    { type: 'rating', name: 'state', title: 'State' },
    { type: 'rating', name: 'stars', title: 'Stars', rateType: 'stars' },
    { type: 'checkbox', name: 'tags', title: 'Tags', choices: ['Wet', 'Hot'] },
    {
      type: 'panel',
      name: 'inner',
      title: 'Inside',
      elements: [
        { type: 'radiogroup', name: 'shade', title: 'Shade', choices: ['Light', 'Dark'] },
        { type: 'boolean', name: 'new', title: 'Is it new?' },
        { type: 'text', name: 'text', title: 'Text' },
      ],
    },
    { type: 'dropdown', name: 'size', title: 'Size', choices: ['Small', 'Large'] },
    {
      type: 'matrixdynamic',
      name: 'parts',
      title: 'Parts',
      rowCount: 1,
      columns: [
        { name: 'whole', title: 'Whole', cellType: 'boolean' },
        { name: 'grade', title: 'Grade', cellType: 'rating' },
        { name: 'kind', title: 'Kind', cellType: 'radiogroup', choices: ['A', 'B'] },
        { name: 'what', title: 'What', cellType: 'text' },
      ],
    },
  ],
};

/** What is chosen of each question, by the text that is tapped. */
const CHOSEN = {
  safe: 'Yes',
  box: 'Yes',
  bare: 'No',
  colour: 'Green',
  state: '4',
  tags: 'Hot',
  parts: 'Yes',
};
const STORED = {
  safe: true,
  box: true,
  bare: false,
  colour: 'Green',
  state: 4,
  tags: ['Hot'],
  parts: [{ whole: true }],
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await publish('Choices', DEFINITION);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const publish = async (name: string, definition: object): Promise<void> => {
    const made = await admin.send('POST', '/app/v1/templates', { body: { name, definition } });
    assert.equal(made.status, 201, made.text);
    const path = `/app/v1/templates/${made.at('id')}/publish`;
    const published = await admin.send('POST', path, { body: {} });
    assert.equal(published.status, 200, published.text);
  };
  const begin = async (
    name = 'Choices',
    device: object = {},
    watch: (page: Page) => void = () => undefined,
  ): Promise<Page> => {
    const context = await browser.newContext({ ...device, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    watch(page);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name }).click();
    await page.waitForURL('**/fill');
    await page.locator('.survey-view [data-name]').first().waitFor();
    return page;
  };
  const stored = async (page: Page): Promise<unknown> => {
    await page.getByText(/^Saved at \d/).waitFor();
    const id = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1];
    return (await admin.send('GET', `/app/v1/forms/${id}`)).at('answers');
  };
  const field = (page: Page, name: string): Locator =>
    page.locator(`[data-name="${name}"]`).first();
  const option = (page: Page, name: string, text: string): Locator =>
    field(page, name)
      .locator('label')
      .filter({ hasText: new RegExp(`^\\s*${text}\\s*$`) });

  for (const [way, device, twice] of [
    ['a double click', {}, (what: Locator) => what.dblclick()],
    [
      'a double tap',
      devices['Pixel 7'],
      async (what: Locator) => {
        await what.scrollIntoViewIfNeeded();
        const { x, y, width, height } = (await what.boundingBox()) ?? assert.fail();
        const { touchscreen } = what.page();
        const tap = () => touchscreen.tap(x + width / 2, y + height / 2);
        await tap();
        await tap();
      },
    ],
  ] as const) {
    test(`${way} leaves what was chosen`, async () => {
      const page = await begin('Choices', device);
      for (const [name, text] of Object.entries(CHOSEN)) await twice(option(page, name, text));
      await twice(field(page, 'stars').locator('label').nth(2));
      await field(page, 'stars').locator('input:checked').waitFor({ state: 'attached' });
      assert.deepEqual(await stored(page), { ...STORED, stars: 3 });
      await page.context().close();
    });
  }

  test('keys leave what was chosen, and take a choice of several away', async () => {
    const page = await begin();
    for (const [name, text] of Object.entries(CHOSEN)) {
      const input = option(page, name, text).locator('input');
      await input.press('Space');
      if (name !== 'tags') await input.press('Space');
    }
    assert.deepEqual(await stored(page), STORED);
    const tag = option(page, 'tags', 'Hot').locator('input');
    await tag.press('Space');
    const first = option(page, 'safe', 'No').locator('input');
    await first.press('ArrowRight');
    const { tags: _, ...rest } = STORED;
    assert.deepEqual(await stored(page), rest);
    await option(page, 'safe', 'Yes').locator('input').press('ArrowLeft');
    await page.getByText(/^Saving/).waitFor({ state: 'detached' });
    assert.deepEqual(await stored(page), { ...rest, safe: false });
    await page.context().close();
  });

  test('a later click leaves what was chosen, and takes only a choice of several away', async () => {
    const page = await begin();
    for (const [name, text] of Object.entries(CHOSEN)) await option(page, name, text).click();
    for (const [name, text] of Object.entries(CHOSEN)) {
      if (name !== 'tags') await option(page, name, text).click();
    }
    assert.deepEqual(await stored(page), STORED);
    const tag = option(page, 'tags', 'Hot');
    await page.waitForTimeout(600);
    await tag.click();
    assert.equal(await tag.locator('input').isChecked(), false);
    await tag.click();
    for (let round = 0; round < 2; round += 1) {
      const large = page.getByRole('option', { name: 'Large' }).filter({ visible: true });
      // A list that is still closing closes again by itself, after a third of a second or when the machine is free.
      // Whoever sees that clicks again.
      await waitUntil(async () => {
        if (await large.isVisible()) return true;
        await field(page, 'size').locator('.sd-dropdown').first().click();
        await page.waitForTimeout(600);
        return await large.isVisible();
      });
      await large.click();
      await large.waitFor({ state: 'detached' });
    }
    assert.deepEqual(await stored(page), { ...STORED, size: 'Large' });
    await page.context().close();
  });

  test('an answer is cleared by its own button, which moves nothing and is said to screen readers', async () => {
    const page = await begin('Choices', devices['Pixel 7']);
    const top = async (name: string) => (await field(page, name).boundingBox())?.y ?? 0;
    const place = async () => (await top('size')) - (await top('safe'));
    const before = await place();
    const clears = page.getByRole('button', { name: /^Clear answer/ });
    assert.equal(await clears.count(), 0);
    for (const [name, text] of Object.entries(CHOSEN)) await option(page, name, text).tap();
    assert.equal(await place(), before);
    assert.equal(await clears.count(), 6);
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Clear answer: Is it safe?' }).press('Enter');
    assert.equal(
      await option(page, 'safe', 'No')
        .locator('input')
        .evaluate((e) => e.matches(':focus')),
      true,
    );
    for (const name of ['box', 'bare', 'colour', 'state', 'parts']) {
      await field(page, name)
        .getByRole('button', { name: /^Clear answer/ })
        .tap();
    }
    assert.equal(await clears.count(), 0);
    await page.waitForTimeout(1500);
    assert.deepEqual(await stored(page), { tags: ['Hot'] });
    await page.context().close();
  });

  test('with an ended session, people choose from the list that the device keeps, and see why nothing is sent', async () => {
    const body = { name: 'Sites', ...LIST_SHAPE };
    const list = (await admin.send('POST', '/app/v1/lists', { body })).at('id');
    const rows = [{ code: 'D7', title: 'Wehr Süd' }];
    const written = await admin.send('POST', `/app/v1/lists/${list}/rows`, {
      body: { rows, deactivate: [] },
    });
    assert.equal(written.status, 200, written.text);
    const notes = Array.from({ length: 12 }, (_, i) => ({ type: 'comment', name: `note ${i}` }));
    const definition = {
      elements: [{ type: 'sharedlist', name: 'site', title: 'Site', list }, ...notes],
    };
    await publish('Night shift', definition);
    const kept = Promise.withResolvers<void>();
    const page = await begin('Night shift', { viewport: { width: 390, height: 844 } }, (opened) => {
      opened.on('response', (response) => {
        if (/\/changes\?seq=/.test(response.url())) kept.resolve();
      });
    });
    await kept.promise;
    const site = page.locator('[data-name=site] input').first();
    await site.waitFor();
    await page.context().clearCookies();
    await site.fill('WEHR');
    await page.getByRole('option', { name: /Wehr Süd/ }).click();
    assert.equal(await site.inputValue(), 'Wehr Süd');
    assert.equal(await page.getByText('The list could not be loaded').count(), 0);
    const note = page.getByRole('alert').filter({ hasText: 'You are signed out' });
    const isInSight = async (name: string) => {
      await page.getByLabel(name, { exact: true }).focus();
      const box = await note.boundingBox();
      return box !== null && box.y >= 56 && box.y + box.height <= 844;
    };
    await waitUntil(() => isInSight('note 11'));
    await assertAccessibleInAllLooks(page);
    await page.context().close();
  });
});
