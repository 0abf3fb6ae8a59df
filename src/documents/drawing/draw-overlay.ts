import type { Font } from 'fontkit';
import PdfKit from 'pdfkit';
import { createFitter } from '#typesetting/fit.ts';
import { drawBoxes, type Press } from './draw-boxes.ts';
import type { DrawnDocument, FilledDocument } from './filled-document.ts';

/** A PDF with a page for each page of the paper on which something is drawn. */
export interface Overlay extends DrawnDocument {
  readonly bytes: Uint8Array;
  /** The pages of the paper, in the order of those of the overlay. */
  readonly pages: readonly number[];
}

/** Draws what is laid over the paper of a document. */
export async function drawOverlay(
  filled: FilledDocument,
  readImage: Press['readImage'],
  fonts: readonly Font[] = [],
): Promise<Overlay> {
  // It would begin with a page and a font of its own.
  const pdf = new PdfKit({ autoFirstPage: false, font: '', margin: 0 });
  const pieces: Uint8Array[] = [];
  const ended = new Promise<void>((done, failed) => {
    pdf.on('data', (piece: Uint8Array) => pieces.push(piece));
    pdf.on('end', done);
    pdf.on('error', failed);
  });
  const drawn = await drawBoxes({ pdf, fitter: createFitter(pdf, fonts), readImage }, filled);
  pdf.end();
  await ended;
  return { ...drawn, bytes: Buffer.concat(pieces) };
}
