import PdfKit from 'pdfkit';
import { fileOfSketch } from '#forms/answers/sketch-shapes.ts';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';
import type { StaticPart } from '#forms/reading/static-parts.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { drawStaticPart, roomFor } from './draw-static-part.ts';
import type { PdfDocument, PdfFile } from './pdf-document.ts';
import { registerFonts, writeLine, writeText } from './pdf-text.ts';

const MARGIN = 50;
const FOOT_HEIGHT = 30;
const IMAGE_HEIGHT = 300;
const SIGNATURE_HEIGHT = 110;
const INDENT = 14;
/** As large as in mails, in points. */
const LOGO_BOX: [number, number] = [150, 60];
const GREY = '#555555';

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

interface Drawing {
  readonly pdf: PDFKit.PDFDocument;
  readonly form: PdfDocument;
  readonly readImage: ReadImage;
  readonly words: (typeof WORDS)['en' | 'de'];
}

/** Draws a form: its details, its answers with photos and signatures, and page numbers. */
export async function drawPdf(
  form: PdfDocument,
  readImage: ReadImage,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
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
  registerFonts(pdf);
  const drawing: Drawing = { pdf, form, readImage, words: WORDS[form.locale] };
  drawHead(drawing);
  const entries = entriesOf(form);
  await drawEntries(drawing, entries);
  if (entries.length === 0) pdf.font('regular').fillColor(GREY).text(drawing.words.none);
  drawFeet(drawing);
  pdf.end();
  await ended;
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
  const { pdf, form } = drawing;
  let section = '';
  let isDrawn = false;
  for (const [i, entry] of entries.entries()) {
    if (isDrawn) {
      isDrawn = false;
      continue;
    }
    const title = entry.section.join(' › ');
    if (title !== section && title !== '') drawSection(drawing, title);
    section = title;
    if (!('state' in entry)) {
      keepTogether(pdf, roomFor(entry));
      drawStaticPart(pdf, entry, MARGIN);
      continue;
    }
    const beside = form.layout?.columns === 2 ? besideOf(entry, entries[i + 1]) : undefined;
    isDrawn = beside !== undefined;
    if (beside === undefined) await drawAnswer(drawing, entry, 0);
    else drawBeside(drawing, entry, beside);
  }
  pdf.x = MARGIN;
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
function drawBeside({ pdf, words }: Drawing, left: ShownAnswer, right: ShownAnswer): void {
  keepTogether(pdf, 70);
  const top = pdf.y;
  const width = (pdf.page.width - 2 * MARGIN - INDENT) / 2;
  const ends = [left, right].map(({ title, state, displayValue }, i) => {
    const x = MARGIN + i * (width + INDENT);
    pdf.y = top;
    pdf.fontSize(10).fillColor('black');
    writeText(pdf, 'bold', title, { x, width });
    const isAnswered = state === 'answered';
    pdf.fillColor(isAnswered ? 'black' : GREY);
    writeText(pdf, 'regular', isAnswered ? displayValue : words.unanswered, { x, width });
    return pdf.y;
  });
  pdf.x = MARGIN;
  pdf.y = Math.max(...ends);
  pdf.moveDown(0.6);
}

function drawHead({ pdf, form }: Drawing): void {
  if (form.logo) {
    pdf.image(Buffer.from(form.logo), MARGIN, undefined, { fit: LOGO_BOX });
    pdf.moveDown(0.8);
  }
  pdf.fontSize(18).fillColor('black');
  writeText(pdf, 'bold', form.title);
  pdf.moveDown(0.5).fontSize(9);
  for (const [label, value] of form.facts) {
    pdf.fillColor(GREY);
    writeText(pdf, 'bold', `${label}: `, { continued: true });
    pdf.fillColor('black');
    writeText(pdf, 'regular', value);
  }
  pdf.moveDown(0.5);
  const { width } = pdf.page;
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(width - MARGIN, pdf.y)
    .strokeColor('#bbbbbb')
    .stroke();
  pdf.moveDown(0.8);
}

/** Draws the title of the page or panel that contains the next answers. */
function drawSection({ pdf, form }: Drawing, title: string): void {
  keepTogether(pdf, 80);
  pdf.fontSize(12).fillColor(form.layout?.accent ?? GREY);
  writeText(pdf, 'bold', title, { x: MARGIN });
  pdf.moveDown(0.5);
}

async function drawAnswer(drawing: Drawing, answer: ShownAnswer, depth: number): Promise<void> {
  const { pdf, words } = drawing;
  const x = MARGIN + depth * INDENT;
  const isFile = isFileAnswer(answer);
  keepTogether(pdf, isFile ? heightOf(answer) + 60 : 40);
  if (depth > 0 && !answer.rows && !isFile) {
    drawCell(drawing, answer, x);
    return;
  }
  pdf.fontSize(10).fillColor('black');
  writeText(pdf, 'bold', answer.title, { x });
  if (answer.rows) await drawRows(drawing, answer.rows, answer.rowTitles, depth);
  else if (isFile) await drawFiles(drawing, answer, x);
  else if (answer.state === 'answered') {
    pdf.fontSize(10);
    writeText(pdf, 'regular', answer.displayValue, { x });
  } else pdf.font('regular').fontSize(10).fillColor(GREY).text(words.unanswered, x);
  drawTotals(drawing, answer.totals ?? [], x + INDENT);
  if (answer.remark !== undefined) drawRemark(pdf, answer.remark, x);
  pdf.moveDown(0.6);
}

const isFileAnswer = ({ type, state }: ShownAnswer): boolean =>
  state === 'answered' && (type === 'file' || type === 'signaturepad' || type === 'sketch');

async function drawRows(
  drawing: Drawing,
  rows: readonly (readonly ShownAnswer[])[],
  titles: readonly string[] | undefined,
  depth: number,
): Promise<void> {
  const { pdf, words } = drawing;
  for (const [i, row] of rows.entries()) {
    keepTogether(pdf, 40);
    pdf.fontSize(9).fillColor(GREY);
    const title = titles?.[i] || `${words.row} ${i + 1}`;
    writeText(pdf, 'regular', title, { x: MARGIN + (depth + 1) * INDENT });
    for (const inner of row) {
      if (inner.state !== 'hidden') await drawAnswer(drawing, inner, depth + 1);
    }
    pdf.moveDown(0.4);
  }
}

function drawRemark(pdf: PDFKit.PDFDocument, remark: string, x: number): void {
  pdf.fontSize(10).fillColor('black');
  writeText(pdf, 'regular', remark, { x });
}

function drawTotals(drawing: Drawing, totals: readonly ShownAnswer[], x: number): void {
  if (totals.length === 0) return;
  const { pdf, words } = drawing;
  keepTogether(pdf, 40);
  pdf.font('regular').fontSize(9).fillColor(GREY).text(words.totals, x);
  for (const total of totals) drawCell(drawing, total, x);
}

/** Draws a cell on one line if it fits, so that rows with many columns stay readable. */
function drawCell({ pdf, words }: Drawing, answer: ShownAnswer, x: number): void {
  const { title, displayValue, state } = answer;
  pdf.fontSize(10).fillColor('black');
  writeText(pdf, 'bold', `${title}: `, { x, continued: true });
  if (state === 'answered') writeText(pdf, 'regular', displayValue);
  else pdf.font('regular').fillColor(GREY).text(words.unanswered);
  if (answer.remark !== undefined) drawRemark(pdf, answer.remark, x);
}

/** Returns the maximum height of an image. */
const heightOf = ({ type }: ShownAnswer): number =>
  type === 'signaturepad' ? SIGNATURE_HEIGHT : IMAGE_HEIGHT;

async function drawFiles(drawing: Drawing, answer: ShownAnswer, x: number): Promise<void> {
  const { form, readImage } = drawing;
  const height = heightOf(answer);
  for (const { id, name } of filesIn(answer)) {
    const stored = Object.hasOwn(form.files, id) ? form.files[id] : undefined;
    if (!stored) continue;
    const file = { ...stored, name: name ?? stored.name };
    const bytes = file.isPicture ? await readImage(id) : undefined;
    const isShown = bytes !== undefined && drawImage(drawing, bytes, { x, height });
    drawFileName(drawing, file, { x, isShown });
  }
}

/** Draws an image. @returns false when it cannot be drawn. */
function drawImage(
  { pdf }: Drawing,
  bytes: Buffer,
  { x, height }: { readonly x: number; readonly height: number },
): boolean {
  try {
    keepTogether(pdf, height + 20);
    // Without a position, the image is part of the text flow: the next text starts below it.
    pdf.image(bytes, x, undefined, { fit: [pdf.page.width - MARGIN - x, height] });
    pdf.y += 4;
    return true;
  } catch {
    return false; // The caller writes the name instead.
  }
}

function drawFileName(
  { pdf, words }: Drawing,
  { name, size }: PdfFile,
  { x, isShown }: { readonly x: number; readonly isShown: boolean },
): void {
  const more = isShown ? '' : ` (${Math.ceil(size / 1024)} kB, ${words.unshown})`;
  pdf.fontSize(8).fillColor(GREY);
  writeText(pdf, 'regular', name + more, { x });
  pdf.fillColor('black');
}

/** Starts a new page when less than this height is left, so that the next elements stay on one page. */
function keepTogether(pdf: PDFKit.PDFDocument, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN - FOOT_HEIGHT) pdf.addPage();
}

function drawFeet({ pdf, form, words }: Drawing): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let i = start; i < start + count; i += 1) {
    pdf.switchToPage(i);
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN;
    const width = pdf.page.width - 2 * MARGIN;
    pdf.fontSize(8).fillColor(GREY);
    const number = String(i + 1 - start);
    const { header, footer } = form.layout ?? {};
    const lineOf = (text: string) => text.replaceAll('{page}', number);
    if (header !== undefined) writeLine(pdf, lineOf(header), { x: MARGIN, y: MARGIN / 2, width });
    writeLine(pdf, lineOf(footer ?? form.foot), { x: MARGIN, y, width: width - 90 });
    pdf.font('regular');
    const page = `${words.page} ${number} ${words.of} ${count}`;
    pdf.text(page, MARGIN, y, { width, align: 'right', lineBreak: false });
  }
}

interface FileToDraw {
  readonly id: string;
  /** The name to write below; undefined for that of the file. */
  readonly name?: string | undefined;
}

/** Returns the files of an answer. A drawing on a photo is printed under the name of the photo. */
function filesIn({ type, value, displayValue }: ShownAnswer): readonly FileToDraw[] {
  if (type !== 'sketch') return idsIn(value).map((id) => ({ id }));
  const picture = fileOfSketch(value, 'picture');
  return picture === undefined ? [] : idsIn(picture).map((id) => ({ id, name: displayValue }));
}

function idsIn(value: JsonValue): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((each: JsonValue) => {
    const id = isObject(each) ? member(each, 'id') : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
