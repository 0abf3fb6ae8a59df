import { open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolderAside } from '#kernel/make-folder.ts';
import { syncFolder, syncFolders } from '#kernel/sync-folder.ts';
import { requireKey } from './file-key.ts';
import { onDisk, piecesOf, spool, tidyIncoming } from './spool.ts';
import type { Files } from './stored-files.ts';

/** Returns the folder of files, used when no bucket is configured. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Keeps files in a folder that only the user of the service can read. */
export function createDiskFiles(folder: string): Files {
  const pathOf = (key: string): string => join(folder, ...requireKey(key).split('/'));
  return {
    async put(key, source, limits) {
      const path = pathOf(key);
      return spool(folder, source, limits, async (spooled) => {
        // The folder of all files may be new as well, so the data directory is synced, too.
        await onDisk(() => moveIntoPlace(spooled.path, path, dirname(folder)));
        return { size: spooled.size, sha256: spooled.sha256 };
      });
    },

    async open(key) {
      const path = pathOf(key);
      const file = await onDisk(() => unlessMissing(() => open(path, 'r')));
      if (!file) return undefined;
      try {
        const { size } = await onDisk(() => file.stat());
        return { size, stream: file.createReadStream() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async sizeOf(key) {
      const path = pathOf(key);
      return (await onDisk(() => unlessMissing(() => stat(path))))?.size;
    },

    async delete(key) {
      const path = pathOf(key);
      await onDisk(() =>
        unlessMissing(async () => {
          await unlink(path);
          await syncFolder(dirname(path));
        }),
      );
    },

    spool: (source, limits, use) =>
      spool(folder, source, limits, ({ path }) => use(piecesOf(path))),

    tidy: (now) => tidyIncoming(folder, now),
  };
}

/** Gives a finished file its final name, durably. */
async function moveIntoPlace(finished: string, path: string, top: string): Promise<void> {
  const folder = dirname(path);
  await makeFolderAside(folder);
  await rename(finished, path);
  await syncFolders(folder, top);
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
