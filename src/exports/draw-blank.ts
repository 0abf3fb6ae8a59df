// Draws questions to be answered by hand: lines to write on, boxes to tick, and tables with empty cells.
import {
  BLACK,
  boxAt,
  FOOT_HEIGHT,
  GREY,
  keepTogether,
  MARGIN,
  newPage,
  type Paper,
} from './paper.ts';
import type { BlankQuestion } from './pdf-document.ts';

const TITLE = { size: 10, colour: BLACK, weight: 'bold' } as const;
const TEXT = { size: 10, colour: BLACK } as const;
const CELL = { size: 9, colour: BLACK } as const;
const LINE = '#888888';
const LINE_HEIGHT = 22;
const LINES = 5;
const TICK = 10;
const TICK_HEIGHT = 18;
const ROW_HEIGHT = 26;
const PADDING = 4;
/** Choices that are this short stand in three columns. */
const SHORT = 20;
const COLUMNS = 3;

/** Returns how much of a page a question needs at least, so that it is not divided. */
export function heightOfBlank(question: BlankQuestion): number {
  const title = 30;
  switch (question.kind) {
    case 'choices':
      return title + Math.min(12, rowsOfBoxes(question.choices)) * TICK_HEIGHT;
    case 'area':
      return title + areaHeight(question);
    case 'lines':
      return title + LINES * LINE_HEIGHT;
    case 'rows':
      return title + 3 * ROW_HEIGHT;
    default:
      return title + LINE_HEIGHT;
  }
}

const areaHeight = ({ isLow }: { readonly isLow: boolean }): number => (isLow ? 60 : 130);

const columnsOfBoxes = (choices: readonly string[]): number =>
  choices.every(({ length }) => length <= SHORT) ? COLUMNS : 1;
const rowsOfBoxes = (choices: readonly string[]): number =>
  Math.ceil(choices.length / columnsOfBoxes(choices));

/** Draws a question below what is above it. */
export function drawBlank(paper: Paper, question: BlankQuestion): void {
  const { pdf, pen } = paper;
  keepTogether(paper, heightOfBlank(question));
  const box = boxAt(paper);
  pen.write(question.title, box, TITLE);
  switch (question.kind) {
    case 'choices':
      drawBoxes(paper, question.choices);
      break;
    case 'rows':
      drawRows(paper, question.columns, question.rows);
      break;
    case 'area':
      pdf
        .rect(box.x, pdf.y + 4, box.width, areaHeight(question))
        .strokeColor(LINE)
        .stroke();
      pdf.y += areaHeight(question) + 4;
      break;
    default:
      drawLines(paper, question.kind === 'lines' ? LINES : 1, question.unit);
  }
  pdf.fontSize(10).moveDown(0.8);
}

function drawLines(paper: Paper, count: number, unit: string | undefined): void {
  const { pdf, pen, side } = paper;
  const box = boxAt(paper);
  const width = unit === undefined ? box.width : box.width / 2;
  const x = side === 'left' ? box.x : box.x + box.width - width;
  for (let i = 0; i < count; i += 1) {
    pdf.y += LINE_HEIGHT;
    pdf
      .moveTo(x, pdf.y)
      .lineTo(x + width, pdf.y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }
  if (unit === undefined) return;
  const end = side === 'left' ? x + width + 6 : box.x;
  const room = { x: end, y: pdf.y - 11, width: box.width - width - 6, side };
  pen.writeLine(unit, room, { ...TEXT, colour: GREY });
}

function drawBoxes(paper: Paper, choices: readonly string[]): void {
  const { pdf, pen, side } = paper;
  const whole = boxAt(paper);
  const columns = columnsOfBoxes(choices);
  const width = whole.width / columns;
  for (let from = 0; from < choices.length; from += columns) {
    keepTogether(paper, TICK_HEIGHT);
    const top = pdf.y + 4;
    const ends = choices.slice(from, from + columns).map((choice, at) => {
      const left =
        side === 'left' ? whole.x + at * width : whole.x + whole.width - (at + 1) * width;
      const tick = side === 'left' ? left : left + width - TICK;
      pdf.rect(tick, top, TICK, TICK).lineWidth(0.8).strokeColor(BLACK).stroke();
      pdf.y = top;
      const text = { x: side === 'left' ? left + TICK + 6 : left, width: width - TICK - 6 };
      pen.write(choice, text, TEXT);
      return pdf.y;
    });
    pdf.y = Math.max(top + TICK, ...ends);
  }
}

/** Draws a table with empty cells, and its head again on each page. */
function drawRows(paper: Paper, columns: readonly string[], rows: readonly string[]): void {
  const { pdf, pen } = paper;
  const { width } = boxAt(paper);
  const isNumbered = rows.every((row, i) => row === String(i + 1));
  const first = isNumbered ? 24 : Math.min(180, width / 3);
  const others = (width - first) / Math.max(1, columns.length);
  const widths = [first, ...columns.map(() => others)];
  const heightOf = (texts: readonly string[]) =>
    Math.max(
      ...texts.map((text, i) =>
        pen.heightOf(text, { x: 0, width: (widths[i] ?? 0) - 2 * PADDING }, CELL),
      ),
    ) +
    2 * PADDING;
  const head = { texts: ['', ...columns], height: heightOf(['', ...columns]), isHead: true };
  pdf.y += 4;
  drawRow(paper, head, widths);
  for (const row of rows) {
    const height = Math.max(ROW_HEIGHT, heightOf([row]));
    if (pdf.y + height > pdf.page.height - MARGIN - FOOT_HEIGHT) {
      newPage(paper, 'portrait');
      drawRow(paper, head, widths);
    }
    drawRow(paper, { texts: [row], height, isHead: false }, widths);
  }
}

interface Row {
  readonly texts: readonly string[];
  readonly height: number;
  readonly isHead: boolean;
}

function drawRow(paper: Paper, { texts, height, isHead }: Row, widths: readonly number[]): void {
  const { pdf, pen, side } = paper;
  const box = boxAt(paper);
  const top = pdf.y;
  let before = 0;
  for (const [i, width] of widths.entries()) {
    const x = side === 'left' ? box.x + before : box.x + box.width - before - width;
    before += width;
    pdf.rect(x, top, width, height).lineWidth(0.5).strokeColor(LINE).stroke();
    pdf.y = top + PADDING;
    const look = isHead ? { ...CELL, weight: 'bold' as const } : CELL;
    pen.write(texts[i] ?? '', { x: x + PADDING, width: width - 2 * PADDING }, look);
  }
  pdf.y = top + height;
}
