import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { openBucketObjects } from '#files/files.ts';
import { placeFile } from './place-file.ts';

const UNFINISHED = '.unfinished-backup-';
const COPY = '.copy-for-backup-';
const PREFIX = 'backups/';

/** Where scheduled backups are kept. */
export interface BackupPlace {
  /** The name of the place, for people. */
  readonly name: string;
  /** Makes a folder for a backup that is not complete, and removes those that a killed process left. */
  makeUnfinished(): Promise<string>;
  /** Gives a complete file its name, at once. @returns where it is, for people */
  place(file: string, name: string): Promise<string>;
  list(): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
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
});

const makeUnfinished = (folder: string): Promise<string> => makeFolder(folder, UNFINISHED);

/**
 * Makes a folder for the copy that is encrypted afterwards, beside the data: where backups are kept, perhaps on another
 * machine, nothing is ever in clear.
 */
export const makeCopyFolder = (dataDir: string): Promise<string> => makeFolder(dataDir, COPY);

/** Only one backup is made at a time, so what is there already is left over. */
async function makeFolder(parent: string, prefix: string): Promise<string> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, prefix));
}
