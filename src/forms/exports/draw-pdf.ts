import PdfKit from 'pdfkit';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
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
    size: 'A4',
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
  const asked = form.answers.filter(({ state }) => state !== 'hidden');
  let section = '';
  for (const answer of asked) {
    const title = answer.section.join(' › ');
    if (title !== section && title !== '') drawSection(pdf, title);
    section = title;
    await drawAnswer(drawing, answer, 0);
  }
  if (asked.length === 0) pdf.font('regular').fillColor(GREY).text(drawing.words.none);
  drawFeet(drawing);
  pdf.end();
  await ended;
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
function drawSection(pdf: PDFKit.PDFDocument, title: string): void {
  keepTogether(pdf, 80);
  pdf.fontSize(12).fillColor(GREY);
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
  state === 'answered' && (type === 'file' || type === 'signaturepad');

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
  for (const id of idsIn(answer.value)) {
    const file = Object.hasOwn(form.files, id) ? form.files[id] : undefined;
    if (!file) continue;
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
    writeLine(pdf, form.foot, { x: MARGIN, y, width: width - 90 });
    pdf.font('regular');
    const page = `${words.page} ${i + 1 - start} ${words.of} ${count}`;
    pdf.text(page, MARGIN, y, { width, align: 'right', lineBreak: false });
  }
}

function idsIn(value: JsonValue): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((each: JsonValue) => {
    const id = isObject(each) ? member(each, 'id') : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
