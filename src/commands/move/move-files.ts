import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listNamedFiles } from '#commands/backup/named-files.store.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { syncFolder } from '#kernel/sync-folder.ts';

export interface MovedFiles {
  readonly files: number;
  /** How many files the data names that the source folder does not have. */
  readonly missing: number;
}

/** Copies the files that a database names and that the target folder does not have yet. The source keeps them. */
export async function moveFiles(database: string, from: string, to: string): Promise<MovedFiles> {
  const db = openReadOnly(database);
  let files = 0;
  let missing = 0;
  try {
    for await (const { storageKey, size } of listNamedFiles(db.reader)) {
      const path = join(to, ...storageKey.split('/'));
      const isThere = (await sizeOf(path)) === size;
      if (!isThere && !(await copyOne(join(from, ...storageKey.split('/')), path, size))) {
        missing += 1;
      } else files += 1;
    }
  } finally {
    await db.close();
  }
  return { files, missing };
}

/** Copies a file under another name, which it keeps until it is complete. @returns false if there is none */
async function copyOne(from: string, to: string, size: number): Promise<boolean> {
  if ((await sizeOf(from)) !== size) return false;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const part = `${to}.part`;
  await copyFile(from, part, constants.COPYFILE_FICLONE);
  const handle = await open(part, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, to);
  await syncFolder(dirname(to));
  return true;
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size;
