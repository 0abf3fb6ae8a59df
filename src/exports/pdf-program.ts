// The process that draws PDFs. Requests are answered meanwhile, and a form that needs too much memory ends only this
// process. It has no database, no files and no secrets: it receives a form and requests its images and fonts one by one.
import { listen, send } from '#processes/lone-program.ts';
import { openUploaded } from '#typesetting/open-uploaded.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfDocument, PdfMessage, PdfOrder } from './pdf-document.ts';

const MEMORY_MIB = 384;

let answer: ((bytes: Uint8Array | undefined) => void) | undefined;

const reply = (message: PdfMessage): void => send(message);

async function read(of: 'images' | 'fonts', id: string): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  answer = resolve;
  reply({ wanted: id, of });
  const bytes = await promise;
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function draw(document: PdfDocument): Promise<void> {
  try {
    const fonts = await openUploaded(document.fonts ?? [], (id) => read('fonts', id));
    const readImage = (id: string) => read('images', id);
    reply({ missing: await drawPdf(document, readImage, (piece) => reply({ piece }), fonts) });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : 'unknown' });
  }
}

listen<PdfOrder>(MEMORY_MIB, (order) => {
  if ('document' in order) void draw(order.document);
  else answer?.(order.bytes);
});
