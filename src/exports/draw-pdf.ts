import type { Font } from 'fontkit';
import PdfKit from 'pdfkit';
import type { Locale } from '#kernel/locale.ts';
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { StaticPart } from '#questionnaires/reading/static-parts.ts';
import type { Piece } from '#typesetting/paragraphs.ts';
import { createPen } from '#typesetting/pen.ts';
import { isolated, isRightToLeft, RIGHT_TO_LEFT_MARK } from '#typesetting/visual-order.ts';
import { drawBlank, heightOfBlank } from './draw-blank.ts';
import { drawFiles, filesOfCell, heightOf, isFileAnswer } from './draw-files.ts';
import { drawMargins } from './draw-margins.ts';
import { drawStaticPart, roomFor } from './draw-static-part.ts';
import { type Above, drawTable } from './draw-table.ts';
import { drawTrail } from './draw-trail.ts';
import {
  BLACK,
  boxAt,
  FOOT_HEIGHT,
  GREY,
  keepTogether,
  MARGIN,
  type Paper,
  standUpright,
} from './paper.ts';
import type { BlankQuestion, PdfDocument } from './pdf-document.ts';

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
    // It would begin with one of its own, which it loads as a file.
    font: '',
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
  drawMargins(drawing);
  pdf.end();
  await ended;
  return [...pen.missing];
}

/** Returns the right side for a form most of whose titles are written from right to left. */
function sideOf({ title, answers, blank = [], parts }: PdfDocument): 'left' | 'right' {
  const titles = [...answers, ...blank, ...parts].map((each) => isRightToLeft(each.title ?? ''));
  const known = titles.filter((isRtl) => isRtl !== undefined);
  const fromRight = known.filter((isRtl) => isRtl).length;
  const isRtl = known.length === 0 ? isRightToLeft(title) === true : fromRight * 2 > known.length;
  return isRtl ? 'right' : 'left';
}

/** An answer, or a heading or text between answers. */
type Entry = ShownAnswer | StaticPart | BlankQuestion;

/** Returns what is drawn, in the order of the form. A text before a hidden question is shown without it. */
const entriesOf = ({ answers, blank, parts }: PdfDocument): readonly Entry[] => [
  ...(blank ?? answers).flatMap((answer) => [
    ...parts.filter(({ before }) => before === answer.name),
    ...('state' in answer && answer.state === 'hidden' ? [] : [answer]),
  ]),
  ...parts.filter(({ before }) => before === undefined),
];

async function drawEntries(drawing: Drawing, entries: readonly Entry[]): Promise<void> {
  let section = '';
  let isDrawn = false;
  for (const [i, entry] of entries.entries()) {
    if (isDrawn) {
      isDrawn = false;
      continue;
    }
    const title = entry.section.join(' › ');
    const above = title !== section && title !== '' ? sectionOf(drawing, title) : undefined;
    section = title;
    // A table may need another page, to which its heading goes along.
    if ('state' in entry && entry.rows) await drawAnswer(drawing, entry, { above });
    else {
      if (above) drawAbove(drawing, above, entry);
      isDrawn = await drawEntry(drawing, entry, entries[i + 1]);
    }
  }
}

function drawAbove(drawing: Drawing, { height, draw }: Above, entry: Entry): void {
  standUpright(drawing);
  keepTogether(drawing, height + roomOf(entry));
  draw();
}

/** @returns whether the next entry was drawn beside it */
async function drawEntry(
  drawing: Drawing,
  entry: Entry,
  next: Entry | undefined,
): Promise<boolean> {
  if ('kind' in entry) {
    drawBlank(drawing, entry);
    return false;
  }
  if (!('state' in entry)) {
    standUpright(drawing);
    keepTogether(drawing, roomFor(entry));
    drawStaticPart(drawing, entry);
    return false;
  }
  const beside = drawing.form.layout?.columns === 2 ? besideOf(entry, next) : undefined;
  if (beside === undefined) await drawAnswer(drawing, entry);
  else {
    standUpright(drawing);
    drawBeside(drawing, entry, beside);
  }
  return beside !== undefined;
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
  if ('kind' in entry) return heightOfBlank(entry);
  if (!('state' in entry)) return roomFor(entry);
  return isFileAnswer(entry) ? heightOf(entry) + 60 : 60;
};

/** Returns how much a row of a list needs for its title and its first answer. */
const roomOfRow = (row: readonly ShownAnswer[]): number => {
  const first = row.find(({ state }) => state !== 'hidden');
  return 20 + (first === undefined ? 20 : roomOf(first));
};

/** Returns the title of the page or panel that contains the next answers, which is on the page on which they begin. */
const sectionOf = (drawing: Drawing, title: string): Above => ({
  height: 30,
  draw: () => {
    const { pdf, pen, form } = drawing;
    const colour = form.layout?.accent ?? GREY;
    pen.write(title, boxAt(drawing), { size: 12, colour, weight: 'bold' });
    pdf.moveDown(0.5);
  },
});

interface Around {
  readonly depth?: number;
  /** What has to be above the answer, on its page. */
  readonly above?: Above | undefined;
}

async function drawAnswer(
  drawing: Drawing,
  answer: ShownAnswer,
  { depth = 0, above }: Around = {},
): Promise<void> {
  const { pdf, pen } = drawing;
  if (answer.rows && depth === 0 && (await drawTable(sheetOf(drawing), answer, above))) {
    drawRemark(drawing, answer, depth);
    pdf.fontSize(10).moveDown(0.6);
    return;
  }
  standUpright(drawing);
  const box = boxAt(drawing, { depth });
  const isFile = isFileAnswer(answer);
  keepTogether(drawing, (above?.height ?? 0) + (above || isFile ? roomOf(answer) : 40));
  above?.draw();
  if (depth > 0 && !answer.rows && !isFile) {
    drawCell(drawing, answer, depth);
    return;
  }
  pen.write(answer.title, box, TITLE);
  if (answer.rows) await drawRows(drawing, answer.rows, answer.rowTitles, depth);
  else if (isFile) await drawFiles(filesOn(drawing), answer, depth);
  else pen.write([shownIn(drawing, answer)], box, TEXT);
  drawTotals(drawing, answer.totals ?? [], depth + 1);
  drawRemark(drawing, answer, depth);
  pdf.fontSize(10).moveDown(0.6);
}

/** Returns what draws files. */
const filesOn = (drawing: Drawing) => ({ ...drawing, unshown: drawing.words.unshown });

/** Returns what draws tables as grids. */
const sheetOf = (drawing: Drawing) => ({
  ...drawing,
  totalWord: drawing.words.totals,
  filesOf: (cell: ShownAnswer) => filesOfCell(filesOn(drawing), cell),
});

async function drawRows(
  drawing: Drawing,
  rows: readonly (readonly ShownAnswer[])[],
  titles: readonly string[] | undefined,
  depth: number,
): Promise<void> {
  const { pdf, pen, words } = drawing;
  for (const [i, row] of rows.entries()) {
    keepTogether(drawing, roomOfRow(row));
    const title = titles?.[i] || `${words.row} ${i + 1}`;
    pen.write(title, boxAt(drawing, { depth: depth + 1 }), { size: 9, colour: GREY });
    for (const inner of row) {
      const isTitle = inner.name === ROW_NAME && inner.displayValue === title;
      if (inner.state !== 'hidden' && !isTitle)
        await drawAnswer(drawing, inner, { depth: depth + 1 });
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
