import { createHash } from 'node:crypto';
import type { OpenedFile } from './stored-files.ts';

/** What a stored file was when it was stored. */
export interface StoredFacts {
  /** In bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal; undefined if none was kept. */
  readonly sha256?: string | undefined;
}

/** The bytes of a stored file are not the ones that were stored. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/**
 * Passes on the bytes of a stored file. It keeps the last piece back until size and SHA-256 agree, so that no reader
 * ever has a whole file with wrong bytes.
 * @throws DamagedFile at the end, or as soon as there are too many bytes
 */
export async function* checkedBytes(
  pieces: AsyncIterable<Uint8Array>,
  { size, sha256 }: StoredFacts,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Uint8Array | undefined;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > size) throw new DamagedFile('the stored file has become longer');
    hash.update(piece);
    if (held !== undefined) yield held;
    held = piece;
  }
  if (bytes < size) throw new DamagedFile('the stored file has become shorter');
  if (sha256 !== undefined && hash.digest('hex') !== sha256) {
    throw new DamagedFile('the stored file has other bytes');
  }
  if (held !== undefined) yield held;
}

/**
 * Passes on as many bytes as a stored file had, whether they are right or not, for a copy that goes on past damage.
 * Zeros stand for what the disk does not give.
 * @param onDamage called at the end if they are not what was stored
 */
export async function* notedBytes(
  pieces: AsyncIterable<Uint8Array>,
  { size, sha256 }: StoredFacts,
  onDamage: () => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let left = size;
  try {
    for await (const piece of pieces) {
      const taken = piece.subarray(0, left);
      hash.update(taken);
      left -= piece.length;
      if (taken.length > 0) yield taken;
      if (left < 0) break;
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  if (left !== 0 || (sha256 !== undefined && hash.digest('hex') !== sha256)) onDamage();
  for (; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left);
}

const ZEROS = Buffer.alloc(65_536);

/** A failing disk gives this for single blocks, while all others can be read. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EIO';

export type FileState = 'intact' | 'damaged' | 'missing';

/** Reads a stored file to its end, and says whether it is what was stored. Closes it. */
export async function fileState(
  opened: OpenedFile | undefined,
  facts: StoredFacts,
): Promise<FileState> {
  if (opened === undefined) return 'missing';
  try {
    for await (const _ of checkedBytes(opened.stream, facts));
    return 'intact';
  } catch (error) {
    if (error instanceof DamagedFile || isUnreadable(error)) return 'damaged';
    throw error;
  } finally {
    opened.stream.destroy();
  }
}
