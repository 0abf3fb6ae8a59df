// A long form on a phone: it shows how much is left, leads to it, does not move while it opens, and keeps photos
// upright, small, and without what they would tell of the person.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { adminBrowser } from '../support/browser.ts';
import { type BuiltField, buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  isSettled,
  openPage,
  signInByRequest,
} from '../support/web-pages.ts';

const PHONE = { width: 390, height: 844 };
const MOST_SHIFT = 0.05;
/** Sums the layout shifts of the page that do not follow an input of the user. */
const WATCH_SHIFTS = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Reads the bytes of the only file that the device keeps, as base64. */
const READ_LAST_FILE = `new Promise((resolve, reject) => {
  const read = async () => {
    const [{ name }] = await indexedDB.databases();
    const asked = indexedDB.open(name);
    asked.onsuccess = () => {
      const files = asked.result.transaction('files').objectStore('files').getAll();
      files.onsuccess = () => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result.split(',')[1]);
        reader.readAsDataURL(files.result[0].bytes);
        asked.result.close();
      };
    };
  };
  read().catch(reject);
})`;

const required = (kind: BuiltField['kind'], name: string): BuiltField => ({
  kind,
  name,
  title: `The ${name}`,
  more: { isRequired: true },
});

const DEFINITION = buildTemplate(
  [
    required('text', 'site'),
    { kind: 'radiogroup', name: 'state', title: 'State' },
    { kind: 'matrixdynamic', name: 'parts', title: 'Parts' },
    ...Array.from({ length: 8 }, (_, i) => required('comment', `note ${i}`)),
  ],
  [{ kind: 'text', name: 'unseen', title: 'Easily overlooked' }],
  [{ kind: 'photo', name: 'photo', title: 'Photo' }, required('text', 'inspector')],
);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    await admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(WATCH_SHIFTS);
    page = await context.newPage();
    const person = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, person);
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('The site').waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('nothing moves while a form opens', async () => {
    await page.getByText(/^Saved|^No changes/).waitFor();
    await page.reload();
    await page.getByLabel('The site').waitFor();
    await isSettled(page);
    const shifts = Number(await page.evaluate('globalThis.shifts'));
    assert.ok(shifts < MOST_SHIFT, `moved by ${shifts}`);
  });

  test('it tells how many required questions are left, leads to the next one, and lists what was not seen', async () => {
    await button('10 required questions left').waitFor();
    await page.getByLabel('The site').fill('North');
    await button('9 required questions left').click();
    await page.getByLabel('The note 0').and(page.locator(':focus')).waitFor();
    for (let i = 0; i < 8; i += 1) await page.getByLabel(`The note ${i}`).fill('Dry');
    await button('1 required question left').click();
    await page.getByLabel('The inspector').and(page.locator(':focus')).waitFor();
    await page.getByText('Page 3 of 3').waitFor();
    await button('Complete the form').click();
    const missing = page.getByRole('alert').filter({ hasText: '1 answer is missing' });
    await missing.getByRole('button', { name: 'The inspector' }).waitFor();
    const unseen = page.getByRole('alert').filter({ hasText: 'You have not seen 1 question' });
    await unseen.getByRole('button', { name: 'Easily overlooked' }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await page.getByLabel('The inspector').fill('Ada');
    await page.getByText('All required questions answered').waitFor();
    await unseen.getByRole('button', { name: 'Easily overlooked' }).click();
    await page.getByText('Page 2 of 3').waitFor();
    await button('Next').click();
  });

  test('a photo is upright, small, and says nothing of where and with what it was taken', async () => {
    const blue = { width: 2400, height: 1200, channels: 3, background: '#00f' } as const;
    const buffer = await sharp({ create: blue })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'Acme' }, IFD3: { GPSLatitude: '54/1 58/1 0/1' } })
      .jpeg()
      .toBuffer();
    assert.ok(buffer.includes('Exif') && buffer.includes('Acme'));
    const input = page.locator('input[type=file]').last();
    await input.setInputFiles({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('link', { name: 'pier.jpg' }).waitFor();
    const kept = Buffer.from(String(await page.evaluate(READ_LAST_FILE)), 'base64');
    assert.ok(!kept.includes('Exif') && !kept.includes('Acme'), 'it tells more than it shows');
    const { width, height } = await sharp(kept).metadata();
    assert.deepEqual([width, height], [1000, 2000]);
  });

  test('a photo that the browser cannot read is refused, with what to do about it', async () => {
    const input = page.locator('input[type=file]').last();
    await input.setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: '',
      buffer: Buffer.from('ftypheic'),
    });
    await page.getByText(/^IMG_1\.HEIC is a HEIC photo, which this browser can’t read/).waitFor();
  });

  test('large text and a window of 320 pixels, as at 400 %, cut nothing off', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.evaluate('document.documentElement.style.fontSize = "200%"');
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= 320, `${wide} px wide`);
    await button('Complete the form').scrollIntoViewIfNeeded();
    await page.setViewportSize(PHONE);
  });
});
