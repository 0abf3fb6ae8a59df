import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';

/**
 * Opens a file in a folder that somebody else may have filled; undefined if there is none.
 * @throws CommandFailure if a symbolic link is on the path, since it could lead to any file of this machine.
 */
export async function openPlainFile(folder: string, key: string): Promise<FileHandle | undefined> {
  let path = folder;
  for (const part of ['', ...key.split('/')]) {
    path = join(path, part);
    if (!(await requireNoLink(path))) return undefined;
  }
  if (!(await lstat(path)).isFile()) return undefined;
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
}

export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

/** @returns whether the path exists. @throws CommandFailure if it is a symbolic link. */
export async function requireNoLink(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (!found.isSymbolicLink()) return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  throw new CommandFailure(
    `${path} is a symbolic link, and none is followed in a backup: put what it stands for in its place.`,
  );
}

/** Copies a file without following symbolic links, even if one has replaced the file since it was checked. */
export async function copyPlainFile(source: string, target: string): Promise<void> {
  const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  const to = await openNew(target).catch(async (cause: unknown) => {
    await from.close();
    throw cause;
  });
  // `pipeline` closes both handles with their streams.
  await pipeline(from.createReadStream(), to.createWriteStream());
}

const openNew = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);
