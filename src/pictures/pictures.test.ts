// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { removeUnnamed } from '#attachments/clean-up.ts';
import { filesFolder } from '#files/files.ts';
import { FILE_DEFINITION, JPEG_HEAD, PNG } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

const HOUR_MS = 3_600_000;

forEachEngine((engine) => {
  let node: Instance;
  let browser: Browser;
  let formId: string;
  let dataDir: string;
  before(async () => {
    const storage = await engine.fresh('any');
    ({ dataDir } = storage);
    node = await startInstance(engine, { storage });
    browser = await adminBrowser(node);
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    formId = await db.transaction(async (tx) => {
      const input = { name: 'Visit', definition: FILE_DEFINITION };
      const { id: templateId } = await forms.createTemplate(tx, by, input);
      await forms.publishTemplate(tx, by, templateId);
      return (await forms.createForm(tx, by, { templateId })).form.id;
    });
  });
  after(() => node.close());

  const upload = (body: Buffer, type: string): Promise<Answer> => {
    const path = `/app/v1/forms/${formId}/attachments?field=photo&fileName=a`;
    return browser.send('POST', path, { body, headers: { 'content-type': type } });
  };
  const storedFiles = async (): Promise<number> => {
    const folder = filesFolder(dataDir);
    const all = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return all.filter((entry) => entry.isFile() && !entry.parentPath.includes('incoming')).length;
  };

  test('a picture is shown upright, small and without the place; the file stays as it came', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 20/1 0/1' } };
    const taken = sharp({ create: { width: 3000, height: 1500, channels: 3, background: 'teal' } });
    const body = await taken.withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    assert.ok((await sharp(body).metadata()).exif);
    const made = await upload(body, 'image/jpeg');
    assert.equal(made.status, 201, made.text);
    const path = String(made.at('url'));
    assert.deepEqual((await browser.send('GET', path)).bytes, body);
    const shown = await browser.send('GET', `${path}/picture`);
    const { width, height, exif, format } = await sharp(shown.bytes).metadata();
    assert.deepEqual([format, width, height, exif], ['jpeg', 1000, 2000, undefined]);
    assert.equal(shown.headers['content-type'], 'image/jpeg');
    const headers = { 'if-none-match': String(shown.headers['etag']) };
    assert.equal((await browser.send('GET', `${path}/picture`, { headers })).status, 304);
    assert.equal((await browser.send('GET', path, { headers })).status, 200);
  });

  test('what is transparent stays so, and a file that is no picture is read as it is', async () => {
    const clear = { create: { width: 9, height: 9, channels: 4, background: '#0000' } } as const;
    const drawn = await upload(await sharp(clear).webp().toBuffer(), 'image/webp');
    const picture = await browser.send('GET', `${String(drawn.at('url'))}/picture`);
    assert.deepEqual(
      [picture.headers['content-type'], (await sharp(picture.bytes).metadata()).hasAlpha],
      ['image/png', true],
    );
    const text = await upload(Buffer.from('hello'), 'text/plain');
    const asIs = await browser.send('GET', `${String(text.at('url'))}/picture`);
    assert.equal(asIs.bytes.toString(), 'hello');
    assert.match(String(asIs.headers['content-disposition']), /^attachment/);
  });

  test('a progressive JPEG of 46 million pixels is a picture, and small ones follow', async () => {
    const large = sharp({ create: { width: 6800, height: 6800, channels: 3, background: 'teal' } });
    const body = await large.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const made = await upload(body, 'image/jpeg');
    assert.equal(made.status, 201, made.text);
    const shown = await browser.send('GET', `${String(made.at('url'))}/picture`);
    assert.equal((await sharp(shown.bytes).metadata()).width, 2000);
    assert.equal((await upload(PNG, 'image/png')).status, 201);
  });

  test('a picture goes with its file, and nothing of a refused one stays', async () => {
    const before = await storedFiles();
    const broken = await upload(JPEG_HEAD, 'image/jpeg');
    assert.deepEqual([broken.status, broken.at('code')], [422, 'unreadable-picture'], broken.text);
    assert.equal(await storedFiles(), before);
    const made = await upload(PNG, 'image/png');
    assert.equal(await storedFiles(), before + 2);
    assert.equal((await browser.send('DELETE', String(made.at('url')))).status, 204);
    await removeUnnamed({ ...node.services, clock: { now: () => Date.now() + 2 * HOUR_MS } });
    assert.equal(await storedFiles(), before);
  });

  test('twenty pictures at once are all stored, one after the other', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => upload(PNG, 'image/png')));
    assert.deepEqual(new Set(many.map(({ status }) => status)), new Set([201]));
  });
});
