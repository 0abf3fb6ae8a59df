import { createHash } from 'node:crypto';
import type { NamedFile } from '#commands/backup/named-files.store.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { checkedBytes, DamagedFile, type Files } from '#files/files.ts';

/** `missing`: the source does not have it. `damaged`: the source has other bytes than the data says. */
export type CopyOutcome = 'copied' | 'there' | 'missing' | 'damaged';

/**
 * Copies a file unless the target has it, and reads back what was written.
 * @throws CommandFailure if what arrived differs
 */
export async function copyFile(from: Files, to: Files, file: NamedFile): Promise<CopyOutcome> {
  if (await isThere(from, to, file)) return 'there';
  const source = await from.open(file.storageKey);
  if (!source) return 'missing';
  try {
    const bytes = checkedBytes(source.stream, file);
    const stored = await to.put(file.storageKey, bytes, { maxBytes: file.size });
    if ((await digestIn(to, file)) === stored.sha256) return 'copied';
  } catch (error) {
    if (error instanceof DamagedFile) return 'damaged';
    throw error;
  } finally {
    source.stream.destroy();
  }
  throw new CommandFailure(
    `The file ${file.storageKey} is not in the target as it was written. Look at the target, and run the command again.`,
  );
}

/**
 * Returns whether the target has the file, by its SHA-256. Without one in the data, it is compared with the source; if
 * that has the file no more, its size tells, because no storage keeps a part of a file.
 */
async function isThere(from: Files, to: Files, file: NamedFile): Promise<boolean> {
  if ((await to.sizeOf(file.storageKey)) !== file.size) return false;
  const wanted = file.sha256 ?? (await digestIn(from, file));
  return wanted === undefined || (await digestIn(to, file)) === wanted;
}

/** Returns the SHA-256 of a stored file in hexadecimal; undefined if there is none. */
async function digestIn(files: Files, { storageKey }: NamedFile): Promise<string | undefined> {
  const found = await files.open(storageKey);
  if (!found) return undefined;
  const hash = createHash('sha256');
  for await (const piece of found.stream) hash.update(piece);
  return hash.digest('hex');
}
