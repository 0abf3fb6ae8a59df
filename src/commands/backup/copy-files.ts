import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { type FileState, fileState } from '#files/files.ts';
import { counted } from '#kernel/counted.ts';
import { listNamedFiles, type NamedFile, requireOwnKeys } from './named-files.store.ts';
import { copyPlainFile, isAbsent, openPlainFile } from './plain-files.ts';

/** Returns the folder, next to a backup, that holds the files of its data. */
export const filesBeside = (backup: string): string => `${backup}.files`;

export interface CopiedFiles {
  /** How many are as they were stored, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Keys of files that the data names and that are not there. */
  readonly missing: readonly string[];
  /** Keys of files whose size or SHA-256 is not what the data says. */
  readonly damaged: readonly string[];
}

export const NO_FILES: CopiedFiles = { files: 0, bytes: 0, missing: [], damaged: [] };

/** A folder of stored files; each implementation trusts it to a different degree. */
export interface FileSource {
  /** Returns undefined where nothing is. */
  open(key: string): Promise<FileHandle | undefined>;
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
  open: (key) => unlessAbsent(open(pathOf(folder, key), 'r')),
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
  open: (key) => openPlainFile(folder, key),
  copy: (key, target) => copyPlainFile(pathOf(folder, key), target),
});

/** Told of each file that is missing or damaged. */
export type OnFault = (file: NamedFile) => void;

/**
 * Reads every file that a database names, and compares it with its size and SHA-256, without copying any.
 * @param source undefined if the files are somewhere else: then only their keys are checked
 * @throws CommandFailure for a key that Formstead did not create, or a symbolic link in a foreign folder.
 */
export async function checkCopiedFiles(
  database: string,
  source: FileSource | undefined,
): Promise<CopiedFiles> {
  const db = openReadOnly(database);
  try {
    await requireOwnKeys(db.reader);
  } finally {
    await db.close();
  }
  return source === undefined ? NO_FILES : eachFile(database, (file) => stateIn(source, file));
}

/**
 * Copies every file that a database names, syncs each to disk, and reads the copy again. Stored files never change.
 * A damaged one is copied as it is: that may be all that is left of it.
 */
export const copyFiles = (
  database: string,
  source: FileSource,
  to: string,
  onFault?: OnFault,
): Promise<CopiedFiles> =>
  eachFile(
    database,
    async (file) => {
      const state = await stateIn(source, file);
      if (state === 'missing') return state;
      await copyOne(source, file.storageKey, pathOf(to, file.storageKey));
      return stateIn(ownFiles(to), file);
    },
    onFault,
  );

async function eachFile(
  database: string,
  take: (file: NamedFile) => Promise<FileState>,
  onFault: OnFault = () => undefined,
): Promise<CopiedFiles> {
  const db = openReadOnly(database);
  const keys: Record<'missing' | 'damaged', string[]> = { missing: [], damaged: [] };
  let files = 0;
  let bytes = 0;
  try {
    for await (const file of listNamedFiles(db.reader)) {
      const state = await take(file);
      if (state === 'intact') {
        files += 1;
        bytes += file.size;
      } else {
        keys[state].push(file.storageKey);
        onFault(file);
      }
    }
  } finally {
    await db.close();
  }
  return { files, bytes, ...keys };
}

async function stateIn(source: FileSource, file: NamedFile): Promise<FileState> {
  const handle = await source.open(file.storageKey);
  if (handle === undefined) return 'missing';
  return fileState({ size: file.size, stream: handle.createReadStream() }, file);
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
export function requireCopiedFiles({ files, missing, damaged }: CopiedFiles, backup: string): void {
  if (missing.length === 0) return;
  const beside = filesBeside(backup);
  const all = files + missing.length + damaged.length;
  const what = existsSync(beside)
    ? `${missing.length} of ${counted(all, 'file')} ${missing.length === 1 ? 'is' : 'are'} missing in ${beside}, the first is ${missing[0]}.`
    : `The data names ${counted(missing.length, 'file')} of forms, and there is no ${beside}.`;
  throw new CommandFailure(`${what} Put them there as formstead backup made them, or ${WITHOUT}`);
}

/** @throws CommandFailure if files that the data names are not in an encrypted backup. */
export function requireArchivedFiles({ missing }: CopiedFiles): void {
  if (missing.length === 0) return;
  throw new CommandFailure(
    `The data names ${counted(missing.length, 'file that is', 'files that are')} not in the backup, the first is ${missing[0]}. They were missing when it was made. To restore all the same, ${WITHOUT}`,
  );
}

/** @throws CommandFailure if files in a backup are not what was stored. */
export function requireIntactFiles({ files, missing, damaged }: CopiedFiles): void {
  if (damaged.length === 0) return;
  const all = files + missing.length + damaged.length;
  throw new CommandFailure(
    `${damaged.length} of ${counted(all, 'file')} in the backup ${damaged.length === 1 ? 'is' : 'are'} damaged, the first is ${damaged[0]}: their bytes are not the ones that were stored. Look for them in an older backup, or restore with --skip-damaged: forms then show that these files are damaged.`,
  );
}

export const filesText = ({
  files,
  bytes,
  missing,
  damaged,
}: CopiedFiles): Record<string, string> => ({
  files: `${files}, ${counted(bytes, 'byte')}`,
  ...(missing.length > 0 && {
    'files missing': `${missing.length}, the first is ${missing[0]}`,
  }),
  ...(damaged.length > 0 && {
    'files damaged': `${damaged.length}, the first is ${damaged[0]}`,
  }),
});
