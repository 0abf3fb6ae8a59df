// Places and codes on a phone: taken from the device and the camera, or typed, with and without a network.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { cameraThatSees } from '../support/camera-film.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const CODE = 'https://example.org/pump?id=0012';
const PHONE = { width: 390, height: 844 };
const TEMPLATE = buildTemplate([
  { kind: 'location', name: 'where', title: 'Where', more: { maxAccuracy: 20 } },
  { kind: 'barcode', name: 'pump', title: 'Pump' },
  { kind: 'sketch', name: 'damage', title: 'Damage' },
  {
    kind: 'text',
    name: 'same',
    title: 'The usual pump',
    more: { visibleIf: `{pump} = '${CODE}'`, description: '{where}' },
  },
]);

/** A device that finds itself only when `found` is called, and then kilometres away. */
const SLOW_DEVICE = `
  navigator.geolocation.watchPosition = (tell) => {
    globalThis.found = () =>
      tell({ coords: { latitude: 1, longitude: 2, accuracy: 3000 }, timestamp: Date.now() });
    return 1;
  };
`;

/** Whether the service worker keeps the reader of codes. */
const KEEPS_READER = `caches.keys().then(async (names) => {
  const kept = [];
  for (const name of names) kept.push(...(await (await caches.open(name)).keys()));
  return ['code-reader', 'zxing_reader', 'barcode-screen', 'location-screen', 'sketch-screen']
    .every((each) => kept.some(({ url }) => url.includes(each)));
})`;

forOneEngine((engine) => {
  let browser: Browser;
  let context: BrowserContext;
  let node: Instance;
  let admin: Client;
  let page: Page;
  let faults: readonly string[];
  const foreign: string[] = [];
  before(async () => {
    const camera = await cameraThatSees(CODE);
    browser = await launchChromium(['--ignore-certificate-errors', ...camera]);
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Pumps', definition: TEMPLATE };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    const path = `/app/v1/templates/${made.at('id')}/publish`;
    const published = await admin.send('POST', path, { body: {} });
    assert.equal(published.status, 200, published.text);
    context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      reducedMotion: 'reduce',
      permissions: ['geolocation', 'camera'],
    });
    page = await context.newPage();
    faults = watchFaults(page);
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOwn = origin === node.server.publicUrl || !protocol.startsWith('http');
      if (!isOwn) foreign.push(request.url());
    });
    const user = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, user);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  // Each test has a form of its own, whatever the one before has left.
  beforeEach(async () => {
    await setOffline(context, false);
    await context.grantPermissions(['geolocation', 'camera']);
    await page.setViewportSize(PHONE);
    await openForm(page);
  });

  const openForm = async (shown: Page) => {
    await openPage(shown, `${node.server.publicUrl}/forms/new`);
    await shown.getByRole('button', { name: 'Pumps', exact: true }).click();
    await shown.getByRole('textbox', { name: 'Where' }).waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const where = () => page.getByRole('textbox', { name: 'Where' });
  const pump = () => page.getByRole('textbox', { name: 'Pump', exact: true });
  const stand = (accuracy: number) =>
    context.setGeolocation({ latitude: 51.5007292, longitude: -0.1246254, accuracy });
  const stored = async (name: string): Promise<unknown> => {
    await page.getByText(/^Saved/).waitFor();
    const formId = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    return (await admin.send('GET', `/app/v1/forms/${formId}`)).at('answers', name);
  };

  test('a place is taken on a tap, says how good it is, and a poor one is kept', async () => {
    await stand(120);
    await button('Use my location').click();
    await page.getByText('Accurate to only 120 m').waitFor();
    await button('Stop and keep this position').click();
    assert.equal(await where().inputValue(), '51.5007292, -0.1246254');
    const place = await stored('where');
    const { at, ...rest } = Object(place);
    assert.deepEqual(rest, { lat: 51.5007292, lon: -0.1246254, accuracy: 120, source: 'gps' });
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await stand(8);
    await button('Update my location').click();
    await page.getByText('Accurate to 8 m').waitFor();
    await assertAccessibleInAllLooks(page);
  });

  test('coordinates that are half typed stay as they are, and say so', async () => {
    await where().fill('51.5007292, -0.1246254');
    assert.equal(Object(await stored('where')).source, 'typed');
    await where().fill('47,3769');
    await where().blur();
    await page.getByText('Enter latitude and longitude, such as').waitFor();
    assert.equal(await stored('where'), undefined);
    await page.reload();
    await where().waitFor();
    assert.equal(await where().inputValue(), '47,3769');
    await where().fill('47,3769; 8,5417');
    await where().blur();
    assert.equal(await where().inputValue(), '47.3769, 8.5417');
    const { lat, lon, source } = Object(await stored('where'));
    assert.deepEqual([lat, lon, source], [47.3769, 8.5417, 'typed']);
  });

  test('coordinates that somebody types stay, whatever the device finds after that', async () => {
    await where().fill('51.5007292, -0.1246254');
    await page.evaluate(SLOW_DEVICE);
    await button('Update my location').click();
    await page.getByText('Finding your location…').waitFor();
    await where().fill('48.137154, 11.576124');
    await page.evaluate('found()');
    await pump().fill('after');
    await waitUntil(async () => Object(await stored('pump')).text === 'after');
    const { lat, lon, source } = Object(await stored('where'));
    assert.deepEqual([lat, lon, source], [48.137154, 11.576124, 'typed']);
  });

  test('text that comes without a key, such as a dictated one, stays also after a pause', async () => {
    const storageState = await context.storageState();
    const options = { ignoreHTTPSErrors: true, viewport: PHONE, storageState };
    const dictated = await browser.newContext(options);
    await dictated.clock.install();
    const shown = await dictated.newPage();
    await openForm(shown);
    for (const [name, text] of [
      ['Where', '47.3769, 8.5417'],
      ['Pump', '0012'],
    ] as const) {
      const field = shown.getByRole('textbox', { name, exact: true });
      await field.focus();
      await dictated.clock.fastForward(60_000);
      await shown.keyboard.insertText(text);
      assert.equal(await field.inputValue(), text);
    }
    await dictated.close();
  });

  test('a code is read by the camera, also without a network, and decides what is asked', async () => {
    await where().fill('47.3769, 8.5417');
    await pump().fill('0012');
    assert.deepEqual(await stored('pump'), { text: '0012' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    while ((await page.evaluate(KEEPS_READER)) !== true) await page.waitForTimeout(100);
    await setOffline(context, true);
    await page.reload();
    await button('Scan another code').click();
    await page.getByText('Code read.').waitFor();
    assert.equal(await pump().inputValue(), CODE);
    await page.getByLabel('The usual pump').waitFor();
    await page.getByText('47.3769, 8.5417', { exact: true }).waitFor();
    await setOffline(context, false);
    await page.reload();
    await pump().waitFor();
    assert.deepEqual(await stored('pump'), { text: CODE, format: 'qr_code' });
    assert.deepEqual(foreign, []);
    assert.deepEqual(
      faults.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    );
  });

  test('a photo is drawn on by hand and by keyboard, and kept as it was taken', async () => {
    const grey = { width: 600, height: 400, channels: 3, background: '#808080' } as const;
    const buffer = await sharp({ create: grey }).png().toBuffer();
    await page
      .locator('input[type=file][aria-label="Damage"]')
      .setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer });
    await button('Draw on photo').click();
    const dialog = page.getByRole('dialog');
    const photo = dialog.getByRole('img', { name: 'Photo to draw on: Damage' });
    await photo.waitFor();
    await dialog.getByRole('button', { name: 'Arrow', exact: true }).click();
    const box = (await photo.boundingBox()) ?? assert.fail();
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.25);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.75, { steps: 4 });
    await page.mouse.up();
    await dialog.getByText('1 shape. It is saved already.').waitFor();
    await dialog.getByRole('button', { name: 'Text', exact: true }).click();
    await dialog.getByLabel('Text to place').fill('Rust');
    await dialog.getByRole('button', { name: 'Add to the middle' }).click();
    await dialog.getByRole('button', { name: /^2\. Text/ }).focus();
    await page.keyboard.press('ArrowRight');
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });
    const { photo: taken, picture, shapes } = Object(await stored('damage'));
    const [arrow, text, ...more] = shapes;
    assert.deepEqual(more, []);
    assert.deepEqual([arrow.kind, text], ['arrow', { ...text, kind: 'text', points: [0.4, 0.4] }]);
    for (const [i, expected] of [0.2, 0.25, 0.5, 0.75].entries()) {
      assert.ok(Math.abs(arrow.points[i] - expected) < 0.02, String(arrow.points));
    }
    assert.deepEqual([taken.name, taken.size], ['pier.png', buffer.length]);
    assert.deepEqual([picture.name, picture.type], ['drawing.jpg', 'image/jpeg']);
    // On the arrow the picture is red, where the photo was grey.
    const formId = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    const path = `/app/v1/forms/${formId}/attachments/${picture.id}`;
    const bytes = await page.evaluate(
      `fetch('${path}').then(async (answer) => [...new Uint8Array(await answer.arrayBuffer())])`,
    );
    const pixel = await sharp(Buffer.from(bytes as number[]))
      .extract({ left: 210, top: 200, width: 1, height: 1 })
      .raw()
      .toBuffer();
    assert.ok((pixel[0] ?? 0) > 150 && (pixel[1] ?? 255) < 90, String([...pixel]));
  });

  test('somebody who blocks camera and position is told, and types', async () => {
    await context.clearPermissions();
    await context.grantPermissions([]);
    await button('Use my location').click();
    await page.getByText('Location is blocked.').waitFor();
    await pump().fill('typed');
    assert.deepEqual(await stored('pump'), { text: 'typed' });
  });
});
