// Any text in any box: each character is in the box, or the whole text is in an annex and the box says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import bidiFactory from 'bidi-js/dist/bidi.mjs';
import fc from 'fast-check';
import PdfKit from 'pdfkit';
import { createFitter } from '#typesetting/fit.ts';
import { answerOf, boxOf, filledWith } from '../../../test/support/filled-document.ts';
import type { PaperBox } from './box.ts';
import { drawBoxes } from './draw-boxes.ts';

const DEEP = process.env['TEST_DEEP'] === '1';
/** A document keeps what it drew, so that a new one is begun from time to time. */
const RUNS_PER_DOCUMENT = 200;
const PAGE = { w: 620, h: 800 };
const TOLERANCE = 0.05;

const bidi = bidiFactory();
const UNDRAWN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

interface Run {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function openPress() {
  const pdf = new PdfKit({ autoFirstPage: false, font: '', margin: 0 });
  pdf.resume();
  let runs: Run[] = [];
  const write = pdf.text.bind(pdf);
  Object.assign(pdf, {
    text(
      text: string,
      x: number,
      y: number,
      options: PDFKit.Mixins.TextOptions & { readonly textWidth: number },
    ) {
      runs.push({ text, x, y, width: options.textWidth });
      return write(text, x, y, options);
    },
  });
  const take = (): readonly Run[] => {
    const taken = runs;
    runs = [];
    return taken;
  };
  return { press: { pdf, fitter: createFitter(pdf), readImage: async () => undefined }, take };
}

/** Returns the drawn characters of a text in a fixed order. A bracket and its mirror image are the same. */
const charactersIn = (text: string, missing: ReadonlySet<number>): string =>
  [...text.replaceAll(UNDRAWN, '')]
    .map((each) => (missing.has(each.codePointAt(0) ?? 0) ? '\ufffd' : each))
    .map((each) => [each, bidi.getMirroredCharacter(each) ?? each].sort()[0])
    .sort()
    .join('');

const WORDS = [
  'form',
  'Straße',
  'مرحبا',
  'بالعالم',
  'שלום',
  '(12)',
  '[a]',
  '«ж»',
  '日本',
  '👍🏽',
  '3,5',
  'é',
  '-',
];
const words = fc
  .array(fc.constantFrom(...WORDS, 'x'.repeat(80)), { maxLength: 300 })
  .chain((all) => fc.constantFrom(' ', '\n', '\t', '', '\u2028').map((space) => all.join(space)));
const texts = fc.oneof(
  words,
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 1, maxLength: 12 }),
);

const boxes: fc.Arbitrary<PaperBox> = fc
  .record({
    left: fc.double({ min: 0, max: 10, noNaN: true }),
    bottom: fc.double({ min: 0, max: 10, noNaN: true }),
    width: fc.double({ min: 1, max: 600, noNaN: true }),
    height: fc.double({ min: 1, max: 300, noNaN: true }),
    fit: fc.constantFrom('shrink' as const, 'wrap' as const, 'comb' as const),
    min: fc.integer({ min: 4, max: 12 }),
    more: fc.integer({ min: 0, max: 12 }),
    cells: fc.integer({ min: 1, max: 40 }),
    align: fc.constantFrom('start' as const, 'left' as const, 'center' as const, 'right' as const),
    valign: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
  })
  .map(({ left, bottom, width, height, min, more, cells, fit, align, valign }) =>
    boxOf({
      shows: { question: 'q' },
      rect: [left, bottom, left + width, bottom + height],
      size: { min, max: min + more },
      ...{ fit, align, valign },
      ...(fit === 'comb' && { cells }),
    }),
  );

test('each character of any text is in its box, or in an annex that the box names', async () => {
  let { press, take } = openPress();
  let done = 0;
  await fc.assert(
    fc.asyncProperty(texts, boxes, async (text, box) => {
      done += 1;
      if (done % RUNS_PER_DOCUMENT === 0) ({ press, take } = openPress());
      const answer = answerOf('q', text);
      const layout = { pages: [PAGE], boxes: [box], left: [] };
      const { annexed, shrunk } = await drawBoxes(press, filledWith(layout, [answer]));
      const runs = take();
      const [left = 0, bottom = 0, right = 0, top = 0] = box.rect;
      for (const run of runs) {
        assert.ok(run.x >= left - TOLERANCE, 'begins in its box');
        assert.ok(run.x + run.width <= right + TOLERANCE, 'ends in its box');
        assert.ok(run.y >= PAGE.h - top - TOLERANCE, 'is not above its box');
        assert.ok(run.y <= PAGE.h - bottom + TOLERANCE, 'is not below its box');
      }
      const drawn = runs.map((run) => run.text).join('');
      const [entry] = annexed;
      if (entry) {
        assert.equal(entry.answer.displayValue, text);
        assert.match(drawn, /^(see )?(annex )?1$/);
        assert.deepEqual(shrunk, []);
      } else {
        const { missing } = press.fitter;
        assert.equal(charactersIn(drawn, missing), charactersIn(text, missing));
      }
    }),
    DEEP ? { numRuns: 100_000 } : { numRuns: 1000, seed: 7 },
  );
});
