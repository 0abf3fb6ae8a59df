import { statfs } from 'node:fs/promises';

/**
 * Returns the size and the free space of a folder's file system, in bytes.
 * @throws when they can't be read
 */
export async function spaceOf(
  folder: string,
): Promise<{ readonly free: number; readonly total: number }> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
