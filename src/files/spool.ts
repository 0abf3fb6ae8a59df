import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';
import { makeFolderAside } from '#kernel/make-folder.ts';
import type { PutLimits, StoredFile } from './stored-files.ts';

/** A file that has arrived but has no final path yet. */
export interface Spooled extends StoredFile {
  readonly path: string;
}

/** In the same folder as the files, so that renaming is atomic. */
const INCOMING = 'incoming';

/**
 * Writes a source to a new, durable temporary file and passes that to `use`, then deletes it.
 * @throws AppError `body-too-large`, `storage-unavailable`, or what the source throws
 */
export async function spool<T>(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limits: PutLimits,
  use: (spooled: Spooled) => Promise<T>,
): Promise<T> {
  const incoming = join(folder, INCOMING);
  await onDisk(() => makeFolderAside(incoming));
  const own = await onDisk(() => mkdtemp(join(incoming, 'part-')));
  try {
    const path = join(own, 'file');
    return await use({ path, ...(await write(path, source, limits)) });
  } finally {
    await onDisk(() => rm(own, { recursive: true, force: true }));
  }
}

/** Yields the bytes of a file, which is opened when they are asked for. */
export async function* piecesOf(path: string): AsyncIterable<Uint8Array> {
  const file = await onDisk(() => open(path, 'r'));
  for await (const piece of file.createReadStream()) yield piece;
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, tooLarge }: PutLimits,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await onDisk(() => open(path, 'wx', 0o600));
  try {
    for await (const piece of source) {
      size += piece.length;
      if (size > maxBytes) {
        throw (
          tooLarge?.() ??
          fail('body-too-large', `A file may have at most ${counted(maxBytes, 'byte')}.`, {
            extra: { limit: maxBytes },
          })
        );
      }
      hash.update(piece);
      await onDisk(() => file.writeFile(piece));
    }
    await onDisk(() => file.sync());
  } finally {
    await onDisk(() => file.close());
  }
  return { size, sha256: hash.digest('hex') };
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * Reports a failure of the disk as an outage, since the caller did not cause it.
 * @throws AppError `storage-unavailable`
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const text = FULL.includes(code)
      ? 'There is no room left to store files. Tell the people who run the service.'
      : 'The storage of files did not answer. Try again shortly.';
    throw fail('storage-unavailable', text, { cause, headers: { 'retry-after': '30' } });
  }
}

/** Older temporary files are left from a process that ended: no upload takes a day. */
const STALE_MS = 24 * 3_600_000;

/** Removes incomplete files of a process that was killed during an upload. */
export async function tidyIncoming(folder: string, now: number): Promise<void> {
  const incoming = join(folder, INCOMING);
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < now - STALE_MS) await rm(path, { recursive: true, force: true });
  }
}
