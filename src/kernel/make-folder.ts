import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A folder can't be made where it is to be. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  /** What the system answered, such as ENOSPC. */
  readonly code: string;

  constructor(path: string, code: string, cause: unknown) {
    const [reason, advice] = reasonOf(path, code);
    super(`The folder ${path} can't be made: ${reason}. ${advice}`, { cause });
    this.code = code;
  }
}

const ELSEWHERE = 'Set FORMSTEAD_DATA_DIR to a directory that this user may write to.';
const MAKE_ROOM = 'Make room and try again.';

/** Returns what is wrong, and what to do about it. */
function reasonOf(path: string, code: string): readonly [reason: string, advice: string] {
  const above = dirname(path);
  switch (code) {
    case 'ENOSPC':
      return ['the disk is full', MAKE_ROOM];
    case 'EDQUOT':
      return ['the disk quota is used up', MAKE_ROOM];
    case 'EROFS':
      return [`the file system of ${above} is read-only`, ELSEWHERE];
    case 'EACCES':
    case 'EPERM':
      return [`this user may not write to ${above}`, ELSEWHERE];
    case 'EEXIST':
      return ['there is a file in its place', ELSEWHERE];
    case 'ENOENT':
    case 'ENOTDIR':
      return [`${above} takes no folders`, ELSEWHERE];
    default:
      return [`the system answered ${code} for ${above}`, ELSEWHERE];
  }
}

/**
 * Creates a folder that only this user may read, and the folders above it, unless it is there. The `recursive` of Node
 * does not end where the file system answers ENOENT for a new folder, as /proc does.
 *
 * @throws FolderError where it can't be made
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path && !isFolder(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Another process made it meanwhile.
    if (codeOf(cause) === 'EEXIST' && isFolder(path)) return;
    throw new FolderError(path, codeOf(cause), cause);
  }
}

/**
 * Does what {@link makeFolder} does, without holding up others while a slow disk answers.
 * @throws FolderError where it can't be made
 */
export async function makeFolderAside(path: string): Promise<void> {
  if (await isFolderAside(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolderAside(above);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' && (await isFolderAside(path))) return;
    throw new FolderError(path, codeOf(cause), cause);
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);

/** A folder that can't be looked at counts as missing: making it says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

const isFolderAside = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
