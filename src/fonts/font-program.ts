// Opens untrusted fonts in a separate process: a few bytes of a table can keep a reader busy for ever. It has no
// settings, no database and no secrets.
import { listen, send } from '#processes/lone-program.ts';
import type { FontOrder, FontReply } from './font-messages.ts';
import { readFontFile } from './read-font-file.ts';

const MEMORY_MIB = 384;

let pieces: Uint8Array[] = [];

listen<FontOrder>(MEMORY_MIB, (order) => {
  if ('piece' in order) {
    pieces.push(order.piece);
    return;
  }
  const bytes = Buffer.concat(pieces);
  pieces = [];
  readFontFile(bytes).then(send, () => send({ fault: 'damaged' } satisfies FontReply));
});
