// Decodes pictures, whoever made them, in a process of its own: a few bytes can hold gigabytes of pixels.
// It has no settings, no database and no secrets.
import sharp from 'sharp';
import { listen, say } from '#processes/lone-program.ts';
import {
  MAX_PIXELS,
  type PictureOrder,
  type PictureReply,
  SHOWN_EDGE,
} from './picture-messages.ts';

const MEMORY_MIB = 256;
const SECONDS = 15;

// One picture at a time, and nothing kept of the last.
sharp.cache(false);
sharp.concurrency(1);

let pieces: Uint8Array[] = [];

listen<PictureOrder>(MEMORY_MIB, (order) => {
  if ('piece' in order) {
    pieces.push(order.piece);
    return;
  }
  const bytes = Buffer.concat(pieces);
  pieces = [];
  decode(bytes).then(say, () => say({ fault: 'unreadable' } satisfies PictureReply));
});

async function decode(bytes: Buffer): Promise<PictureReply> {
  const { width, height, hasAlpha } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS) return { fault: 'pixels', width, height };
  const shown = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    // As the camera was held; nothing else that it noted, such as the place, is taken over.
    .autoOrient()
    .resize({ width: SHOWN_EDGE, height: SHOWN_EDGE, fit: 'inside', withoutEnlargement: true });
  return hasAlpha
    ? { type: 'image/png', bytes: await shown.png().toBuffer() }
    : { type: 'image/jpeg', bytes: await shown.jpeg({ quality: 82 }).toBuffer() };
}
