// What is made to be opened again is opened once before it is called done: a key that opens nothing, or a disk that
// changes what it is given, is told while the data is still there.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { decrypt } from '#commands/age/age.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { OpeningKey } from '#kernel/age-keys.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Passes a stream on, and hashes it. */
export const hashedBy = (hash: Hash) =>
  async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
  };

interface Written {
  /** What decrypts the file; undefined if it is not encrypted. */
  readonly key: OpeningKey | undefined;
  readonly isZipped: boolean;
  /** The SHA-256 of what was written, in clear, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a file that was just written to its end, and compares it with what was written.
 * @throws CommandFailure, AgeError
 */
export async function requireOpens(
  path: string,
  { key, isZipped, sha256 }: Written,
): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(
    createReadStream(path),
    (source: Bytes) => (key === undefined ? source : decrypt(source, key)),
    isZipped ? createGunzip() : new PassThrough(),
    async (source: Bytes) => {
      for await (const piece of source) hash.update(piece);
    },
  );
  if (hash.digest('hex') === sha256) return;
  throw new CommandFailure(
    'What was written is not what can be read back: check the disk and the memory of this machine.',
  );
}
