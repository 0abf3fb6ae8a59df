import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A folder can't be made where it is to be. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

const NEVER_MADE = ['ENOENT', 'ENOTDIR'];

/**
 * Creates a folder that only this user may read, and the folders above it, unless it is there. The `recursive` of Node
 * does not end where the file system answers ENOENT for a new folder, as /proc does.
 *
 * @throws FolderError where nothing can be made; else as `mkdir` does
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path && !isFolder(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    // Another process made it meanwhile.
    if (code === 'EEXIST' && isFolder(path)) return;
    if (!NEVER_MADE.includes(code)) throw cause;
    throw new FolderError(
      `The folder ${path} can't be made: ${above} takes no folders. Set FORMSTEAD_DATA_DIR to a directory that this user may write to.`,
      { cause },
    );
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
