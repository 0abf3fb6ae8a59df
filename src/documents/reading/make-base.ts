import {
  PDF,
  PdfArray,
  PdfDict,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '#documents/pdf.ts';
import { type Area, inherited, sizeOf } from './page-area.ts';

/**
 * Gives each page its own resources, and its box and turn in itself: the library reads neither from the nodes above, and
 * puts what it draws into resources that pages may share.
 */
export function settlePage(pdf: PDF, page: PdfDict, { x, y, w, h }: Area): void {
  const resolve = pdf.getObject.bind(pdf);
  const resources = inherited(pdf, page, 'Resources');
  const own = resources instanceof PdfDict ? resources.clone() : new PdfDict();
  const shared = own.getDict('XObject', resolve);
  own.set('XObject', shared ? shared.clone() : new PdfDict());
  page.set('Resources', own);
  page.set('MediaBox', boxOf([x, y, x + w, y + h]));
  page.delete('CropBox');
  // An array of streams that a reference leads to, or a stream inside an array, is not found later.
  const contents = page.get('Contents', resolve);
  if (contents instanceof PdfArray) page.set('Contents', PdfArray.of(...refsIn(pdf, contents)));
}

const boxOf = (numbers: readonly number[]): PdfArray =>
  PdfArray.of(...numbers.map((each) => PdfNumber.of(each)));

function refsIn(pdf: PDF, contents: PdfArray): readonly PdfObject[] {
  return contents.toArray().flatMap((each) => {
    if (each instanceof PdfRef) return [each];
    return each instanceof PdfStream ? [pdf.register(each)] : [];
  });
}

/** Draws the pages of the source on new ones, upright and from 0,0, and takes nothing else along. */
export async function makeBase(source: PDF, areas: readonly Area[]): Promise<PDF> {
  const base = PDF.create();
  for (const [index, area] of areas.entries()) {
    const { w, h } = sizeOf(area);
    const page = base.addPage({ width: w, height: h });
    const embedded = await base.embedPage(source, index);
    const form = base.getObject(embedded.ref);
    if (form instanceof PdfDict) {
      form.set('BBox', boxOf([area.x, area.y, area.x + area.w, area.y + area.h]));
    }
    const [x, y] = {
      0: [0, 0] as const,
      90: [0, area.w] as const,
      180: [area.w, area.h] as const,
      270: [area.h, 0] as const,
    }[area.turn];
    page.drawPage(embedded, { x, y, rotate: -area.turn });
  }
  return base;
}
