// Draws the files of an answer: photos, signatures and drawings as pictures, all others by name.
import { filesIn } from '#questionnaires/reading/files-in-answer.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { CellFiles } from './draw-table.ts';
import {
  boxAt,
  canDraw,
  GREY,
  keepTogether,
  type Paper,
  pictureSize,
  SIGNATURE_HEIGHT,
} from './paper.ts';
import type { PdfDocument, PdfFile } from './pdf-document.ts';

const IMAGE_HEIGHT = 300;
/** For the name below a picture, and the room below it. */
const NAME_HEIGHT = 20;
const NAME = { size: 8, colour: GREY } as const;

export interface FileSheet extends Paper {
  readonly form: Pick<PdfDocument, 'files'>;
  /** Returns the bytes of an image; undefined when it no longer exists. */
  readonly readImage: (id: string) => Promise<Buffer | undefined>;
  /** What is said of a file that is only named. */
  readonly unshown: string;
}

export const isFileAnswer = ({ type, state }: ShownAnswer): boolean =>
  state === 'answered' && (type === 'file' || type === 'signaturepad' || type === 'sketch');

/** Returns the maximum height of an image. */
export const heightOf = ({ type }: ShownAnswer): number =>
  type === 'signaturepad' ? SIGNATURE_HEIGHT : IMAGE_HEIGHT;

interface Read {
  readonly file: PdfFile;
  /** Undefined for a file that is only named. */
  readonly picture: Buffer | undefined;
}

async function* readFiles(sheet: FileSheet, answer: ShownAnswer): AsyncIterable<Read> {
  const { pdf, form, readImage } = sheet;
  for (const { id, name } of filesIn(answer)) {
    const stored = Object.hasOwn(form.files, id) ? form.files[id] : undefined;
    if (!stored) continue;
    const bytes = stored.isPicture ? await readImage(id) : undefined;
    const picture = bytes !== undefined && canDraw(pdf, bytes) ? bytes : undefined;
    yield { file: { ...stored, name: name ?? stored.name }, picture };
  }
}

/** Returns what a cell of a table shows of its files. */
export async function filesOfCell(sheet: FileSheet, cell: ShownAnswer): Promise<CellFiles> {
  const pictures: Buffer[] = [];
  const names: string[] = [];
  for await (const { file, picture } of readFiles(sheet, cell)) {
    if (picture === undefined) names.push(file.name);
    else pictures.push(picture);
  }
  return { pictures, names };
}

/** Draws the files of an answer below its title. Several photos are drawn two in a row. */
export async function drawFiles(
  sheet: FileSheet,
  answer: ShownAnswer,
  depth: number,
): Promise<void> {
  const height = heightOf(answer);
  const isPaired = depth === 0 && filesIn(answer).length > 1;
  let waiting: Shown | undefined;
  for await (const { file, picture } of readFiles(sheet, answer)) {
    if (picture === undefined) {
      drawRow(sheet, waiting ? [waiting] : [], { height, depth });
      waiting = undefined;
      const more = ` (${Math.ceil(file.size / 1024)} kB, ${sheet.unshown})`;
      sheet.pen.write(file.name + more, boxAt(sheet, { depth }), NAME);
    } else if (isPaired && waiting === undefined) {
      waiting = { file, picture };
    } else {
      drawRow(sheet, [...(waiting ? [waiting] : []), { file, picture }], { height, depth });
      waiting = undefined;
    }
  }
  drawRow(sheet, waiting ? [waiting] : [], { height, depth });
}

type Shown = Read & { readonly picture: Buffer };

/** Draws one picture, or two beside each other, each with its name below. */
function drawRow(
  sheet: FileSheet,
  shown: readonly Shown[],
  { height, depth }: { readonly height: number; readonly depth: number },
): void {
  const { pdf, pen, side } = sheet;
  const drawn = shown.map(({ file, picture }, at) => {
    const place = shown.length > 1 ? { column: at === 0 ? (0 as const) : (1 as const) } : { depth };
    const box = boxAt(sheet, place);
    return { file, picture, box, size: pictureSize(sheet, picture, box.width, height) };
  });
  if (drawn.length === 0) return;
  keepTogether(sheet, Math.max(...drawn.map(({ size }) => size.height)) + NAME_HEIGHT);
  const top = pdf.y;
  const ends = drawn.map(({ file, picture, box, size }) => {
    const x = side === 'right' ? box.x + box.width - size.width : box.x;
    pdf.image(picture, x, top, size);
    pdf.y = top + size.height + 4;
    pen.write(file.name, box, NAME);
    return pdf.y;
  });
  pdf.y = Math.max(...ends);
}
