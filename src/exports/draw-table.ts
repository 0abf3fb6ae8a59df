// Draws a table as a table: its head again on each page, and no row across two pages. Where the columns need more width
// than a page has, the page is turned; where even that is too little, the caller draws a list.
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { Box } from '#typesetting/pen.ts';
import {
  BLACK,
  boxAt,
  FOOT_HEIGHT,
  GREY,
  isTurned,
  keepTogether,
  MARGIN,
  newPage,
  type Paper,
  pictureSize,
} from './paper.ts';
import {
  CELL,
  CELL_PICTURE,
  type Grid,
  type GridRow,
  gridOf,
  HEAD,
  PADDING,
  textOfCell,
  widthsIn,
} from './table-grid.ts';

/** Of the pictures of a table, which are in memory together: their sizes decide where its pages end. */
const MOST_BYTES = 30_000_000;
/** For a title of two lines. */
const TITLE_HEIGHT = 30;
const LINE = '#bbbbbb';
const HEAD_GROUND = '#eef1f4';

export interface TableSheet extends Paper {
  /** The word for the row of totals. */
  readonly totalWord: string;
  /** Returns the pictures of a cell that can be drawn, and the names of its other files. */
  filesOf(cell: ShownAnswer): Promise<CellFiles>;
}

export interface CellFiles {
  readonly pictures: readonly Buffer[];
  readonly names: readonly string[];
}

/** What has to be above a table, on its page. */
export interface Above {
  readonly height: number;
  readonly draw: () => void;
}

/** What stands in a cell: a text, with pictures below it. */
interface Content {
  /** Numbers end below each other. */
  readonly isNumber?: boolean;
  readonly text: ReturnType<typeof textOfCell>;
  readonly pictures: readonly Buffer[];
}

interface Line {
  readonly contents: readonly Content[];
  readonly isHead: boolean;
  readonly height: number;
}

const PICTURE_TYPES: ReadonlySet<string> = new Set(['file', 'signaturepad', 'sketch']);

/**
 * Draws the title of an answer and its rows.
 * @param above the heading that has to be on the same page
 * @returns false if they do not fit into a grid; then nothing is drawn
 */
export async function drawTable(
  sheet: TableSheet,
  answer: ShownAnswer,
  above?: Above,
): Promise<boolean> {
  const grid = gridOf(answer);
  if (grid === undefined) return false;
  const { width, height } = sheet.pdf.page;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isFiles = (name: string) =>
    grid.rows.some(({ cells }) => PICTURE_TYPES.has(cells.get(name)?.type ?? ''));
  const upright = widthsIn(sheet.pen, grid, short - 2 * MARGIN, isFiles);
  const widths = upright ?? widthsIn(sheet.pen, grid, long - 2 * MARGIN, isFiles);
  if (widths === undefined) return false;
  const layout = upright === undefined ? 'landscape' : 'portrait';
  const [head, ...rows] = (await linesOf(sheet, grid, widths)) ?? [];
  const body = (layout === 'landscape' ? short : long) - 2 * MARGIN - FOOT_HEIGHT;
  const first = (above?.height ?? 0) + TITLE_HEIGHT + (head?.height ?? 0);
  if (head === undefined || rows.some((row) => first + row.height > body)) return false;
  if (isTurned(sheet) !== (layout === 'landscape')) newPage(sheet, layout);
  // The title and the head never stand alone.
  keepTogether(sheet, first + (rows[0]?.height ?? 0));
  above?.draw();
  sheet.pen.write(answer.title, boxAt(sheet), { ...HEAD, size: 10 });
  drawLines(sheet, head, rows, { widths, layout });
  return true;
}

interface Lying {
  readonly widths: readonly number[];
  readonly layout: 'portrait' | 'landscape';
}

/** Draws the rows below the head, and the head again on each page. */
function drawLines(
  sheet: TableSheet,
  head: Line,
  rows: readonly Line[],
  { widths, layout }: Lying,
): void {
  const { pdf } = sheet;
  drawLine(sheet, head, widths);
  for (const row of rows) {
    if (pdf.y + row.height > pdf.page.height - MARGIN - FOOT_HEIGHT) {
      newPage(sheet, layout);
      drawLine(sheet, head, widths);
    }
    drawLine(sheet, row, widths);
  }
}

/** Returns the head, the rows and the totals; undefined where their pictures would take too much memory. */
async function linesOf(
  sheet: TableSheet,
  { columns, rows, totals }: Grid,
  widths: readonly number[],
): Promise<readonly Line[] | undefined> {
  let bytes = 0;
  const heads = columns.map(({ title, isNumber }) => ({ ...plain(title), isNumber }));
  const all = [line(sheet, [plain(''), ...heads], widths, true)];
  for (const row of rows) {
    const contents = [plain(row.title)];
    for (const { name, isNumber } of columns) {
      const content = { ...(await contentOf(sheet, row, name)), isNumber };
      contents.push(content);
      bytes += content.pictures.reduce((sum, { length }) => sum + length, 0);
    }
    if (bytes > MOST_BYTES) return undefined;
    all.push(line(sheet, contents, widths, false));
  }
  if (totals.size > 0) {
    const sums = columns.map(({ name, isNumber }) => ({
      text: textOfTotal(totals.get(name)),
      pictures: [],
      isNumber,
    }));
    all.push(line(sheet, [plain(sheet.totalWord), ...sums], widths, true));
  }
  return all;
}

const isBlank = (text: Content['text']): boolean => text.every((piece) => piece.text === '');

const plain = (text: string): Content => ({ text: [{ text }], pictures: [] });
const textOfTotal = (total: ShownAnswer | undefined) =>
  total === undefined ? [{ text: '' }] : textOfCell(total);

async function contentOf(sheet: TableSheet, row: GridRow, name: string): Promise<Content> {
  const cell = row.cells.get(name);
  if (cell === undefined || cell.state !== 'answered' || !PICTURE_TYPES.has(cell.type)) {
    return { text: textOfCell(cell), pictures: [] };
  }
  const { pictures, names } = await sheet.filesOf(cell);
  const texts = [...names, ...(cell.remark === undefined ? [] : [cell.remark])];
  return { text: [{ text: texts.join('\n'), colour: GREY }], pictures };
}

function line(
  sheet: TableSheet,
  contents: readonly Content[],
  widths: readonly number[],
  isHead: boolean,
): Line {
  const heights = contents.map(({ text, pictures }, i) => {
    const box = { x: 0, width: (widths[i] ?? 0) - 2 * PADDING };
    const drawn = pictures.reduce(
      (sum, picture) => sum + pictureSize(sheet, picture, box.width, CELL_PICTURE).height + 2,
      0,
    );
    return drawn + (isBlank(text) ? 0 : sheet.pen.heightOf(text, box, isHead ? HEAD : CELL));
  });
  return { contents, isHead, height: Math.max(...heights) + 2 * PADDING };
}

function drawPictures(sheet: Paper, pictures: readonly Buffer[], box: Box): void {
  const { pdf } = sheet;
  for (const picture of pictures) {
    const size = pictureSize(sheet, picture, box.width, CELL_PICTURE);
    pdf.image(picture, box.x, pdf.y, size);
    pdf.y += size.height + 2;
  }
}

const endOf = ({ side }: Paper) => (side === 'left' ? ('right' as const) : ('left' as const));

function drawLine(
  sheet: TableSheet,
  { contents, isHead, height }: Line,
  widths: readonly number[],
) {
  const { pdf, pen } = sheet;
  const top = pdf.y;
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const left = sheet.side === 'left' ? MARGIN : pdf.page.width - MARGIN - whole;
  if (isHead) pdf.rect(left, top, whole, height).fillColor(HEAD_GROUND).fill();
  let before = 0;
  for (const [i, { text, pictures, isNumber = false }] of contents.entries()) {
    const width = widths[i] ?? 0;
    const x = sheet.side === 'left' ? left + before : left + whole - before - width;
    before += width;
    const box: Box = {
      ...{ x: x + PADDING, width: width - 2 * PADDING },
      ...(isNumber && { side: endOf(sheet) }),
    };
    pdf.y = top + PADDING;
    drawPictures(sheet, pictures, box);
    if (!isBlank(text)) pen.write(text, box, isHead ? HEAD : CELL);
  }
  pdf.y = top + height;
  pdf.rect(left, top, whole, height).lineWidth(0.5).strokeColor(LINE).stroke();
  pdf.fillColor(BLACK);
}
