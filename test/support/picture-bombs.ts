// Pictures of a few bytes that take gigabytes to decode, each in a different way, as an attacker would send them.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { PNG } from './attachments.ts';

export interface Bomb {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Whether it may be accepted, because only a little of it has to be decoded. */
  readonly isHarmless: boolean;
}

const SIGNATURE = PNG.subarray(0, 8);

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Returns an IHDR chunk (PNG, third edition, §11.2.2). */
function header(
  width: number,
  height: number,
  [depth, colour, interlaced]: readonly number[],
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth ?? 8, colour ?? 6, 0, 0, interlaced ?? 0], 8);
  return chunk('IHDR', data);
}

const END = chunk('IEND', Buffer.alloc(0));

/** Returns data that inflates to this many MiB of zeros. */
const zeros = (mib: number): Buffer => deflateSync(Buffer.alloc(mib * 1_048_576), { level: 1 });

/** Returns the content of an iCCP or zTXt chunk: a name, then compressed data. */
const packed = (name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), data]);

/** Returns a GIF89a with frames that each fill the screen; a frame of one colour is a few bytes of LZW. */
function animation(edge: number, frames: number): Buffer {
  const screen = Buffer.from('474946383961000000008000000000000000ff', 'hex');
  screen.writeUInt16LE(edge, 6);
  screen.writeUInt16LE(edge, 8);
  const frame = Buffer.from('2c00000000000000000002024401003b', 'hex').subarray(0, 15);
  frame.writeUInt16LE(edge, 5);
  frame.writeUInt16LE(edge, 7);
  return Buffer.concat([
    screen,
    Buffer.from([0, 0]),
    ...Array(frames).fill(frame),
    Buffer.from(';'),
  ]);
}

/** Returns a picture whose header gives a wrong size. */
function resized(bytes: Buffer, resize: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  resize(copy);
  return copy;
}

export async function pictureBombs(): Promise<readonly Bomb[]> {
  const inflated = chunk('IDAT', zeros(480));
  const row = chunk('IDAT', zeros(1));
  const comment = chunk('tEXt', Buffer.from('Comment\0hello', 'latin1'));
  const one = header(1, 1, [8, 6]);
  const deep = packed('x', zeros(480));
  const jpegOf = (edge: number, bytes: Buffer): Buffer =>
    resized(bytes, (copy) => {
      const frame = Math.max(
        copy.indexOf(Buffer.from('ffc0', 'hex')),
        copy.indexOf(Buffer.from('ffc2', 'hex')),
      );
      copy.writeUInt16BE(edge, frame + 5);
      copy.writeUInt16BE(edge, frame + 7);
    });
  const flat = sharp({ create: { width: 64, height: 64, channels: 3, background: '#aabbcc' } });
  const webp = await flat.clone().webp({ lossless: true }).toBuffer();
  const made = (type: string, bytes: Buffer, name: string, isHarmless = false): Bomb => {
    return { name, type, bytes, isHarmless };
  };
  const png = (name: string, parts: readonly Buffer[], isHarmless = false): Bomb =>
    made('image/png', Buffer.concat([SIGNATURE, ...parts, END]), name, isHarmless);
  return [
    // Only one pixel of it is decoded.
    png('one pixel whose data inflates to 480 MiB', [one, inflated], true),
    png('a profile that inflates to 480 MiB', [one, chunk('iCCP', deep), row], true),
    png('a text that inflates to 480 MiB', [one, chunk('zTXt', deep), row], true),
    png('a comment before 16,000 x 16,000', [comment, header(16_000, 16_000, [8, 6]), inflated]),
    png('16,000 x 16,000 pixels of one bit', [header(16_000, 16_000, [1, 0]), inflated]),
    png('7,700 x 7,700 of 16 bits, interlaced', [header(7700, 7700, [16, 6, 1]), inflated]),
    made(
      'image/jpeg',
      jpegOf(65_500, await flat.clone().jpeg().toBuffer()),
      'a JPEG of 65,500 x 65,500',
    ),
    made(
      'image/jpeg',
      jpegOf(7700, await flat.clone().jpeg({ progressive: true }).toBuffer()),
      'a progressive JPEG of 7,700 x 7,700',
      true,
    ),
    made(
      'image/webp',
      resized(webp, (copy) => void copy.writeUInt32LE(0x0fff_ffff, 21)),
      'a WebP of 16,384 x 16,384',
    ),
    made('image/gif', animation(65_535, 1), 'a GIF of 65,535 x 65,535'),
    made('image/gif', animation(7000, 4000), 'a GIF of 4,000 frames of 7,000 x 7,000'),
  ];
}
