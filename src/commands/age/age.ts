// Encryption of backups in the format of age (age-encryption.org/v1), which the program `age` opens, too. It is written
// here with node:crypto because the package for JavaScript encrypts 25 MB a second; it serves as the yardstick in tests.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { OpeningKey, SealingKey } from '#kernel/age-keys.ts';
import type { Random } from '#kernel/ids.ts';
import { AgeError, derive, makeHeader, openHeader, TAG_BYTES } from './age-header.ts';

const CHUNK_BYTES = 65_536;
const NONCE_BYTES = 16;
const MOST_HEADER_BYTES = 65_536;
const ALGORITHM = 'chacha20-poly1305';
const OPTIONS = { authTagLength: TAG_BYTES };

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts a stream. */
export async function* encrypt(
  source: Bytes,
  key: SealingKey,
  random: Random,
): AsyncGenerator<Buffer> {
  const fileKey = random.bytes(16);
  yield Buffer.from(await makeHeader(key, fileKey, random));
  const nonce = random.bytes(NONCE_BYTES);
  yield nonce;
  const payloadKey = derive(fileKey, nonce, 'payload');
  for await (const { bytes, index, isLast } of chunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, payloadKey, nonceOf(index, isLast), OPTIONS);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a stream. Each piece that it yields is authentic, but only the end of the stream tells that nothing is
 * missing.
 * @throws AgeError when the key is not the right one, or the file was changed or cut
 */
export async function* decrypt(source: Bytes, key: OpeningKey): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(source);
  const payloadKey = derive(await openHeader(header, key), await rest.take(NONCE_BYTES), 'payload');
  for await (const { bytes, index, isLast } of chunks(rest.all(), CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw cut();
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, payloadKey, nonceOf(index, isLast), OPTIONS);
    decipher.setAuthTag(bytes.subarray(end));
    const text = decipher.update(bytes.subarray(0, end));
    try {
      decipher.final();
    } catch (cause) {
      throw isLast
        ? cut(cause)
        : new AgeError('The file is damaged: a part was changed.', { cause });
    }
    yield text;
  }
}

const cut = (cause?: unknown): AgeError =>
  new AgeError('The file is damaged: its end is missing or was changed.', { cause });

/** The number of the chunk, and whether it is the last one, so that no chunk can be moved or left out. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into chunks of one size. Only the last one may be shorter, and only an only one is empty. */
async function* chunks(source: Bytes, size: number) {
  let held: Buffer[] = [];
  let length = 0;
  let index = 0;
  for await (const piece of source) {
    held.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    length += piece.length;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let start = 0;
    // One byte more must follow, since a full chunk may be the last one.
    for (; all.length - start > size; start += size) {
      yield { bytes: all.subarray(start, start + size), index: index++, isLast: false };
    }
    held = [all.subarray(start)];
    length = all.length - start;
  }
  yield { bytes: Buffer.concat(held), index, isLast: true };
}

/** Reads the header, which ends with the line of its MAC. */
async function splitHeader(source: Bytes) {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await pieces.next();
    if (!done) held = Buffer.concat([held, value]);
    return done !== true;
  };
  let end = -1;
  while (end < 0) {
    const mac = held.indexOf('\n--- ');
    end = mac < 0 ? -1 : held.indexOf('\n', mac + 1);
    if (end >= 0) break;
    if (held.length > MOST_HEADER_BYTES || !(await more())) {
      throw new AgeError('The file is not encrypted with age, or its beginning is damaged.');
    }
  }
  const header = held.subarray(0, end).toString('latin1');
  held = held.subarray(end + 1);
  const rest = {
    async take(count: number): Promise<Buffer> {
      while (held.length < count) if (!(await more())) throw cut();
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    },
    async *all(): AsyncGenerator<Uint8Array> {
      if (held.length > 0) yield held;
      for (;;) {
        const { done, value } = await pieces.next();
        if (done) return;
        yield value;
      }
    },
  };
  return { header, rest };
}
