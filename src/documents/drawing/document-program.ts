// The process that draws documents on their paper: other requests are answered meanwhile, and a paper that needs too much
// memory ends only this process. It has no database, no files and no secrets, and requests what it needs.
import { listen, send } from '#processes/lone-program.ts';
import { openUploaded } from '#typesetting/open-uploaded.ts';
import { compose } from './compose.ts';
import type { DocumentMessage, DocumentOrder } from './document-messages.ts';
import { drawOverlay } from './draw-overlay.ts';
import type { FilledDocument } from './filled-document.ts';

const MEMORY_MIB = 512;

let answer: ((bytes: Uint8Array | undefined) => void) | undefined;

async function ask(message: DocumentMessage): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  answer = resolve;
  send(message);
  const bytes = await promise;
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function draw(document: FilledDocument): Promise<DocumentMessage> {
  const fonts = await openUploaded(document.fonts, (wanted) => ask({ wanted, of: 'fonts' }));
  const readImage = (wanted: string) => ask({ wanted, of: 'images' });
  const { bytes, pages, ...drawn } = await drawOverlay(document, readImage, fonts);
  const annex = drawn.annexed.length > 0 ? await ask({ annex: drawn.annexed }) : undefined;
  const base = await ask({ wanted: '', of: 'base' });
  if (!base) throw new Error('the base is gone');
  return { bytes: await compose({ base, overlay: { bytes, pages }, annex }, document), drawn };
}

listen<DocumentOrder>(MEMORY_MIB, (order) => {
  if (!('document' in order)) {
    answer?.(order.bytes);
    return;
  }
  void draw(order.document)
    .catch((error: unknown) => ({ error: error instanceof Error ? error.message : 'unknown' }))
    .then(send);
});
