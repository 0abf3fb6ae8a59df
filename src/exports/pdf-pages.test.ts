// What stands where on the pages of a PDF.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { drawnOnPages, linesOfPdf } from '../../test/support/pdf-text.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfDocument } from './pdf-document.ts';

const answer = (title: string, value: string | number): ShownAnswer => ({
  ...{ name: title, title, value, displayValue: String(value), type: 'text' },
  ...{ section: [], state: 'answered' },
});

async function drawn(document: Partial<PdfDocument>, picture?: Buffer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await drawPdf(
    {
      ...{ title: 'Site check', locale: 'en', facts: [], parts: [], answers: [], files: {} },
      foot: 'Site check',
      ...document,
    },
    async () => picture,
    (piece) => pieces.push(piece),
  );
  return Buffer.concat(pieces);
}

const photoOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();

/** Returns how many pictures each content stream with text draws. */
const picturesIn = (pdf: Buffer): readonly number[] =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(
    ([, bytes = '']) => {
      try {
        const text = inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
        return text.includes('BT') ? [[...text.matchAll(/\/I\d+ Do/g)].length] : [];
      } catch {
        return [];
      }
    },
  );

test('numbers of a table end below each other, and texts begin below each other', async () => {
  const rows = [
    [answer('Part', 'Bolt'), answer('Pieces', 5)],
    [answer('Part', 'A nut'), answer('Pieces', 12_000)],
  ];
  const pdf = await drawn({ answers: [{ ...answer('Parts', ''), type: 'matrixdynamic', rows }] });
  const at = new Map(drawnOnPages(pdf).flatMap((page) => page.map(({ text, x }) => [text, x])));
  assert.equal(at.get('Bolt'), at.get('A nut'));
  assert.ok(Number(at.get('5')) > Number(at.get('12000')) + 10, JSON.stringify([...at]));
});

test('several photos are printed two in a row, and a single one has a row of its own', async () => {
  const photo = (ids: readonly string[]) => ({
    ...{ ...answer('Photos', ''), type: 'file', displayValue: ids.join(', ') },
    value: ids.map((id) => ({ id })),
  });
  const files = Object.fromEntries(
    ['a', 'b', 'c'].map((id) => [id, { name: `${id}.jpg`, size: 9, isPicture: true }]),
  );
  const picture = await photoOf(1600, 1200);
  const three = await drawn({ answers: [photo(['a', 'b', 'c'])], files }, picture);
  const lines = linesOfPdf(three).flat();
  const names = lines.map(({ text }) => text).filter((text) => text.includes('.jpg'));
  assert.deepEqual(names, ['a.jpgb.jpg', 'c.jpg']);
  assert.equal(linesOfPdf(three).length, 1);
});

test('the logo is on every page', async () => {
  const answers = Array.from({ length: 60 }, (_, i) => answer(`Line ${i}`, 'x'));
  const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const pdf = await drawn({ answers, logo });
  assert.deepEqual(
    picturesIn(pdf),
    linesOfPdf(pdf).map(() => 1),
  );
  assert.ok(linesOfPdf(pdf).length > 1);
});

test('a title of a section is above its table, also where the table needs the length of a page', async () => {
  const section = ['Measurements'];
  for (const columns of [3, 7]) {
    const cells = Array.from({ length: columns }, (_, i) => answer(`Measurement${i}`, `long ${i}`));
    const rows = [cells, cells];
    const table = { ...answer('Values', ''), type: 'matrixdynamic', rows, section };
    for (let count = 0; count < 20; count += 1) {
      const before = Array.from({ length: count }, (_, i) => answer(`Line ${i}`, 'x'));
      const pages = linesOfPdf(await drawn({ answers: [...before, table] }));
      const page = pages.find((lines) => lines.some(({ text }) => text === 'Measurements'));
      assert.ok(
        page?.some(({ text }) => text.startsWith('1long 0')),
        `${columns} columns after ${count} answers`,
      );
    }
  }
});
