// The process that draws PDFs. Requests are answered meanwhile, and a form that needs too much memory ends only this
// process. It has no database, no files and no secrets: it receives a form and requests its images one by one.
import { listen, send } from '#processes/lone-program.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfMessage, PdfOrder } from './pdf-document.ts';

const MEMORY_MIB = 384;

let answer: ((image: Uint8Array | undefined) => void) | undefined;

const reply = (message: PdfMessage): void => send(message);

async function readImage(id: string): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  answer = resolve;
  reply({ wanted: id });
  const bytes = await promise;
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

listen<PdfOrder>(MEMORY_MIB, (order) => {
  if (!('document' in order)) {
    answer?.(order.image);
    return;
  }
  drawPdf(order.document, readImage, (piece) => reply({ piece })).then(
    (missing) => reply({ missing }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : 'unknown' }),
  );
});
