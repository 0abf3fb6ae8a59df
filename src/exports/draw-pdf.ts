import type { Font } from 'fontkit';
import PdfKit from 'pdfkit';
import type { Locale } from '#kernel/locale.ts';
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { StaticPart } from '#questionnaires/reading/static-parts.ts';
import type { Piece } from '#typesetting/paragraphs.ts';
import { createPen } from '#typesetting/pen.ts';
import { isolated, isRightToLeft, RIGHT_TO_LEFT_MARK } from '#typesetting/visual-order.ts';
import { drawStaticPart, roomFor } from './draw-static-part.ts';
import { type CellFiles, drawTable } from './draw-table.ts';
import { drawTrail } from './draw-trail.ts';
import { filesIn } from './files-in-answer.ts';
import {
  BLACK,
  boxAt,
  canDraw,
  drawPicture,
  FOOT_HEIGHT,
  GREY,
  keepTogether,
  MARGIN,
  type Paper,
  SIGNATURE_HEIGHT,
  standUpright,
} from './paper.ts';
import type { PdfDocument, PdfFile } from './pdf-document.ts';

const IMAGE_HEIGHT = 300;
/** As large as in mails, in points. */
const LOGO_BOX: [number, number] = [150, 60];

const WORDS = {
  en: {
    page: 'Page',
    of: 'of',
    row: 'Row',
    unshown: 'not shown here',
    none: 'The template has no questions.',
    unanswered: 'Not answered',
    totals: 'Total',
  },
  de: {
    page: 'Seite',
    of: 'von',
    row: 'Zeile',
    unshown: 'hier nicht gezeigt',
    none: 'Die Vorlage hat keine Fragen.',
    unanswered: 'Nicht beantwortet',
    totals: 'Summe',
  },
} as const;

/** Returns the bytes of an image; undefined when it no longer exists. */
export type ReadImage = (id: string) => Promise<Buffer | undefined>;

interface Drawing extends Paper {
  readonly form: PdfDocument;
  readonly readImage: ReadImage;
  readonly words: (typeof WORDS)[Locale];
}

/**
 * Draws a form: its details, its answers with photos and signatures, and page numbers.
 * @param fonts those of the organisation, for characters that the program's own lack
 * @returns the code points that no font has
 */
export async function drawPdf(
  form: PdfDocument,
  readImage: ReadImage,
  onPiece: (piece: Uint8Array) => void,
  fonts: readonly Font[] = [],
): Promise<readonly number[]> {
  const pdf = new PdfKit({
    size: form.layout?.pageSize === 'Letter' ? 'LETTER' : 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT_HEIGHT },
    bufferPages: true,
    lang: form.locale,
    info: { Title: form.title, Producer: 'Formstead', Creator: 'Formstead' },
  });
  const ended = new Promise<void>((done, failed) => {
    pdf.on('data', onPiece);
    pdf.on('end', done);
    pdf.on('error', failed);
  });
  const side = sideOf(form);
  const pen = createPen(pdf, side, fonts);
  const drawing: Drawing = { pdf, pen, side, form, readImage, words: WORDS[form.locale] };
  drawHead(drawing);
  const entries = entriesOf(form);
  await drawEntries(drawing, entries);
  if (entries.length === 0)
    pen.write(drawing.words.none, boxAt(drawing), { size: 9, colour: GREY });
  standUpright(drawing);
  if (form.trail !== undefined) await drawTrail(drawing, form.trail, readImage);
  drawFeet(drawing);
  pdf.end();
  await ended;
  return [...pen.missing];
}

/** Returns the right side for a form most of whose titles are written from right to left. */
function sideOf({ title, answers, parts }: PdfDocument): 'left' | 'right' {
  const titles = [...answers, ...parts].map((each) => isRightToLeft(each.title ?? ''));
  const known = titles.filter((isRtl) => isRtl !== undefined);
  const fromRight = known.filter((isRtl) => isRtl).length;
  const isRtl = known.length === 0 ? isRightToLeft(title) === true : fromRight * 2 > known.length;
  return isRtl ? 'right' : 'left';
}

/** An answer, or a heading or text between answers. */
type Entry = ShownAnswer | StaticPart;

/** Returns what is drawn, in the order of the form. A text before a hidden question is shown without it. */
const entriesOf = ({ answers, parts }: PdfDocument): readonly Entry[] => [
  ...answers.flatMap((answer) => [
    ...parts.filter(({ before }) => before === answer.name),
    ...(answer.state === 'hidden' ? [] : [answer]),
  ]),
  ...parts.filter(({ before }) => before === undefined),
];

async function drawEntries(drawing: Drawing, entries: readonly Entry[]): Promise<void> {
  const { form } = drawing;
  let section = '';
  let isDrawn = false;
  for (const [i, entry] of entries.entries()) {
    if (isDrawn) {
      isDrawn = false;
      continue;
    }
    const title = entry.section.join(' › ');
    if (title !== section && title !== '') drawSection(drawing, title, roomOf(entry));
    section = title;
    if (!('state' in entry)) {
      standUpright(drawing);
      keepTogether(drawing, roomFor(entry));
      drawStaticPart(drawing, entry);
      continue;
    }
    const beside = form.layout?.columns === 2 ? besideOf(entry, entries[i + 1]) : undefined;
    isDrawn = beside !== undefined;
    if (beside === undefined) await drawAnswer(drawing, entry, 0);
    else {
      standUpright(drawing);
      drawBeside(drawing, entry, beside);
    }
  }
}

/** Returns the next answer if both are short and in the same section. */
const besideOf = (answer: ShownAnswer, next: Entry | undefined): ShownAnswer | undefined =>
  next !== undefined &&
  'state' in next &&
  isShort(answer) &&
  isShort(next) &&
  next.section.join(' › ') === answer.section.join(' › ')
    ? next
    : undefined;

/** The most characters of a title or an answer that has half of the width. */
const SHORT = 80;

const isShort = (answer: ShownAnswer): boolean =>
  !answer.rows &&
  !isFileAnswer(answer) &&
  answer.remark === undefined &&
  (answer.totals ?? []).length === 0 &&
  answer.title.length <= SHORT &&
  answer.displayValue.length <= SHORT;

/** Draws two short answers beside each other. */
function drawBeside(drawing: Drawing, first: ShownAnswer, second: ShownAnswer): void {
  const { pdf, pen } = drawing;
  keepTogether(drawing, 70);
  const top = pdf.y;
  const draw = (answer: ShownAnswer, column: 0 | 1): number => {
    pdf.y = top;
    const box = boxAt(drawing, { column });
    pen.write(answer.title, box, TITLE);
    pen.write([shownIn(drawing, answer)], box, TEXT);
    return pdf.y;
  };
  pdf.y = Math.max(draw(first, 0), draw(second, 1));
  pdf.moveDown(0.6);
}

const TEXT = { size: 10, colour: BLACK } as const;
const TITLE = { ...TEXT, weight: 'bold' } as const;

/** Returns what is written of an answer, and its colour. */
const shownIn = ({ words }: Drawing, { state, displayValue }: ShownAnswer): Required<Shown> =>
  state === 'answered'
    ? { text: displayValue, colour: BLACK }
    : { text: words.unanswered, colour: GREY };

type Shown = Pick<Piece, 'text' | 'colour'>;

function drawHead(drawing: Drawing): void {
  const { pdf, pen, form } = drawing;
  const box = boxAt(drawing);
  if (form.logo) {
    const align = drawing.side === 'right' ? { align: 'right' as const } : {};
    const x = drawing.side === 'right' ? box.x + box.width - LOGO_BOX[0] : box.x;
    pdf.image(Buffer.from(form.logo), x, undefined, { fit: LOGO_BOX, ...align });
    pdf.fontSize(12).moveDown(0.8);
  }
  pen.write(form.title, box, { size: 18, colour: BLACK, weight: 'bold' });
  pdf.moveDown(0.5);
  for (const [label, value] of form.facts) {
    pen.write(labelled(drawing, { text: label, colour: GREY }, { text: value }), box, {
      size: 9,
      colour: BLACK,
    });
  }
  pdf.moveDown(0.5);
  pdf
    .moveTo(box.x, pdf.y)
    .lineTo(box.x + box.width, pdf.y)
    .strokeColor('#bbbbbb')
    .stroke();
  pdf.moveDown(0.8);
}

/** Returns a label and what belongs to it. Each keeps its own direction. */
const labelled = ({ side }: Drawing, label: Piece, value: Piece): readonly Piece[] => [
  { text: side === 'right' ? RIGHT_TO_LEFT_MARK : '' },
  { ...label, text: `${isolated(label.text)}: `, weight: 'bold' },
  { ...value, text: isolated(value.text) },
];

/** Returns how much of a page an entry needs at least, in points. */
const roomOf = (entry: Entry): number => {
  if (!('state' in entry)) return roomFor(entry);
  return isFileAnswer(entry) ? heightOf(entry) + 60 : 60;
};

/** Draws the title of the page or panel that contains the next answers, on the page on which they begin. */
function drawSection(drawing: Drawing, title: string, room: number): void {
  const { pdf, pen, form } = drawing;
  standUpright(drawing);
  keepTogether(drawing, 30 + room);
  const colour = form.layout?.accent ?? GREY;
  pen.write(title, boxAt(drawing), { size: 12, colour, weight: 'bold' });
  pdf.moveDown(0.5);
}

async function drawAnswer(drawing: Drawing, answer: ShownAnswer, depth: number): Promise<void> {
  const { pdf, pen } = drawing;
  if (answer.rows && depth === 0 && (await drawTable(sheetOf(drawing), answer))) {
    drawRemark(drawing, answer, depth);
    pdf.fontSize(10).moveDown(0.6);
    return;
  }
  standUpright(drawing);
  const box = boxAt(drawing, { depth });
  const isFile = isFileAnswer(answer);
  keepTogether(drawing, isFile ? heightOf(answer) + 60 : 40);
  if (depth > 0 && !answer.rows && !isFile) {
    drawCell(drawing, answer, depth);
    return;
  }
  pen.write(answer.title, box, TITLE);
  if (answer.rows) await drawRows(drawing, answer.rows, answer.rowTitles, depth);
  else if (isFile) await drawFiles(drawing, answer, depth);
  else pen.write([shownIn(drawing, answer)], box, TEXT);
  drawTotals(drawing, answer.totals ?? [], depth + 1);
  drawRemark(drawing, answer, depth);
  pdf.fontSize(10).moveDown(0.6);
}

const isFileAnswer = ({ type, state }: ShownAnswer): boolean =>
  state === 'answered' && (type === 'file' || type === 'signaturepad' || type === 'sketch');

/** Returns what draws tables as grids. */
const sheetOf = (drawing: Drawing) => ({
  ...drawing,
  totalWord: drawing.words.totals,
  filesOf: (cell: ShownAnswer) => filesOfCell(drawing, cell),
});

async function filesOfCell(
  { pdf, form, readImage }: Drawing,
  cell: ShownAnswer,
): Promise<CellFiles> {
  const pictures: Buffer[] = [];
  const names: string[] = [];
  for (const { id, name } of filesIn(cell)) {
    const stored = Object.hasOwn(form.files, id) ? form.files[id] : undefined;
    if (!stored) continue;
    const bytes = stored.isPicture ? await readImage(id) : undefined;
    if (bytes !== undefined && canDraw(pdf, bytes)) pictures.push(bytes);
    else names.push(name ?? stored.name);
  }
  return { pictures, names };
}

async function drawRows(
  drawing: Drawing,
  rows: readonly (readonly ShownAnswer[])[],
  titles: readonly string[] | undefined,
  depth: number,
): Promise<void> {
  const { pdf, pen, words } = drawing;
  for (const [i, row] of rows.entries()) {
    keepTogether(drawing, 40);
    const title = titles?.[i] || `${words.row} ${i + 1}`;
    pen.write(title, boxAt(drawing, { depth: depth + 1 }), { size: 9, colour: GREY });
    for (const inner of row) {
      const isTitle = inner.name === ROW_NAME && inner.displayValue === title;
      if (inner.state !== 'hidden' && !isTitle) await drawAnswer(drawing, inner, depth + 1);
    }
    pdf.moveDown(0.4);
  }
}

function drawRemark(drawing: Drawing, { remark }: ShownAnswer, depth: number): void {
  if (remark === undefined) return;
  drawing.pen.write(remark, boxAt(drawing, { depth }), TEXT);
}

function drawTotals(drawing: Drawing, totals: readonly ShownAnswer[], depth: number): void {
  if (totals.length === 0) return;
  keepTogether(drawing, 40);
  drawing.pen.write(drawing.words.totals, boxAt(drawing, { depth }), { size: 9, colour: GREY });
  for (const total of totals) drawCell(drawing, total, depth);
}

/** Draws a cell on one line if it fits, so that rows with many columns stay readable. */
function drawCell(drawing: Drawing, answer: ShownAnswer, depth: number): void {
  const box = boxAt(drawing, { depth });
  drawing.pen.write(labelled(drawing, { text: answer.title }, shownIn(drawing, answer)), box, TEXT);
  drawRemark(drawing, answer, depth);
}

/** Returns the maximum height of an image. */
const heightOf = ({ type }: ShownAnswer): number =>
  type === 'signaturepad' ? SIGNATURE_HEIGHT : IMAGE_HEIGHT;

async function drawFiles(drawing: Drawing, answer: ShownAnswer, depth: number): Promise<void> {
  const { form, readImage } = drawing;
  const height = heightOf(answer);
  for (const { id, name } of filesIn(answer)) {
    const stored = Object.hasOwn(form.files, id) ? form.files[id] : undefined;
    if (!stored) continue;
    const file = { ...stored, name: name ?? stored.name };
    const bytes = file.isPicture ? await readImage(id) : undefined;
    if (bytes !== undefined) keepTogether(drawing, height + 20);
    const isShown = bytes !== undefined && drawPicture(drawing, bytes, { height, depth });
    drawFileName(drawing, file, { depth, isShown });
  }
}

function drawFileName(
  drawing: Drawing,
  { name, size }: PdfFile,
  { depth, isShown }: { readonly depth: number; readonly isShown: boolean },
): void {
  const more = isShown ? '' : ` (${Math.ceil(size / 1024)} kB, ${drawing.words.unshown})`;
  drawing.pen.write(name + more, boxAt(drawing, { depth }), { size: 8, colour: GREY });
}

/** The width of the number of a page, in points. */
const NUMBER_WIDTH = 90;

function drawFeet({ pdf, pen, side, form, words }: Drawing): void {
  const { start, count } = pdf.bufferedPageRange();
  const look = { size: 8, colour: GREY };
  const isRtl = side === 'right';
  for (let i = start; i < start + count; i += 1) {
    pdf.switchToPage(i);
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN;
    const width = pdf.page.width - 2 * MARGIN;
    const number = String(i + 1 - start);
    const { header, footer } = form.layout ?? {};
    const lineOf = (text: string) => text.replaceAll('{page}', number);
    if (header !== undefined) {
      pen.writeLine(lineOf(header), { x: MARGIN, y: MARGIN / 2, width, side }, look);
    }
    const x = isRtl ? MARGIN + NUMBER_WIDTH : MARGIN;
    pen.writeLine(lineOf(footer ?? form.foot), { x, y, width: width - NUMBER_WIDTH, side }, look);
    const page = `${words.page} ${number} ${words.of} ${count}`;
    pen.writeLine(page, { x: MARGIN, y, width, side: isRtl ? 'left' : 'right' }, look);
  }
}
