// What the page says about answers is true for the disk of the device, even if it is slow or full.
// Nightly: a browser for long; shorter tests send what these pages send.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from '../support/attachments.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { CORE_USER } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';
import { signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'nine small lanterns by the gate';
const ELEMENTS = [
  { type: 'text', name: 'site', title: 'Site', textUpdateMode: 'onBlur' },
  { type: 'comment', name: 'notes', title: 'Notes' },
  {
    type: 'matrixdynamic',
    name: 'items',
    title: 'Items',
    rowCount: 1,
    columns: [{ name: 'what', title: 'What', cellType: 'text' }],
  },
  { type: 'file', name: 'photos', title: 'Photos', allowMultiple: true },
  { type: 'file', name: 'plan', title: 'Plan' },
  { type: 'signaturepad', name: 'signed', title: 'Signed' },
];
const DEFINITION = { pages: [{ name: 'where', elements: ELEMENTS }] };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const path = `/app/v1/templates/${made.at('id')}/publish`;
    assert.equal((await admin.send('POST', path, { body: {} })).status, 200);
    const body = { schemas: [CORE_USER], userName: 'ada', displayName: 'Ada', password: PASSWORD };
    assert.equal((await node.request('POST', '/scim/v2/Users', { body })).status, 201);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  /** Starts a form whose first answer is saved, on a device that can be made slow or full. */
  const startForm = async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.addInitScript(SLOW_DISK);
    await signInByRequest(page, node.server.publicUrl, { userName: 'ada', password: PASSWORD });
    await page.goto(`${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('Site').fill('North pier');
    await isSaved(page);
    const id = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    return { context, page, id };
  };

  test('nothing is said to be kept that a device with a slow disk has not kept yet', async (t) => {
    const { context, page } = await startForm();
    t.after(() => context.close());
    await goOffline(context, page);
    await page.getByLabel('Notes').fill('R');
    await isKeptHere(page);
    await page.evaluate('slowness = 1500');
    await page.getByLabel('Notes').press('End');
    await page.keyboard.type('ailing loose');
    const status = page.getByRole('status').filter({ hasText: /^Saving…$/ });
    assert.equal(await status.count(), 1);
    await page.getByLabel('row 1, column What').fill('Ladder');
    assert.equal(await status.count(), 1);
    await isKeptHere(page);
    await page.reload();
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Railing loose');
    assert.equal(await page.getByLabel('row 1, column What').inputValue(), 'Ladder');
  });

  test('what a full device did not keep is kept with the next change', async (t) => {
    const { context, page, id } = await startForm();
    t.after(() => context.close());
    await page.evaluate('isFull = true');
    await page.getByLabel('Notes').fill('Railing loose');
    await page.getByText('Could not save on this device').waitFor();
    assert.equal(await page.getByText(/^Saved/).count(), 0);
    await page.evaluate('isFull = false');
    await page.getByLabel('row 1, column What').fill('Ladder');
    await isSaved(page);
    const form = await node.request('GET', `/v2/formz/${id}`);
    assert.equal(form.at('fields', 'notes', 'text'), 'Railing loose');
    assert.deepEqual(form.at('fields', 'items', 'rows'), [{ what: 'Ladder' }]);
  });

  test('a form is completed with the photo that is still being made smaller, and with the last stroke', async (t) => {
    const { context, page, id } = await startForm();
    t.after(() => context.close());
    await page.evaluate(SLOW_PICTURES);
    const photo = { name: 'pier.png', mimeType: 'image/png', buffer: PNG };
    await page.locator(filesOf('Photos')).setInputFiles(photo);
    await page.getByText('Preparing the file…').waitFor();
    await page.getByRole('img', { name: /^Sign here/ }).click();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.evaluate('develop()');
    await page.waitForURL(`**/forms/${id}`);
    const form = await node.request('GET', `/v2/formz/${id}`);
    assert.equal(form.at('status', 'status'), 'complete');
    assert.equal(form.at('fields', 'photos', 'files', 0, 'name'), 'pier.png');
    assert.equal(form.at('fields', 'signed', 'imageFile', 'type'), 'image/png');
  });

  test('files that a device has room for are answers, and none stays there that no answer names', async (t) => {
    const { context, page, id } = await startForm();
    t.after(() => context.close());
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    const choose = (title: string, ...names: readonly string[]) =>
      page.locator(filesOf(title)).setInputFiles(names.map(file));
    await choose('Plan', 'first.txt');
    await page.getByText('first.txt').waitFor();
    await choose('Plan', 'second.txt');
    await page.getByText('second.txt').waitFor();
    await page.evaluate('roomForFiles = 2');
    await choose('Photos', 'a.txt', 'b.txt', 'c.txt');
    await page.getByText('Could not save the file on this device').waitFor();
    assert.deepEqual(await page.evaluate(KEPT_FILES), ['a.txt', 'b.txt', 'second.txt']);
    await page.getByText('b.txt').waitFor();
    const names = async () => {
      const files = (await node.request('GET', `/v2/formz/${id}`)).at('fields', 'photos', 'files');
      return Array.isArray(files) ? files.map(({ name }) => name).join() : undefined;
    };
    await waitUntil(async () => (await names()) === 'a.txt,b.txt');
  });

  test('each letter counts, also before the field is left and whatever the form says of that', async (t) => {
    const { context, page } = await startForm();
    t.after(() => context.close());
    await goOffline(context, page);
    await page.getByLabel('Site').press('End');
    await page.keyboard.type(', left');
    await isKeptHere(page);
    await page.reload();
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier, left');
  });
});

const isSaved = (page: Page) => page.getByText(/^Saved/).waitFor();
const isKeptHere = (page: Page) => page.getByText(/^Not sent yet/).waitFor();

async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await setOffline(context, true);
}

const filesOf = (title: string) => `input[type=file][aria-label="${title}"]`;

/** Pictures are read and made only after `develop` is called. */
const SLOW_PICTURES = `(() => {
  const isDeveloped = new Promise((resolve) => {
    globalThis.develop = resolve;
  });
  const { createImageBitmap } = globalThis;
  globalThis.createImageBitmap = async (...picture) => {
    await isDeveloped;
    return await createImageBitmap(...picture);
  };
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (...how) {
    void isDeveloped.then(() => toBlob.apply(this, how));
  };
})()`;

/** The names of the files that are on the device. */
const KEPT_FILES = `(async () => {
  const known = await indexedDB.databases();
  const { name } = known.find((each) => /^formstead.[^/]+.[^/]+$/.test(each.name));
  const asked = (request) =>
    new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const db = await asked(indexedDB.open(name));
  const files = await asked(db.transaction('files').objectStore('files').getAll());
  db.close();
  return files.map((each) => each.name).sort();
})()`;

/** Once `slowness` is set, it takes that many milliseconds to store a draft; if `isFull`, it fails. Only `roomForFiles` files can be stored. */
const SLOW_DISK = `(() => {
  globalThis.slowness = 0;
  globalThis.isFull = false;
  globalThis.roomForFiles = Number.POSITIVE_INFINITY;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value) {
    if (this.name === 'files' && !value.isSent) {
      roomForFiles -= 1;
      if (roomForFiles < 0) throw new DOMException('', 'QuotaExceededError');
    }
    if (this.name !== 'drafts') return put.call(this, value);
    if (isFull) throw new DOMException('', 'QuotaExceededError');
    const request = put.call(this, value);
    const until = performance.now() + slowness;
    const stall = () => {
      if (performance.now() < until) this.count().onsuccess = stall;
    };
    stall();
    return request;
  };
})()`;
