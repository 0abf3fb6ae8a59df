import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '#commands/shell/failures.ts';
import { ownerState } from '#commands/work-folder/owner.ts';
import {
  COPY,
  makeWorkFolder,
  removeLeftovers,
  UNFINISHED,
  type WorkFolder,
  type WorkKind,
} from '#commands/work-folder/work-folder.ts';
import type { Settings } from '#config/settings.ts';
import { openBucketObjects } from '#files/files.ts';
import { placeFile } from './place-file.ts';

const PREFIX = 'backups/';

/** Where scheduled backups are kept. */
export interface BackupPlace {
  /** The name of the place, for people. */
  readonly name: string;
  /** Makes a folder for a backup that is not complete, and removes those that a killed process left. */
  makeUnfinished(): Promise<WorkFolder>;
  /** Gives a complete file its name, at once. @returns where it is, for people */
  place(file: string, name: string): Promise<string>;
  list(): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
  /** Gives a backup another name; undefined where none can be renamed. */
  readonly rename: ((name: string, to: string) => Promise<void>) | undefined;
}

/** @param folder undefined: the bucket of the settings */
export function openPlace({ files, server }: Settings, folder: string | undefined): BackupPlace {
  if (folder !== undefined) return inFolder(folder);
  if (files.s3 === undefined) throw new Error('the settings have no bucket');
  const { bucket } = files.s3;
  const objects = openBucketObjects(files.s3, PREFIX);
  return {
    name: `the bucket ${bucket}`,
    makeUnfinished: () => makeUnfinished(server.dataDir),
    async place(file, name) {
      await objects.put(name, file);
      return `${bucket}/${PREFIX}${name}`;
    },
    list: objects.list,
    remove: objects.delete,
    rename: undefined,
  };
}

const inFolder = (folder: string): BackupPlace => ({
  name: folder,
  makeUnfinished() {
    if (!existsSync(folder)) throw new CommandFailure(`There is no directory ${folder}.`);
    return makeUnfinished(folder);
  },
  async place(file, name) {
    await placeFile(file, join(folder, name));
    return join(folder, name);
  },
  list: () => readdir(folder),
  remove: (name) => rm(join(folder, name), { force: true }),
  rename: (name, to) => rename(join(folder, name), join(folder, to)),
});

/**
 * Only the backup with the lease calls this, so what is there already is left over. A node that lost the lease because
 * the storage did not answer may still write, and keeps what it holds.
 */
async function makeUnfinished(folder: string): Promise<WorkFolder> {
  await removeUnowned(folder, UNFINISHED);
  return makeWorkFolder(folder, UNFINISHED);
}

/**
 * Makes a folder for the copy that is encrypted afterwards, beside the data: where backups are kept, perhaps on another
 * machine, nothing is ever in clear.
 */
export const makeCopyFolder = (dataDir: string): Promise<WorkFolder> =>
  makeWorkFolder(dataDir, COPY);

/** Removes the copies in clear that killed backups left. Only the backup with the lease may call it. */
export const removeLeftCopies = (dataDir: string): Promise<void> => removeUnowned(dataDir, COPY);

const removeUnowned = (parent: string, kind: WorkKind): Promise<void> =>
  removeLeftovers(parent, kind, async (path) => (await ownerState(path)) !== 'runs');
