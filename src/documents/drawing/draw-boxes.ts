// Draws the boxes of a document. What does not fit goes to an annex as a whole, and the box says so.
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { FitLook, Fitted, Fitter, Room } from '#typesetting/fit.ts';
import { createAnnexes, notesOf } from './annexes.ts';
import { type Page, type PaperBox, sidesOf } from './box.ts';
import { isCovered, questionOf } from './covered.ts';
import { drawMark } from './draw-mark.ts';
import type { DrawnDocument, FilledDocument } from './filled-document.ts';
import { type BoxContent, contentOf } from './part-of-answer.ts';

/** Between the side of a box and its text, in points. Narrow boxes have none. */
const INSET = 2;
const NARROW = 12;
const BLACK = '#000000';
/** What a box says of an annex may be smaller than its text. In points. */
const SMALLEST_NOTE = 0.5;

export interface Press {
  readonly pdf: PDFKit.PDFDocument;
  readonly fitter: Fitter;
  /** Returns the bytes of a picture; undefined when it no longer exists. */
  readonly readImage: (id: string) => Promise<Buffer | undefined>;
}

/**
 * Draws an overlay for each page that has something to show.
 * @returns what became of the answers, and which pages the overlays belong to
 */
export async function drawBoxes(
  press: Press,
  filled: FilledDocument,
): Promise<DrawnDocument & { readonly pages: readonly number[] }> {
  const { layout, locale, answers } = filled;
  const shown = new Map(answers.map((answer) => [answer.name, answer]));
  const annexes = createAnnexes(locale);
  const shrunk: { box: string; size: number }[] = [];
  const pages: number[] = [];
  for (const [at, page] of layout.pages.entries()) {
    const boxes = layout.boxes.filter((box) => box.page === at);
    if (boxes.length === 0) continue;
    press.pdf.addPage({ size: [page.w, page.h], margin: 0 });
    pages.push(at);
    const sheet = { press, filled, shown, annexes, shrunk, page };
    for (const box of boxes) await drawBox(sheet, box);
  }
  for (const answer of answers) {
    if (answer.state !== 'answered' || annexes.has(answer.name)) continue;
    const own = layout.boxes.filter((box) => questionOf(box) === answer.name);
    const isLeft = own.length === 0 && layout.left.includes(answer.name);
    if (!isLeft && !isCovered(answer, own)) annexes.numberOf(answer, 'no-box');
  }
  return { shrunk, annexed: annexes.entries, unprintable: [...press.fitter.missing], pages };
}

interface Sheet {
  readonly press: Press;
  readonly filled: FilledDocument;
  readonly shown: ReadonlyMap<string, ShownAnswer>;
  readonly annexes: ReturnType<typeof createAnnexes>;
  readonly shrunk: { box: string; size: number }[];
  readonly page: Page;
}

async function drawBox(sheet: Sheet, box: PaperBox): Promise<void> {
  const { filled, shown } = sheet;
  const { shows } = box;
  if ('rows' in shows)
    return drawLines(sheet, box, shows.column, shown.get(shows.rows), shows.part);
  if ('text' in shows) return draw(sheet, box, { text: shows.text });
  if ('fact' in shows) return draw(sheet, box, { text: filled.facts[shows.fact] || box.empty });
  const answer = shown.get(questionOf(box) ?? '');
  const part = 'question' in shows ? shows.part : undefined;
  const n = 'photo' in shows ? shows.n : 1;
  await draw(sheet, box, contentOf(box, answer, part, n), { answer });
}

/** Draws a column of a table onto the lines of the paper. With more rows than lines, all rows are in an annex. */
async function drawLines(
  sheet: Sheet,
  box: PaperBox,
  column: string,
  answer: ShownAnswer | undefined,
  part: string | undefined,
): Promise<void> {
  const rows = answer?.state === 'answered' ? (answer.rows ?? []) : [];
  const lines = linesOf(sheet, box);
  if (answer && rows.length > lines) {
    if (firstOf(sheet, box) !== box) return;
    const number = sheet.annexes.numberOf(answer, 'too-many');
    drawNote(sheet, box, roomOfLine(sheet, box), number, rows.length);
    return;
  }
  for (const [line, row] of rows.entries()) {
    const cell = row.find(({ name }) => name === column);
    await draw(sheet, box, contentOf(box, cell, part), { answer, line });
  }
}

/** Returns the boxes of the same table of the paper on the same page. */
const tableOf = ({ filled: { layout } }: Sheet, { row, page }: PaperBox): readonly PaperBox[] =>
  layout.boxes.filter((each) => each.page === page && each.row && each.row.table === row?.table);

/** Returns how many lines all columns of a table have. */
const linesOf = (sheet: Sheet, box: PaperBox): number =>
  Math.min(...tableOf(sheet, box).map(({ row }) => row?.count ?? 1));

const firstOf = (sheet: Sheet, box: PaperBox): PaperBox | undefined =>
  tableOf(sheet, box).find((each) => questionOf(each) === questionOf(box));

/** Returns the room of the first line of a table, across all of its columns. */
function roomOfLine(sheet: Sheet, box: PaperBox): Room {
  const rooms = tableOf(sheet, box).map((each) => roomOf(sheet.page, each));
  const left = Math.min(...rooms.map(({ x }) => x));
  const right = Math.max(...rooms.map(({ x, width }) => x + width));
  return { ...roomOf(sheet.page, box), x: left, width: right - left };
}

/** Returns the room of a box on one of its lines. */
function roomOf(page: Page, box: PaperBox, line = 0): Room {
  const { left, bottom, right, top } = sidesOf(box);
  const y = page.h - top + line * (box.row?.height ?? 0);
  return { x: left, y, width: right - left, height: top - bottom };
}

const textRoom = (room: Room): Room =>
  room.width < NARROW ? room : { ...room, x: room.x + INSET, width: room.width - 2 * INSET };

interface About {
  /** The answer that goes to an annex if this part of it does not fit. */
  readonly answer?: ShownAnswer | undefined;
  readonly line?: number;
}

async function draw(
  sheet: Sheet,
  box: PaperBox,
  content: BoxContent,
  { answer, line = 0 }: About = {},
): Promise<void> {
  const room = roomOf(sheet.page, box, line);
  if ('mark' in content) {
    if (content.isMarked) drawMark(sheet.press.pdf, content.mark, room, box.colour ?? BLACK);
    return;
  }
  const text = 'file' in content ? await drawFile(sheet, box, room, content.file) : content.text;
  if (text === undefined || text === '') return;
  const fitted = fitOf(sheet.press.fitter, box, text, room);
  if (fitted) {
    fitted.draw();
    if (fitted.size < box.size.max) sheet.shrunk.push({ box: box.id, size: fitted.size });
    return;
  }
  const number = answer
    ? sheet.annexes.numberOf(answer, 'too-long')
    : sheet.annexes.ofText(text, box.page + 1);
  drawNote(sheet, box, room, number);
}

const lookOf = ({ size, colour = BLACK, align, valign }: PaperBox): FitLook => {
  return { size, colour, align, valign };
};

function fitOf(fitter: Fitter, box: PaperBox, text: string, room: Room): Fitted | undefined {
  const look = lookOf(box);
  if (box.fit === 'comb') return fitter.comb(text, room, box.cells ?? 1, look);
  return box.fit === 'wrap'
    ? fitter.lines(text, textRoom(room), look)
    : fitter.line(text, textRoom(room), look);
}

/** Says in a box in which annex its text is: the clearest words that can be read there, else the number alone. */
function drawNote(sheet: Sheet, box: PaperBox, room: Room, number: number, rows?: number): void {
  const { fitter } = sheet.press;
  const notes = notesOf(sheet.filled.locale, number, rows);
  const look = lookOf(box);
  const smaller = { ...look, size: { min: SMALLEST_NOTE, max: box.size.min } };
  const fitted =
    notes.map((note) => fitter.line(note, room, look)).find((each) => each) ??
    fitter.line(String(number), room, smaller);
  fitted?.draw();
}

/** Draws a picture as large as it fits. @returns its name if it can't be drawn */
async function drawFile(
  { press: { pdf, readImage }, filled }: Sheet,
  { align, valign }: PaperBox,
  { x, y, width, height }: Room,
  id: string,
): Promise<string | undefined> {
  const file = Object.hasOwn(filled.files, id) ? filled.files[id] : undefined;
  const bytes = file?.isPicture ? await readImage(id) : undefined;
  if (bytes === undefined) return file?.name;
  try {
    const across = align === 'center' || align === 'right' ? { align } : {};
    const down = valign === 'middle' ? { valign: 'center' as const } : {};
    const below = valign === 'bottom' ? { valign } : {};
    pdf.image(bytes, x, y, { fit: [width, height], ...across, ...down, ...below });
    return undefined;
  } catch {
    return file?.name;
  }
}
