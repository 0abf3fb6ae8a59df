import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encrypt } from '#commands/age/age.ts';
import type { SealingFile } from '#commands/backup/backup-key.ts';
import { hashedBy, requireOpens } from '#commands/backup/open-again.ts';
import type { Random } from '#kernel/ids.ts';
import type { Part } from './format.ts';

const CHUNK_CHARACTERS = 65_536;

/** Lines of a part; a long one may come in pieces. */
export type Lines = AsyncIterable<string | AsyncIterable<string>>;

export interface Sealing extends SealingFile {
  readonly random: Random;
}

/**
 * Writes lines to a new file, and counts and hashes them. A sealed file is opened again.
 * @param path the name in the archive
 * @param sealing if given, the file is encrypted, and nothing of the lines is on the disk in clear
 */
export async function writePart(
  file: string,
  path: string,
  lines: Lines,
  sealing?: Sealing,
): Promise<Part> {
  const hash = createHash('sha256');
  const count = { rows: 0, bytes: 0 };
  const clear = createHash('sha256');
  const text = Readable.from(hashedBy(clear)(chunksOf(lines, count)), { objectMode: false });
  await pipeline(
    sealing ? Readable.from(encrypt(text, sealing.sealing, sealing.random)) : text,
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        hash.update(piece);
        count.bytes += piece.length;
        yield piece;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
  if (sealing?.opening !== undefined) {
    const sha256 = clear.digest('hex');
    await requireOpens(file, { key: sealing.opening, isZipped: false, sha256 });
  }
  return { path, ...count, sha256: hash.digest('hex') };
}

async function* chunksOf(lines: Lines, count: { rows: number }): AsyncGenerator<Buffer> {
  let held = '';
  for await (const line of lines) {
    if (typeof line === 'string') held += line;
    else {
      for await (const piece of line) {
        held += piece;
        if (held.length < CHUNK_CHARACTERS) continue;
        yield Buffer.from(held);
        held = '';
      }
    }
    held += '\n';
    count.rows += 1;
    if (held.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
}
