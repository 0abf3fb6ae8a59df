import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
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

async function drawn(document: Partial<PdfDocument>) {
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
    async () => undefined,
    (piece) => pieces.push(piece),
  );
  return { lines: linesOfPdf(Buffer.concat(pieces)).flat(), missing };
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
  const cell = at(`+420 123 456 :${seen('هاتف')}`);
  assert.ok(cell > PAGE_WIDTH / 2, 'the cells of a table as well');
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
