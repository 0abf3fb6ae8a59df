import { open } from 'node:fs/promises';
import { dirname, relative } from 'node:path';

/** Makes the names in a folder durable. A power cut can lose a synced file whose folder was not synced (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Syncs a folder and those above it, up to and including `top`, even those that existed before: another upload may have
 * just created them and not have synced them yet.
 */
export async function syncFolders(folder: string, top: string): Promise<void> {
  for (let each = folder; ; each = dirname(each)) {
    await syncFolder(each);
    if (relative(top, each) === '') return;
    if (dirname(each) === each) throw new Error(`${folder} is not inside ${top}`);
  }
}
