import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { PNG } from '../../test/support/attachments.ts';
import { linesOfPdf } from '../../test/support/pdf-text.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfDocument } from './pdf-document.ts';

const MARGIN = 50;
const PAGE_WIDTH = 595.28;

const answer = (title: string, displayValue: string): ShownAnswer => ({
  name: title,
  title,
  value: displayValue,
  displayValue,
  type: 'text',
  section: [],
  state: 'answered',
});
const table = (title: string, rows: readonly (readonly ShownAnswer[])[]): ShownAnswer => {
  return { ...answer(title, ''), type: 'paneldynamic', rows };
};

async function drawn(document: Partial<PdfDocument>, picture?: Buffer) {
  const pieces: Uint8Array[] = [];
  const missing = await drawPdf(
    {
      title: 'Site check',
      locale: 'en',
      facts: [],
      parts: [],
      answers: [],
      files: {},
      foot: 'Site check',
      ...document,
    },
    async () => picture,
    (piece) => pieces.push(piece),
  );
  const pages = linesOfPdf(Buffer.concat(pieces));
  return { pages, lines: pages.flat(), missing };
}

/** Returns letters from right to left as they are seen from left to right. */
const seen = (letters: string): string => [...letters].toReversed().join('');

test('Arabic, Hebrew and mixed answers are printed in the order in which they are read', async () => {
  const typed = ['مرحبا بالعالم 123 اختبار', 'שלום עולם (12) abc', 'Name: محمد علي (Praha 7)'];
  const { lines } = await drawn({ answers: typed.map((each) => answer('Note', each)) });
  const texts = lines.map(({ text }) => text);
  for (const line of [
    `${seen('اختبار')} 123 ${seen('مرحبا بالعالم')}`,
    `abc (12) ${seen('שלום עולם')}`,
    `Name: ${seen('محمد علي')} (Praha 7)`,
  ]) {
    assert.ok(texts.includes(line), `${line} in ${texts.join('\n')}`);
  }
});

test('a form in Arabic begins at the right: titles, answers, tables, header and footer', async () => {
  const { lines } = await drawn({
    title: 'تقرير يومي',
    facts: [['Number', '12']],
    foot: 'تقرير',
    layout: { pageSize: 'A4', columns: 1, header: 'رأس {page}', footer: undefined },
    answers: [
      answer('تحية', 'Latin only'),
      table('جدول', [[answer('هاتف', '+420 123 456')]]),
      answer('تحية', 'نعم'),
    ],
  });
  const at = (text: string) => {
    const line = lines.find((each) => each.text === text);
    assert.ok(line, `${text} in ${lines.map((each) => each.text).join('\n')}`);
    return line.x;
  };
  for (const text of [
    seen('تقرير يومي'),
    '12 :Number',
    seen('تحية'),
    'Latin only',
    seen('جدول'),
    `1 ${seen('رأس')}`,
  ]) {
    assert.ok(at(text) > PAGE_WIDTH / 2, `${text} stands at ${at(text)}`);
  }
  const cell = at('+420 123 4561');
  assert.ok(cell > PAGE_WIDTH / 2, 'the cells of a table as well, left of the number of their row');
  const foot = lines.at(-1);
  assert.equal(foot?.x, MARGIN, 'the number of the page stands on the other side');
  assert.equal(foot?.text, `Page 1 of 1${seen('تقرير')}`);
});

test('an Arabic answer of many lines is broken where the words end, first line first', async () => {
  const words = Array.from({ length: 60 }, (_, i) => `سطر${i}`);
  const { lines } = await drawn({ title: 'تقرير', answers: [answer('نص', words.join(' '))] });
  assert.ok(lines.some(({ text }) => text.endsWith(` 1${seen('سطر')} 0${seen('سطر')}`)));
  const joined = lines
    .flatMap(({ text }) => text.split(' ').toReversed())
    .filter((each) => /\d/.test(each));
  assert.deepEqual(
    joined.slice(0, 60).map((each) => Number.parseInt(each, 10)),
    words.map((_, i) => i),
  );
});

test('a header that is too long ends with an ellipsis', async () => {
  const header = `Zone ${'very long '.repeat(30)}`;
  const { lines } = await drawn({ layout: { pageSize: 'A4', columns: 1, header } });
  assert.match(lines[0]?.text ?? '', /^Zone very long [a-z ]+…$/);
});

/** Returns a table with a column for each title, whose cells say where they are. */
const tableOf = (rows: number, titles: readonly string[]) =>
  table(
    'Parts',
    Array.from({ length: rows }, (_, i) =>
      titles.map((title) => ({ ...answer(title, `${title} ${i + 1}`), name: title })),
    ),
  );

test('a table of 60 rows is a grid on few pages, with its head again on each', async () => {
  const { pages } = await drawn({ answers: [tableOf(60, ['Part', 'State', 'Note'])] });
  assert.ok(pages.length <= 3, `${pages.length} pages`);
  for (const page of pages) {
    assert.ok(
      page.some(({ text }) => /^Part\s*State\s*Note$/.test(text)),
      'the head',
    );
  }
  const rows = pages
    .flat()
    .filter(({ text }) => /^\d+\s*Part \d+\s*State \d+\s*Note \d+$/.test(text));
  assert.equal(rows.length, 60, 'each row on one line, with its number');
});

test('a table that is too wide for a page is on pages that lie on their side, and a very wide one is a list', async () => {
  const titles = (count: number) => Array.from({ length: count }, (_, i) => `Measurement${i + 1}`);
  const turned = await drawn({ answers: [tableOf(3, titles(7)), answer('After', 'it')] });
  const [, side = [], last = []] = turned.pages;
  assert.ok(
    side.some(({ text }) => text === titles(7).join('')),
    'the head, on one line',
  );
  assert.ok(
    last.some(({ text }) => text === 'After'),
    'what follows is on an upright page',
  );
  const list = await drawn({ answers: [tableOf(1, titles(20))] });
  assert.ok(list.lines.some(({ text }) => text === 'Measurement20: Measurement20 1'));
});

test('a title of a section is on the page of what it is above', async () => {
  const long = Array.from({ length: 40 }, (_, i) => answer(`Line ${i}`, 'x'));
  for (let count = 10; count < 20; count += 1) {
    const { pages } = await drawn({
      answers: [...long.slice(0, count), { ...answer('First', 'y'), section: ['Brakes'] }],
    });
    const page = pages.find((each) => each.some(({ text }) => text === 'Brakes'));
    assert.ok(
      page?.some(({ text }) => text === 'First'),
      `after ${count} answers`,
    );
  }
});

test('a picture of a row is drawn in its cell, and one that can’t be drawn is named there', async () => {
  const photo = { ...answer('Photo', ''), type: 'file', value: [{ id: 'one' }] };
  const rows = [[{ ...answer('Part', 'Brake'), name: 'part' }, photo]];
  const files = { one: { name: 'brake.png', size: 10, isPicture: true } };
  const shown = await drawn({ answers: [table('Parts', rows)], files }, PNG);
  assert.ok(!shown.lines.some(({ text }) => text.includes('brake.png')));
  const named = await drawn({ answers: [table('Parts', rows)], files }, Buffer.from('no image'));
  assert.ok(named.lines.some(({ text }) => text === '1Brakebrake.png'));
});

test('a letter can be copied although only a letter with an accent was printed before', async () => {
  // Letters that no other test of this process prints before.
  await drawn({ answers: [answer('a', 'Ŷ')] });
  const { lines } = await drawn({ answers: [answer('a', 'Y')] });
  assert.ok(lines.some(({ text }) => text === 'Y'));
});
