// Decodes untrusted pictures in a separate process, because a few bytes can expand to gigabytes of pixels. It has no
// settings, no database and no secrets.
import sharp, { type Metadata, type OutputInfo } from 'sharp';
import { listen, send } from '#processes/lone-program.ts';
import {
  LOGO_HEIGHT,
  LOGO_WIDTH,
  MAX_PIXELS,
  type PictureOrder,
  type PictureReply,
  type PictureType,
  SHOWN_EDGE,
} from './picture-messages.ts';

const MEMORY_MIB = 256;
/** A progressive JPEG is decoded as a whole: six bytes for each of its 60 million pixels, eight if it is CMYK. */
const PROGRESSIVE_MEMORY_MIB = 640;
const SECONDS = 15;

// One picture at a time, without a cache.
sharp.cache(false);
sharp.concurrency(1);

let pieces: Uint8Array[] = [];

const allowMemory = listen<PictureOrder>(MEMORY_MIB, (order) => {
  if ('piece' in order) {
    pieces.push(order.piece);
    return;
  }
  const bytes = Buffer.concat(pieces);
  pieces = [];
  const decoded = order.decode === 'as-logo' ? decodeLogo(bytes) : decodeToShow(bytes);
  decoded.then(send, () => send({ fault: 'unreadable' } satisfies PictureReply));
});

async function decodeToShow(bytes: Buffer): Promise<PictureReply> {
  const { width, height, hasAlpha } = await readSize(bytes);
  if (width * height > MAX_PIXELS) return { fault: 'pixels', width, height };
  const shown = decode(bytes, { width: SHOWN_EDGE, height: SHOWN_EDGE });
  return hasAlpha
    ? replyOf('image/png', await shown.png().toBuffer({ resolveWithObject: true }))
    : replyOf(
        'image/jpeg',
        await shown.jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true }),
      );
}

/** The formats of a logo. libvips reads more of them, whatever type the upload claims: SVG, for instance. */
const LOGO_FORMATS: readonly string[] = ['jpeg', 'png', 'webp'];

/** A logo is always a PNG, because not every mail program shows WebP, and JPEG blurs its edges. */
async function decodeLogo(bytes: Buffer): Promise<PictureReply> {
  const { width, height, format } = await readSize(bytes);
  if (!LOGO_FORMATS.includes(format)) return { fault: 'unreadable' };
  if (width * height > MAX_PIXELS) return { fault: 'pixels', width, height };
  const logo = decode(bytes, { width: LOGO_WIDTH, height: LOGO_HEIGHT });
  const png = logo.png({ compressionLevel: 9 });
  return replyOf('image/png', await png.toBuffer({ resolveWithObject: true }));
}

/** Reads the size, and allows the memory that a picture of this kind needs. */
async function readSize(bytes: Buffer): Promise<Metadata> {
  allowMemory(MEMORY_MIB);
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (metadata.format === 'jpeg' && metadata.isProgressive) allowMemory(PROGRESSIVE_MEMORY_MIB);
  return metadata;
}

const decode = (bytes: Buffer, most: { readonly width: number; readonly height: number }) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    // Rotates the picture as the camera was held. All other metadata, such as the location, is dropped.
    .autoOrient()
    .resize({ ...most, fit: 'inside', withoutEnlargement: true });

function replyOf(
  type: PictureType,
  { data, info }: { readonly data: Buffer; readonly info: OutputInfo },
): PictureReply {
  return { type, bytes: data, width: info.width, height: info.height };
}
