import { readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolderAside } from '#kernel/make-folder.ts';
import { filesFolder } from './disk-files.ts';

/** No account has this code. */
const FOLDER = '.nodes';

/**
 * Marker files of nodes that use the same folder: a node that finds the marker of another one shares the folder with
 * it.
 */
export interface NodeMarkers {
  /** The folder of files, for errors. */
  readonly folder: string;
  put(id: string): Promise<void>;
  isThere(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /**
   * Removes the markers of all other nodes.
   * @param live ids of nodes that may still run
   */
  keepOnly(live: ReadonlySet<string>): Promise<void>;
}

/** @param dataDir the data directory of this node */
export function createNodeMarkers(dataDir: string): NodeMarkers {
  const folder = join(filesFolder(dataDir), FOLDER);
  const remove = (id: string) => unlessMissing(() => unlink(join(folder, id)));
  return {
    folder: filesFolder(dataDir),
    async put(id) {
      await makeFolderAside(folder);
      await writeFile(join(folder, id), '', { mode: 0o600 });
    },
    isThere: async (id) => (await unlessMissing(() => stat(join(folder, id)))) !== undefined,
    async remove(id) {
      await remove(id);
    },
    async keepOnly(live) {
      for (const id of await readdir(folder)) if (!live.has(id)) await remove(id);
    },
  };
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
