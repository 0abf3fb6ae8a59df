import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { listNamedFiles, requireOwnKeys } from './named-files.store.ts';
import { copyPlainFile, hasPlainFile, isAbsent } from './plain-files.ts';

/** Returns the folder, next to a backup, that holds the files of its data. */
export const filesBeside = (backup: string): string => `${backup}.files`;

export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Keys of files that the data names and that are missing or have the wrong size. */
  readonly missing: readonly string[];
}

export const NO_FILES: CopiedFiles = { files: 0, bytes: 0, missing: [] };

/** A folder of stored files; each implementation trusts it to a different degree. */
export interface FileSource {
  has(key: string, size: number): Promise<boolean>;
  /** @param target must not exist; otherwise the copy fails with EEXIST */
  copy(key: string, target: string): Promise<void>;
}

const pathOf = (folder: string, key: string): string => join(folder, ...key.split('/'));

/** Returns undefined where nothing is. Whatever else goes wrong says nothing about the file, and stays an error. */
export const unlessAbsent = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });

/** Reads the files of a service, whose operator may have moved some of its folders behind symbolic links. */
export const ownFiles = (folder: string): FileSource => ({
  async has(key, size) {
    const found = await unlessAbsent(stat(pathOf(folder, key)));
    return found?.size === size;
  },
  copy: (key, target) =>
    copyFile(
      pathOf(folder, key),
      target,
      // The file system shares the bytes instead of copying them, if it can.
      constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
    ),
});

/** Reads the files of a backup, which somebody else may have made. */
export const foreignFiles = (folder: string): FileSource => ({
  has: (key, size) => hasPlainFile(folder, key, size),
  copy: (key, target) => copyPlainFile(pathOf(folder, key), target),
});

/**
 * Checks every file that a database names, without copying any.
 * @param source undefined if the files are somewhere else: then only their keys are checked
 * @throws CommandFailure for a key that Formstead did not create, or a symbolic link in a foreign folder.
 */
export async function checkFiles(
  database: string,
  source: FileSource | undefined,
): Promise<CopiedFiles> {
  const db = openReadOnly(database);
  try {
    await requireOwnKeys(db.reader);
  } finally {
    await db.close();
  }
  return source === undefined ? NO_FILES : eachFile(database, source, async () => undefined);
}

/** Copies every file that a database names, and syncs each to disk. Stored files never change. */
export const copyFiles = (database: string, source: FileSource, to: string): Promise<CopiedFiles> =>
  eachFile(database, source, (key) => copyOne(source, key, pathOf(to, key)));

async function eachFile(
  database: string,
  source: FileSource,
  take: (key: string) => Promise<void>,
): Promise<CopiedFiles> {
  const db = openReadOnly(database);
  const missing: string[] = [];
  let files = 0;
  let bytes = 0;
  try {
    for await (const { storageKey, size } of listNamedFiles(db.reader)) {
      if (!(await source.has(storageKey, size))) {
        missing.push(storageKey);
        continue;
      }
      await take(storageKey);
      files += 1;
      bytes += size;
    }
  } finally {
    await db.close();
  }
  return { files, bytes, missing };
}

async function copyOne(source: FileSource, key: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await source.copy(key, target);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
    throw new CommandFailure(`The data names the file ${key} twice.`, { cause });
  }
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

const WITHOUT =
  "add --without-files: the files that are there are restored, and forms name the others, which can't be read.";

/** @throws CommandFailure if files that the data names are missing beside the backup. */
export function requireFiles({ files, missing }: CopiedFiles, backup: string): void {
  if (missing.length === 0) return;
  const beside = filesBeside(backup);
  const what = existsSync(beside)
    ? `${missing.length} of ${files + missing.length} files are missing in ${beside}, the first is ${missing[0]}.`
    : `The data names ${missing.length} files of forms, and there is no ${beside}.`;
  throw new CommandFailure(`${what} Put them there as formstead backup made them, or ${WITHOUT}`);
}

/** @throws CommandFailure if files that the data names are not in an encrypted backup. */
export function requireArchivedFiles({ missing }: CopiedFiles): void {
  if (missing.length === 0) return;
  throw new CommandFailure(
    `The data names ${missing.length} files that are not in the backup, the first is ${missing[0]}. They were missing when it was made. To restore all the same, ${WITHOUT}`,
  );
}

export const filesText = ({ files, bytes, missing }: CopiedFiles): Record<string, string> => ({
  files: `${files}, ${bytes} bytes`,
  ...(missing.length > 0 && {
    'files missing': `${missing.length}, the first is ${missing[0]}`,
  }),
});
