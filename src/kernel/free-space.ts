import { statfs } from 'node:fs/promises';

/** How large the file system of a folder is, and how much of it is left, in bytes. @throws when it can't be asked */
export async function spaceOf(
  folder: string,
): Promise<{ readonly free: number; readonly total: number }> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
