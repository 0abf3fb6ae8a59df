import { type PDF, PdfArray, type PdfDict, PdfNumber, type PdfObject } from '#documents/pdf.ts';
import { PaperFault } from './paper-fault.ts';

/** The visible part of a page of the source, in its own coordinates, and how the page is turned. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Degrees clockwise. */
  readonly turn: 0 | 90 | 180 | 270;
}

type Rect = readonly [number, number, number, number];

const LETTER: Rect = [0, 0, 612, 792];
const DEEPEST = 64;
const SIDE = { least: 10, most: 14_400 };

/** Returns a value of a page, which may be that of a node above it in the tree of pages. */
export function inherited(pdf: PDF, page: PdfDict, key: string): PdfObject | undefined {
  const resolve = pdf.getObject.bind(pdf);
  let node: PdfDict | undefined = page;
  for (let level = 0; node !== undefined && level < DEEPEST; level += 1) {
    const value = node.get(key, resolve);
    if (value !== undefined && value.type !== 'null') return value;
    node = node.getDict('Parent', resolve);
  }
  return undefined;
}

/**
 * Reads the visible part of a page: its CropBox inside its MediaBox. The library takes the right and upper edges of a
 * box for its width and height, and looks for neither in the nodes above the page.
 * @throws PaperFault `damaged` for a page without a usable size
 */
export function areaOf(pdf: PDF, page: PdfDict): Area {
  const media = rectOf(pdf, inherited(pdf, page, 'MediaBox')) ?? LETTER;
  const crop = rectOf(pdf, inherited(pdf, page, 'CropBox')) ?? media;
  const shared = overlap(media, crop);
  // A CropBox that lies outside of the page is a mistake, which readers ignore.
  const isInside = shared[0] < shared[2] && shared[1] < shared[3];
  const [left, bottom, right, top] = isInside ? shared : media;
  const [w, h] = [right - left, top - bottom];
  const isUsable = [w, h].every((side) => side >= SIDE.least && side <= SIDE.most);
  if (!isUsable) throw new PaperFault('size');
  return { x: left, y: bottom, w, h, turn: turnOf(inherited(pdf, page, 'Rotate')) };
}

/** Returns the width and height of the page as it is read. */
export const sizeOf = ({ w, h, turn }: Area): { readonly w: number; readonly h: number } =>
  turn % 180 === 0 ? { w, h } : { w: h, h: w };

/** Returns where a rectangle of the source lies on the page as it is read, whose origin is its lower left corner. */
export function onBase({ x, y, w, h, turn }: Area, rect: Rect): Rect {
  const place = (px: number, py: number): readonly [number, number] => {
    const [dx, dy] = [px - x, py - y];
    if (turn === 90) return [dy, w - dx];
    if (turn === 180) return [w - dx, h - dy];
    return turn === 270 ? [h - dy, dx] : [dx, dy];
  };
  const [a, b] = [place(rect[0], rect[1]), place(rect[2], rect[3])];
  return ordered([a[0], a[1], b[0], b[1]]);
}

/** Returns the four numbers of a rectangle, the smaller ones first; undefined for anything else. */
export function rectOf(pdf: PDF, value: PdfObject | undefined): Rect | undefined {
  if (!(value instanceof PdfArray) || value.length < 4) return undefined;
  const numbers = [0, 1, 2, 3].map((i) => {
    const each = value.at(i, pdf.getObject.bind(pdf));
    return each instanceof PdfNumber && Number.isFinite(each.value) ? each.value : undefined;
  });
  const [a, b, c, d] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return ordered([a, b, c, d]);
}

const ordered = ([a, b, c, d]: Rect): Rect => [
  Math.min(a, c),
  Math.min(b, d),
  Math.max(a, c),
  Math.max(b, d),
];

/** Returns what two rectangles share; the smaller numbers are the larger ones if that is nothing. */
export const overlap = (one: Rect, other: Rect): Rect => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

function turnOf(value: PdfObject | undefined): Area['turn'] {
  const degrees = value instanceof PdfNumber ? ((value.value % 360) + 360) % 360 : 0;
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}
