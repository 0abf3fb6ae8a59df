import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessAbsent } from '#commands/backup/copy-files.ts';
import { listNamedFiles, type NamedFile } from '#commands/backup/named-files.store.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { type FileState, fileState } from '#files/files.ts';
import { syncFolder } from '#kernel/sync-folder.ts';

export interface MovedFiles {
  readonly files: number;
  /** How many files the data names that the source folder does not have, or has with other bytes. */
  readonly missing: number;
  readonly damaged: number;
}

/** Copies the files that a database names and that the target folder does not have yet. The source keeps them. */
export async function moveFiles(database: string, from: string, to: string): Promise<MovedFiles> {
  const db = openReadOnly(database);
  const count: Record<FileState, number> = { intact: 0, missing: 0, damaged: 0 };
  try {
    for await (const file of listNamedFiles(db.reader)) {
      const path = join(to, ...file.storageKey.split('/'));
      const isThere = (await stateAt(path, file)) === 'intact';
      count[
        isThere ? 'intact' : await copyOne(join(from, ...file.storageKey.split('/')), path, file)
      ] += 1;
    }
  } finally {
    await db.close();
  }
  return { files: count.intact, missing: count.missing, damaged: count.damaged };
}

/** Copies a file under another name, which it keeps until it is complete and equal by SHA-256. */
async function copyOne(from: string, to: string, file: NamedFile): Promise<FileState> {
  const state = await stateAt(from, file);
  if (state !== 'intact') return state;
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
  if ((await stateAt(part, file)) !== 'intact') {
    throw new CommandFailure(`${part} is not as it was written. Look at the disk of the target.`);
  }
  await rename(part, to);
  await syncFolder(dirname(to));
  return 'intact';
}

async function stateAt(path: string, file: NamedFile): Promise<FileState> {
  const handle = await unlessAbsent(open(path, 'r'));
  return fileState(handle && { size: file.size, stream: handle.createReadStream() }, file);
}
