import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#kernel/errors.ts';
import type { PutLimits, StoredFile } from './stored-files.ts';

/** What has arrived, and not got its place yet. */
export interface Spooled extends StoredFile {
  readonly path: string;
}

/** Beside the files, so that a rename is one step. */
const INCOMING = 'incoming';

/**
 * Writes a source to a new file of its own, durable, and hands that to `use`. Nothing of it stays there.
 * @throws AppError `body-too-large`, `storage-unavailable`; what the source throws.
 */
export async function spool<T>(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limits: PutLimits,
  use: (spooled: Spooled) => Promise<T>,
): Promise<T> {
  const incoming = join(folder, INCOMING);
  await onDisk(() => mkdir(incoming, { recursive: true, mode: 0o700 }));
  const own = await onDisk(() => mkdtemp(join(incoming, 'part-')));
  try {
    const path = join(own, 'file');
    return await use({ path, ...(await write(path, source, limits)) });
  } finally {
    await onDisk(() => rm(own, { recursive: true, force: true }));
  }
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
        throw tooLarge?.() ?? fail('body-too-large', `A file may have ${maxBytes} bytes.`);
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

/** What goes wrong with a disk is nobody's fault who asked. @throws AppError `storage-unavailable`. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const text = FULL.includes(code)
      ? 'There is no room left to store files. Tell whoever runs the service.'
      : 'The storage of files did not answer. Try again shortly.';
    throw fail('storage-unavailable', text, { cause, headers: { 'retry-after': '30' } });
  }
}

/** What was arriving when the process ended. Nothing takes a day to arrive. */
const STALE_MS = 24 * 3_600_000;

/** Removes what a process left behind that was killed while something arrived. */
export async function tidyIncoming(folder: string, now: number): Promise<void> {
  const incoming = join(folder, INCOMING);
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < now - STALE_MS) await rm(path, { recursive: true, force: true });
  }
}
