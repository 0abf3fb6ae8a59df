// The process that draws PDFs. Requests are answered meanwhile, and a form that needs too much memory ends only this
// process. It has no database, no files and no secrets: it receives a form and requests its images one by one.
import { listen, say } from '#processes/lone-program.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfMessage, PdfOrder } from './pdf-document.ts';

const MEMORY_MIB = 384;

let answer: ((image: Uint8Array | undefined) => void) | undefined;

const tell = (message: PdfMessage): void => say(message);

async function readImage(id: string): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  answer = resolve;
  tell({ wanted: id });
  const bytes = await promise;
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

listen<PdfOrder>(MEMORY_MIB, (order) => {
  if (!('document' in order)) {
    answer?.(order.image);
    return;
  }
  drawPdf(order.document, readImage, (piece) => tell({ piece })).then(
    () => tell({ done: true }),
    (error: unknown) => tell({ error: error instanceof Error ? error.message : 'unknown' }),
  );
});
