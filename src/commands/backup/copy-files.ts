import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure } from '#commands/shell/failures.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { listNamedFiles } from './named-files.store.ts';

/** Where a backup has the files of its data, beside itself. */
export const filesBeside = (backup: string): string => `${backup}.files`;

export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Keys of files that the data names and that are not there, or not whole. */
  readonly missing: readonly string[];
}

export const NO_FILES: CopiedFiles = { files: 0, bytes: 0, missing: [] };

/** Copies every file that a database names, durable before it resolves. Files never change once they are there. */
export async function copyFiles(database: string, from: string, to: string): Promise<CopiedFiles> {
  const db = openReadOnly(database);
  const missing: string[] = [];
  let files = 0;
  let bytes = 0;
  try {
    for await (const { storageKey, size } of listNamedFiles(db.reader)) {
      const source = join(from, ...storageKey.split('/'));
      const found = await stat(source).catch(() => undefined);
      if (found?.size !== size) {
        missing.push(storageKey);
        continue;
      }
      await copyOne(source, join(to, ...storageKey.split('/')));
      files += 1;
      bytes += size;
    }
  } finally {
    await db.close();
  }
  return { files, bytes, missing };
}

async function copyOne(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  for (const path of [target, dirname(target)]) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** @throws CommandFailure when the data names files and there are none beside it. */
export function requireFiles({ files, missing }: CopiedFiles, backup: string): void {
  if (missing.length === 0) return;
  const beside = filesBeside(backup);
  const what = existsSync(beside)
    ? `${missing.length} of ${files + missing.length} files are missing in ${beside}, the first is ${missing[0]}.`
    : `The data names ${missing.length} files of forms, and there is no ${beside}.`;
  throw new CommandFailure(
    `${what} Put them there as formstead backup made them, or restore with --without-files: forms then name files that can't be read.`,
  );
}

export const filesText = ({ files, bytes, missing }: CopiedFiles): Record<string, string> => ({
  files: `${files}, ${bytes} bytes`,
  ...(missing.length > 0 && {
    'files missing': `${missing.length}, the first is ${missing[0]}`,
  }),
});
