// Runs alone: it measures how long the event loop of its process is blocked.
// Nightly: it draws many documents.
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { PNG } from '../../test/support/attachments.ts';
import { pagesOfPdf } from '../../test/support/pdf-text.ts';
import type { PdfDocument } from './pdf-document.ts';
import { createPdfs, type ImageSource } from './render-pdf.ts';

const photo = (id: string): ShownAnswer => ({
  name: 'photo',
  title: 'Photos',
  value: [{ id, name: 'x' }],
  displayValue: 'x',
  type: 'file',
  section: [],
  state: 'answered',
});
const text = (displayValue: string): ShownAnswer => ({
  name: 'notes',
  title: 'Notes',
  value: displayValue,
  displayValue,
  type: 'comment',
  section: [],
  state: 'answered',
});
const form = (answers: readonly ShownAnswer[], isPicture = true): PdfDocument => ({
  title: 'Überprüfung – Żółw Ελλάδα',
  locale: 'de',
  facts: [['Vorlage', 'Inspektion']],
  parts: [],
  answers,
  files: { one: { name: 'site.png', size: 2048, isPicture } },
  foot: 'Überprüfung',
});
const never = new AbortController().signal;
const pdfs = createPdfs();
after(() => pdfs.close());

const render = (document: PdfDocument, images: ImageSource, signal = never) =>
  buffer(
    Readable.from(
      pdfs.render(document, {
        accountId: 'a',
        images,
        fonts: async () => undefined,
        signal,
        onMissing: () => undefined,
      }),
    ),
  );
const draw = (document: PdfDocument, image: Uint8Array | undefined): Promise<Buffer> =>
  render(document, async () => image);
const countOf = (pdf: Buffer, word: string): number =>
  pdf.toString('latin1').split(word).length - 1;

/** Returns the content of pages and fonts, decompressed. */
const streamsOf = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)]
    .map(([, body = '']) => Buffer.from(body, 'latin1'))
    .flatMap((body) => {
      try {
        return [inflateSync(body).toString('latin1')];
      } catch {
        return [];
      }
    })
    .join('\n');

test('the logo of an organisation is printed above the form', async () => {
  const plain = await draw(form([text('All is well.')]), PNG);
  assert.equal(countOf(plain, '/Subtype /Image'), 0);
  const pdf = await draw({ ...form([text('All is well.')]), logo: PNG }, undefined);
  assert.equal(countOf(pdf, '/Subtype /Image'), 2);
  const [first = ''] = streamsOf(pdf).split('BT');
  assert.match(first, /\/I\d+ Do/, 'it is drawn before any text');
});

test('forms that one process draws after each other are as if each were the first', async () => {
  const texts = ['All is well.', 'Łódź, Ελλάδα 👍', 'All is well.'];
  const printed: string[] = [];
  for (const each of texts) {
    const pages = pagesOfPdf(await draw(form([text(each)]), undefined));
    const page = pages.join('').replaceAll('\n', '');
    assert.ok(page.includes(each), page);
    printed.push(page);
  }
  assert.equal(printed[0], printed[2]);
});

test('a form is printed with its photo, on as many pages as it needs', async () => {
  const pdf = await draw(form([photo('one'), text('All is well. '.repeat(2000))]), PNG);
  assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  // Each picture and its transparency mask.
  assert.equal(countOf(pdf, '/Subtype /Image'), 2);
  assert.ok(countOf(pdf, '/Type /Page\n') > 3);
});

test('what follows an image stands below it', async () => {
  const photos = { ...photo('one'), value: [{ id: 'one' }, { id: 'two' }] };
  const document = form([photos, text('after'), photo('one')]);
  const { one } = document.files;
  assert.ok(one);
  const red = { width: 400, height: 400, channels: 3, background: '#a00' } as const;
  const square = await sharp({ create: red }).png().toBuffer();
  const pdf = await draw({ ...document, files: { one, two: one } }, square);
  // The y axis points down: an image ends at its third number, and its height is the second one.
  const drawn = /([\d.]+) 0 0 -([\d.]+) [\d.]+ ([\d.]+) cm\n\/I\d+ Do/g;
  const images = [...streamsOf(pdf).matchAll(drawn)].map((each) => each.map(Number));
  assert.equal(images.length, 3);
  const [first, beside, below] = images.map(([, , height = 0, end = 0]) => {
    assert.ok(height > 100, `${height}`);
    return { top: Math.round(end - height), end };
  });
  assert.equal(first?.top, beside?.top);
  // The third one has no room below them, and begins a page.
  assert.ok(below && first && below.top < first.top, JSON.stringify([first, beside, below]));
});

test('a word of 200,000 letters is printed like any other text', async () => {
  const pagesOf = async (answer: string): Promise<number> =>
    countOf(await draw(form([text(answer)]), undefined), '/Type /Page\n');
  const words = await pagesOf(`${'x'.repeat(99)} `.repeat(2000));
  for (const word of ['x'.repeat(200_000), `${'x'.repeat(99)}\u00a0`.repeat(2000)]) {
    const pages = await pagesOf(word);
    assert.ok(pages > 30 && pages <= words * 1.5, `${pages} pages for ${words}`);
  }
});

test('letters of any alphabet that the font has are letters in the PDF, to be found and copied', async () => {
  const pdf = await draw(form([text('Γειά')]), undefined);
  const maps = streamsOf(pdf);
  for (const letter of 'ΓειάŻ') {
    const code = letter.charCodeAt(0).toString(16).padStart(4, '0');
    assert.match(maps, new RegExp(`<${code}>`, 'i'), letter);
  }
});

test('emoji are letters in the PDF as well, whole families and flags among them', async () => {
  const typed = 'Los 🚀 mit 👩‍🚒 und 🇩🇪, © 2026: 1️⃣';
  const titled = { title: 'Hafen ⚓🚢', foot: 'Hafen ⚓🚢 · frm_1' };
  const pdf = await draw({ ...form([text(typed)]), ...titled }, undefined);
  const printed = pagesOfPdf(pdf).join('').replaceAll('\n', '');
  assert.ok(printed.includes(`Notes${typed}`), printed);
  assert.ok(printed.startsWith(titled.title), printed);
  assert.ok(printed.includes(titled.foot), printed);
});

test('an image that can’t be drawn or that is gone is named instead', async () => {
  for (const image of [Buffer.from('no image at all'), PNG.subarray(0, 40), undefined]) {
    const pdf = await draw(form([photo('one'), text('after')]), image);
    assert.equal(countOf(pdf, '/Subtype /Image'), 0);
    assert.ok(pdf.length > 1000);
  }
  const heic = await draw(form([photo('one')], false), PNG);
  assert.equal(countOf(heic, '/Subtype /Image'), 0);
  const strange = await draw(form([photo('another'), photo('__proto__')]), PNG);
  assert.equal(countOf(strange, '/Subtype /Image'), 0);
});

test('while a long form is drawn nobody waits for more than 50 ms', async () => {
  await draw(form([]), undefined);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await draw(form(Array.from({ length: 300 }, (_, i) => text(`${i} `.repeat(500)))), undefined);
  delay.disable();
  // The maximum depends on the load of the machine, so the 99th percentile is checked.
  const most = Math.round(delay.percentile(99) / 1e6);
  assert.ok(most < 50, `${most} ms`);
});

test('an export that is stopped stops its drawing', async () => {
  const stop = new AbortController();
  const images = () => {
    stop.abort();
    return Promise.resolve(PNG);
  };
  await assert.rejects(render(form([photo('one')]), images, stop.signal), { name: 'AbortError' });
  assert.ok((await draw(form([text('the next one')]), undefined)).length > 1000);
});
