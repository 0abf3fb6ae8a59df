// Decodes untrusted pictures in a separate process, because a few bytes can expand to gigabytes of pixels. It has no
// settings, no database and no secrets.
import sharp from 'sharp';
import { listen, send } from '#processes/lone-program.ts';
import {
  MAX_PIXELS,
  type PictureOrder,
  type PictureReply,
  SHOWN_EDGE,
} from './picture-messages.ts';

const MEMORY_MIB = 256;
const SECONDS = 15;

// One picture at a time, without a cache.
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
  decode(bytes).then(send, () => send({ fault: 'unreadable' } satisfies PictureReply));
});

async function decode(bytes: Buffer): Promise<PictureReply> {
  const { width, height, hasAlpha } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS) return { fault: 'pixels', width, height };
  const shown = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    // Rotates the picture as the camera was held. All other metadata, such as the location, is dropped.
    .autoOrient()
    .resize({ width: SHOWN_EDGE, height: SHOWN_EDGE, fit: 'inside', withoutEnlargement: true });
  return hasAlpha
    ? { type: 'image/png', bytes: await shown.png().toBuffer() }
    : { type: 'image/jpeg', bytes: await shown.jpeg({ quality: 82 }).toBuffer() };
}
