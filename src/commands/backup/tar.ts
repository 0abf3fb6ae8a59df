// Archives in the format of tar (POSIX ustar), which every system can unpack. Formstead reads only its own.
import { CommandFailure } from '#commands/shell/failures.ts';

const BLOCK = 512;
/** The largest size in octal digits; larger ones are written in binary, as GNU tar and others read them. */
const MOST_OCTAL = 0o77777777777;
const NAME_BYTES = 100;

export interface TarEntry {
  readonly name: string;
  /** In bytes; the content must have exactly this length. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

type Bytes = AsyncIterable<Uint8Array>;

/** Writes an archive. @throws CommandFailure if a content does not have its size */
export async function* writeTar(
  entries: AsyncIterable<TarEntry>,
  at: number,
): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    yield headerOf(name, size, at);
    let length = 0;
    for await (const piece of content) {
      length += piece.length;
      yield piece;
    }
    if (length !== size) throw new CommandFailure(`${name} changed while it was copied.`);
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function headerOf(path: string, size: number, at: number): Buffer {
  const cut = path.length > NAME_BYTES ? path.lastIndexOf('/') : -1;
  const header = Buffer.alloc(BLOCK);
  header.write(path.slice(cut + 1), 0, 'latin1');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  if (size <= MOST_OCTAL) header.write(`${octal(size, 11)}\0`, 124, 'latin1');
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(`${octal(Math.floor(at / 1000), 11)}\0`, 136, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  if (cut > 0) header.write(path.slice(0, cut), 345, 'latin1');
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148, 'latin1');
  return header;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** The sum of all bytes, with spaces in the place of the sum itself. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0);
}

const FOREIGN = 'The archive does not hold what Formstead puts into one.';

/**
 * Reads an archive, and yields its entries in order. Each content must be read before the next entry is asked for.
 * @throws CommandFailure for anything but plain files
 */
export async function* readTar(source: Bytes): AsyncGenerator<TarEntry> {
  const reader = readerOf(source);
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = parseHeader(header);
    let left = size;
    const content = (async function* () {
      while (left > 0) {
        const piece = await reader.some(left);
        left -= piece.length;
        yield piece;
      }
    })();
    yield { name, size, content };
    if (left > 0) throw new Error(`${name} was not read`);
    await reader.exactly(paddingOf(size));
  }
  // The end of the stream proves that nothing was cut off.
  await reader.toEnd();
}

function parseHeader(header: Buffer): { readonly name: string; readonly size: number } {
  const text = (start: number, length: number): string =>
    header
      .subarray(start, start + length)
      .toString('latin1')
      .replace(/\0.*$/s, '');
  const sum = Number.parseInt(text(148, 8).trim(), 8);
  if (sum !== checksumOf(header) || text(257, 5) !== 'ustar' || text(156, 1) !== '0') {
    throw new CommandFailure(FOREIGN);
  }
  const prefix = text(345, 155);
  const size =
    header[124] === 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(text(124, 12).trim(), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new CommandFailure(FOREIGN);
  return { name: `${prefix === '' ? '' : `${prefix}/`}${text(0, NAME_BYTES)}`, size };
}

function readerOf(source: Bytes) {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const fill = async (): Promise<boolean> => {
    const { done, value } = await pieces.next();
    if (done) return false;
    held = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return true;
  };
  /** Returns at least one byte and at most so many. */
  const some = async (most: number): Promise<Buffer> => {
    while (held.length === 0) if (!(await fill())) throw new CommandFailure(FOREIGN);
    const piece = held.subarray(0, most);
    held = held.subarray(piece.length);
    return piece;
  };
  return {
    some,
    async exactly(count: number): Promise<Buffer> {
      const found: Buffer[] = [];
      for (let left = count; left > 0; left -= found.at(-1)?.length ?? 0) {
        found.push(await some(left));
      }
      return Buffer.concat(found);
    },
    async toEnd(): Promise<void> {
      while (await fill());
    },
  };
}
