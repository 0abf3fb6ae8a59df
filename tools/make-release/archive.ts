// Writes .tar.gz files whose bytes depend on nothing but their content: not on the builder's tar, clock, user or umask.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

export interface ArchiveFile {
  /** From the root of the archive, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

const BLOCK = 512;
const NAME_LENGTH = 100;
const PREFIX_LENGTH = 155;
const CHECKSUM_AT = 148;
const CHECKSUM_LENGTH = 8;

/**
 * Writes the files, sorted by path, as a gzipped tar archive (POSIX ustar).
 * @param seconds time of every file, in seconds since 1970
 * @throws Error if a path is too long for the format
 */
export async function writeArchive(
  target: string,
  files: readonly ArchiveFile[],
  seconds: number,
): Promise<void> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  // A fixed level, because the default of zlib may change with the version of Node.
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  await pipeline(blocks(sorted, seconds), gzip, createWriteStream(target));
}

function* blocks(files: readonly ArchiveFile[], seconds: number): Iterable<Uint8Array> {
  for (const file of files) {
    yield header(file, seconds);
    yield file.bytes;
    yield Buffer.alloc((BLOCK - (file.bytes.length % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function header({ path, bytes, isExecutable }: ArchiveFile, seconds: number): Buffer {
  const { name, prefix } = split(path);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string =>
    `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(name, 0);
  block.write(octal(isExecutable ? 0o755 : 0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(bytes.length, 12), 124);
  block.write(octal(seconds, 12), 136);
  block.fill(' ', CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_LENGTH);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT);
  return block;
}

/** A long path is cut at a slash: the part before it has a field of its own. */
function split(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= NAME_LENGTH) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const prefix = path.slice(0, at);
    const name = path.slice(at + 1);
    if (Buffer.byteLength(prefix) <= PREFIX_LENGTH && Buffer.byteLength(name) <= NAME_LENGTH) {
      return { name, prefix };
    }
  }
  throw new Error(`The path is too long for a tar archive: ${path}`);
}
