import { Readable } from 'node:stream';
import { checkedBytes, DamagedFile, isUnreadable, type StoredFacts } from './checked-bytes.ts';
import type { OpenedFile } from './stored-files.ts';

/** Bytes that are read before an answer begins, so that most damaged files are refused with an error. */
const AHEAD_BYTES = 1_048_576;

/**
 * Returns the bytes of a stored file, which are compared with its size and SHA-256 while they are read. If the damage
 * shows behind the first MiB, the stream fails before its last piece.
 * @param opened undefined if the file is missing, which counts as damage
 * @param onDamage returns the error to throw
 */
export async function openChecked(
  opened: OpenedFile | undefined,
  facts: StoredFacts,
  onDamage: () => Promise<Error>,
): Promise<Readable> {
  if (opened === undefined) throw await onDamage();
  const pieces = checkedBytes(opened.stream, facts);
  const explained = async (error: unknown): Promise<unknown> =>
    error instanceof DamagedFile || isUnreadable(error) ? onDamage() : error;
  const begun: Uint8Array[] = [];
  try {
    for (let bytes = 0; bytes < AHEAD_BYTES; ) {
      const { done, value } = await pieces.next();
      if (done) return Readable.from(begun, { objectMode: false });
      begun.push(value);
      bytes += value.length;
    }
  } catch (error) {
    opened.stream.destroy();
    throw await explained(error);
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield* begun;
    try {
      yield* pieces;
    } catch (error) {
      throw await explained(error);
    }
  };
  // A reader that goes away before the first piece leaves the generator unbegun, and the file open.
  return Readable.from(all(), { objectMode: false }).once('close', () => opened.stream.destroy());
}
