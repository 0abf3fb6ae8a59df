// The thread that draws PDFs, so that requests are answered meanwhile. It has no database, no files and no
// secrets of ours: it is told a form, and asks for its images one by one.
import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { PdfMessage, PdfOrder } from './pdf-document.ts';

let answer: ((image: Uint8Array | undefined) => void) | undefined;

const say = (message: PdfMessage): void => parentPort?.postMessage(message);

async function readImage(id: string): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  answer = resolve;
  say({ wanted: id });
  const bytes = await promise;
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

parentPort?.on('message', (order: PdfOrder) => {
  if (!('document' in order)) {
    answer?.(order.image);
    return;
  }
  drawPdf(order.document, readImage, (piece) => say({ piece })).then(
    () => say({ done: true }),
    (error: unknown) => say({ error: error instanceof Error ? error.message : 'unknown' }),
  );
});
