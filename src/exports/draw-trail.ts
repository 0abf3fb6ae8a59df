import {
  BLACK,
  boxAt,
  drawPicture,
  GREY,
  keepTogether,
  type Paper,
  SIGNATURE_HEIGHT,
} from './paper.ts';
import type { PdfTrail } from './pdf-document.ts';

/** Draws who decided what on a form, with their remarks and signatures, below its answers. */
export async function drawTrail(
  paper: Paper,
  { title, entries }: PdfTrail,
  readImage: (id: string) => Promise<Buffer | undefined>,
): Promise<void> {
  const { pdf, pen } = paper;
  keepTogether(paper, 80);
  pdf.moveDown(0.5);
  pen.write(title, boxAt(paper), { size: 12, colour: GREY, weight: 'bold' });
  pdf.moveDown(0.5);
  for (const { head, remarks, signature } of entries) {
    keepTogether(paper, 40);
    pen.write(head, boxAt(paper), { size: 9, colour: BLACK, weight: 'bold' });
    for (const remark of remarks) {
      pen.write(remark, boxAt(paper, { depth: 1 }), { size: 9, colour: BLACK });
    }
    const picture = signature === undefined ? undefined : await readImage(signature);
    if (picture !== undefined) {
      keepTogether(paper, SIGNATURE_HEIGHT);
      drawPicture(paper, picture, { height: SIGNATURE_HEIGHT, depth: 1 });
    }
    pdf.moveDown(0.4);
  }
}
