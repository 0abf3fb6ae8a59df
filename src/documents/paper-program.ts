// Reads untrusted PDFs in a separate process: two thousand bytes can expand to gigabytes, and some keep a reader busy for
// ever. It has no settings, no database and no secrets.
import { listen, send } from '#processes/lone-program.ts';
import type { PaperOrder } from './paper-messages.ts';
import { readPaper } from './reading/read-paper.ts';

const MEMORY_MIB = 512;

let pieces: Uint8Array[] = [];

listen<PaperOrder>(MEMORY_MIB, (order) => {
  if ('piece' in order) {
    pieces.push(order.piece);
    return;
  }
  const bytes = Buffer.concat(pieces);
  pieces = [];
  void readPaper(bytes).then(send);
});
