import { BLACK, boxAt, GREY, keepTogether, type Paper } from './paper.ts';
import type { PdfTrail } from './pdf-document.ts';

/** Draws who decided what on a form, with their remarks, below its answers. */
export function drawTrail(paper: Paper, { title, entries }: PdfTrail): void {
  const { pdf, pen } = paper;
  keepTogether(paper, 80);
  pdf.moveDown(0.5);
  pen.write(title, boxAt(paper), { size: 12, colour: GREY, weight: 'bold' });
  pdf.moveDown(0.5);
  for (const { head, remarks } of entries) {
    keepTogether(paper, 40);
    pen.write(head, boxAt(paper), { size: 9, colour: BLACK, weight: 'bold' });
    for (const remark of remarks) {
      pen.write(remark, boxAt(paper, { depth: 1 }), { size: 9, colour: BLACK });
    }
    pdf.moveDown(0.4);
  }
}
