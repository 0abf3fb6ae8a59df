import { open } from 'node:fs/promises';
import { dirname, relative } from 'node:path';

/**
 * Makes the names in a folder durable. A file whose bytes are synced is still gone after a power cut when nobody synced
 * the folder that names it (fsync(2)).
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The same for a folder and those above it, up to and with `top`. All of them, also where they existed before: another
 * upload may have made them a moment ago and not have synced them yet.
 */
export async function syncFolders(folder: string, top: string): Promise<void> {
  for (let each = folder; ; each = dirname(each)) {
    await syncFolder(each);
    if (relative(top, each) === '') return;
    if (dirname(each) === each) throw new Error(`${folder} is not inside ${top}`);
  }
}
