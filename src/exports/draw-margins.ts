// What is above and below every page: the logo, the line of the template, and the number of the page.
import { GREY, MARGIN, type Paper } from './paper.ts';
import type { PdfDocument } from './pdf-document.ts';

/** The width of the number of a page, in points. */
const NUMBER_WIDTH = 90;
const LOGO_BOX: [number, number] = [90, 22];
const LOGO_TOP = 16;
const GAP = 12;
const LOOK = { size: 8, colour: GREY } as const;

interface Margins extends Paper {
  readonly form: Pick<PdfDocument, 'layout' | 'logo' | 'foot'>;
  readonly words: { readonly page: string; readonly of: string };
}

/** Draws the margins of all pages, once it is known how many there are. */
export function drawMargins(sheet: Margins): void {
  const { pdf, form } = sheet;
  const { start, count } = pdf.bufferedPageRange();
  const logo = form.logo && Buffer.from(form.logo);
  for (let i = 0; i < count; i += 1) {
    pdf.switchToPage(start + i);
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0;
    // The first page has the logo above its title.
    if (logo !== undefined && i > 0) drawLogo(sheet, logo);
    drawHeader(sheet, i + 1, logo !== undefined && i > 0);
    drawFoot(sheet, i + 1, count);
  }
}

function drawLogo({ pdf, side }: Margins, logo: Buffer): void {
  const isRtl = side === 'right';
  const x = isRtl ? MARGIN : pdf.page.width - MARGIN - LOGO_BOX[0];
  const align = isRtl ? {} : { align: 'right' as const };
  pdf.image(logo, x, LOGO_TOP, { fit: LOGO_BOX, valign: 'center', ...align });
}

const lineOf = (text: string, page: number): string => text.replaceAll('{page}', String(page));

function drawHeader({ pdf, pen, side, form }: Margins, page: number, hasLogo: boolean): void {
  const header = form.layout?.header;
  if (header === undefined) return;
  const taken = hasLogo ? LOGO_BOX[0] + GAP : 0;
  const x = side === 'right' ? MARGIN + taken : MARGIN;
  const width = pdf.page.width - 2 * MARGIN - taken;
  pen.writeLine(lineOf(header, page), { x, y: MARGIN / 2, width, side }, LOOK);
}

function drawFoot({ pdf, pen, side, form, words }: Margins, page: number, count: number): void {
  const isRtl = side === 'right';
  const y = pdf.page.height - MARGIN;
  const width = pdf.page.width - 2 * MARGIN;
  const box = { x: isRtl ? MARGIN + NUMBER_WIDTH : MARGIN, y, width: width - NUMBER_WIDTH, side };
  pen.writeLine(lineOf(form.layout?.footer ?? form.foot, page), box, LOOK);
  const number = `${words.page} ${page} ${words.of} ${count}`;
  pen.writeLine(number, { x: MARGIN, y, width, side: isRtl ? 'left' : 'right' }, LOOK);
}
