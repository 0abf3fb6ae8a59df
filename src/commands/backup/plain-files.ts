import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';

/**
 * Whether a file of so many bytes lies under a key of a folder that somebody else may have filled.
 * @throws CommandFailure when a link stands in the way, which may lead to any file of this machine.
 */
export async function hasPlainFile(folder: string, key: string, size: number): Promise<boolean> {
  let path = folder;
  for (const part of ['', ...key.split('/')]) {
    path = join(path, part);
    if (!(await requireNoLink(path))) return false;
  }
  const found = await lstat(path);
  return found.isFile() && found.size === size;
}

/** @returns whether there is anything. @throws CommandFailure when it is a link. */
export async function requireNoLink(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (!found.isSymbolicLink()) return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
  throw new CommandFailure(
    `${path} is a symbolic link, and none is followed in a backup: put what it stands for in its place.`,
  );
}

/** Copies a file by its bytes alone, even when a link was put in its place after it was looked at. */
export async function copyPlainFile(source: string, target: string): Promise<void> {
  const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  const to = await openNew(target).catch(async (cause: unknown) => {
    await from.close();
    throw cause;
  });
  // Both are closed with their streams.
  await pipeline(from.createReadStream(), to.createWriteStream());
}

const openNew = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);
