import assert from 'node:assert/strict';
import { test } from 'node:test';
import PdfKit from 'pdfkit';
import { PDF } from '#documents/pdf.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { createFitter } from '#typesetting/fit.ts';
import { answerOf, boxOf, filledWith } from '../../../test/support/filled-document.ts';
import { drawnOnPages, linesOfPdf } from '../../../test/support/pdf-text.ts';
import type { PaperBox, TickStyle } from './box.ts';
import { compose } from './compose.ts';
import { drawBoxes } from './draw-boxes.ts';
import { drawOverlay } from './draw-overlay.ts';
import type { FilledDocument } from './filled-document.ts';

const PAGES = [{ w: 400, h: 300 }];
const seen = (letters: string): string => [...letters].toReversed().join('');

async function drawn(
  boxes: readonly PaperBox[],
  answers: readonly ShownAnswer[],
  { left = [], ...more }: Partial<FilledDocument> & { readonly left?: readonly string[] } = {},
) {
  const filled = filledWith({ pages: PAGES, boxes, left }, answers, more);
  const overlay = await drawOverlay(filled, async () => undefined);
  const bytes = Buffer.from(overlay.bytes);
  const lines = linesOfPdf(bytes).flat();
  return { ...overlay, bytes, filled, lines, texts: lines.map(({ text }) => text) };
}

const boxFor = (question: string, more: Partial<PaperBox> = {}): PaperBox =>
  boxOf({ id: question, shows: { question }, rect: [20, 200, 120, 214], ...more });

test('a text is as large as it fits, and one that does not fit is in an annex as a whole', async () => {
  const answers = [
    answerOf('short', 'Ada'),
    answerOf('long', 'Ada Lindqvist of Praha'),
    answerOf('over', 'word '.repeat(60).trim()),
  ];
  const { texts, shrunk, annexed } = await drawn(
    [
      boxFor('short'),
      boxFor('long', { rect: [20, 150, 120, 164] }),
      boxFor('over', { rect: [20, 100, 120, 114] }),
    ],
    answers,
  );
  assert.deepEqual(texts, ['Ada', 'Ada Lindqvist of Praha', 'see annex 1']);
  assert.deepEqual(
    shrunk.map(({ box }) => box),
    ['long'],
  );
  assert.deepEqual(
    annexed.map(({ number, question, why }) => [number, question, why]),
    [[1, 'over', 'too-long']],
  );
  assert.equal(annexed[0]?.answer.displayValue, answers[2]?.displayValue);
  assert.equal(annexed[0]?.answer.title, 'Annex 1 · over');
});

test('a form in German says it in German', async () => {
  const { texts } = await drawn([boxFor('over')], [answerOf('over', 'Wort '.repeat(60))], {
    locale: 'de',
  });
  assert.deepEqual(texts, ['siehe Anlage 1']);
});

test('a comb has one character in each cell, and one with more characters than cells is in an annex', async () => {
  const comb = { fit: 'comb', cells: 5 } as const;
  const boxes = [
    boxFor('code', { ...comb }),
    boxFor('right', { ...comb, rect: [20, 150, 120, 164], align: 'right' }),
    boxFor('long', { ...comb, rect: [20, 100, 120, 114] }),
  ];
  const answers = [answerOf('code', 'A1 3'), answerOf('right', '42'), answerOf('long', '123456')];
  const { bytes, annexed } = await drawn(boxes, answers);
  const [pieces = []] = drawnOnPages(bytes);
  const cells = pieces
    .filter(({ text }) => text.trim().length === 1)
    .map(({ text, x, y }) => [text, Math.floor((x - 20) / 20), Math.round(y / 50)]);
  assert.deepEqual(cells, [
    ['A', 0, 4],
    ['1', 1, 4],
    ['3', 3, 4],
    ['4', 3, 3],
    ['2', 4, 3],
  ]);
  assert.deepEqual(
    annexed.map(({ question }) => question),
    ['long'],
  );
});

test('Arabic and Hebrew begin at the right of their box, in the order in which they are read', async () => {
  const { lines } = await drawn(
    [
      boxFor('arabic', { rect: [20, 200, 300, 214] }),
      boxFor('hebrew', { rect: [20, 100, 300, 140], fit: 'wrap', valign: 'top' }),
    ],
    [answerOf('arabic', 'مرحبا بالعالم 123'), answerOf('hebrew', 'שלום עולם (12)\nabc')],
  );
  assert.deepEqual(
    lines.map(({ text }) => text),
    [`123 ${seen('مرحبا بالعالم')}`, `(12) ${seen('שלום עולם')}`, 'abc'],
  );
  assert.ok((lines[0]?.x ?? 0) > 150);
  assert.ok((lines[1]?.x ?? 0) > 150);
  assert.ok((lines[2]?.x ?? 0) < 30);
});

const cell = (name: string, value: string): ShownAnswer => answerOf(name, value);
const tableOf = (count: number): ShownAnswer => ({
  ...answerOf('items', []),
  type: 'paneldynamic',
  rows: Array.from({ length: count }, (_, i) => [cell('what', `part ${i}`), cell('much', `${i}`)]),
});
const row = { table: 't', top: 214, height: 20, count: 3 };
const COLUMNS = [
  boxOf({ id: 'a', shows: { rows: 'items', column: 'what' }, rect: [20, 200, 120, 214], row }),
  boxOf({ id: 'b', shows: { rows: 'items', column: 'much' }, rect: [120, 200, 180, 214], row }),
];

test('rows are on the lines of the paper, and all of them are in an annex when there are more', async () => {
  const few = await drawn(COLUMNS, [tableOf(3)]);
  assert.deepEqual(few.texts, ['part 00', 'part 11', 'part 22']);
  assert.deepEqual(few.annexed, []);
  const many = await drawn(COLUMNS, [tableOf(4)]);
  assert.deepEqual(many.texts, ['4 rows: annex 1']);
  assert.equal(many.annexed[0]?.why, 'too-many');
  assert.equal(many.annexed[0]?.answer.rows?.length, 4);
});

test('a column without a box brings all of the table into an annex', async () => {
  const { texts, annexed } = await drawn(COLUMNS.slice(0, 1), [tableOf(2)]);
  assert.deepEqual(texts, ['part 0', 'part 1']);
  assert.deepEqual(
    annexed.map(({ why }) => why),
    ['no-box'],
  );
});

test('answers without a box are in an annex, unless they are hidden or left out on purpose', async () => {
  const tick = { value: 'a', style: 'cross' } as const;
  const answers = [
    answerOf('lost', 'x'),
    answerOf('left', 'x'),
    answerOf('hidden', 'x', { state: 'hidden' }),
    answerOf('blank', null, { state: 'unanswered' }),
    answerOf('added', ['a', 'b'], { type: 'checkbox', displayValue: 'A, B' }),
    answerOf('offered', 'a', { type: 'radiogroup', displayValue: 'A' }),
    answerOf('day', '2026-11-30'),
    answerOf('year', '2026-11-30'),
  ];
  const boxes = [
    boxFor('added', { tick }),
    boxFor('offered', { tick }),
    ...['year', 'month', 'day'].map((part) =>
      boxFor('day', { id: part, shows: { question: 'day', part } }),
    ),
    boxFor('year', { shows: { question: 'year', part: 'year' } }),
  ];
  const { annexed } = await drawn(boxes, answers, { left: ['left'] });
  assert.deepEqual(
    annexed.map(({ question }) => question),
    ['lost', 'added', 'year'],
  );
});

test('characters that no font has are named', async () => {
  const { unprintable } = await drawn([boxFor('q')], [answerOf('q', 'a 日本')]);
  assert.deepEqual(unprintable, [0x65e5, 0x672c]);
});

test('each mark stays in its square, which is blank for another answer', async () => {
  const styles: readonly TickStyle[] = ['tick', 'cross', 'fill', 'circle'];
  for (const style of styles) {
    for (const value of ['yes', 'no']) {
      const pdf = new PdfKit({ autoFirstPage: false, font: '', margin: 0 });
      pdf.resume();
      const points: (readonly [number, number])[] = [];
      const note = (x: number, y: number) => {
        points.push([x, y]);
        return pdf;
      };
      Object.assign(pdf, {
        moveTo: note,
        lineTo: note,
        bezierCurveTo: (a: number, b: number, c: number, d: number, x: number, y: number) =>
          [note(a, b), note(c, d), note(x, y)][0],
        rect: (x: number, y: number, w: number, h: number) => [note(x, y), note(x + w, y + h)][0],
      });
      const tick = { value: 'yes', style };
      const boxes = [boxFor('q', { rect: [50, 100, 62, 112], tick })];
      const filled = filledWith({ pages: PAGES, boxes, left: [] }, [answerOf('q', value)]);
      const press = { pdf, fitter: createFitter(pdf), readImage: async () => undefined };
      await drawBoxes(press, filled);
      assert.equal(points.length > 0, value === 'yes', style);
      for (const [x, y] of points) {
        assert.ok(x >= 50 && x <= 62, `${style} ${x}`);
        assert.ok(y >= 188 && y <= 200, `${style} ${y}`);
      }
    }
  }
});

test('a document is the paper with what is drawn on it, and then its annex', async () => {
  const base = PDF.create();
  base.addPage({ width: 400, height: 300 });
  const { bytes, pages, filled } = await drawn([boxFor('q')], [answerOf('q', 'Ada')]);
  const made = await compose(
    { base: await base.save(), overlay: { bytes, pages }, annex: bytes },
    filled,
  );
  const read = await PDF.load(made);
  assert.equal(read.getPageCount(), 2);
  assert.equal(read.getTitle(), 'Form');
  const more = { base: made, overlay: { bytes, pages }, annex: undefined };
  await assert.rejects(compose(more, filled), /other pages/);
});
