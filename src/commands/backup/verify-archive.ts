import { tmpdir } from 'node:os';
import { CommandFailure } from '#commands/shell/failures.ts';
import {
  isKilled,
  makeWorkFolder,
  removeLeftovers,
  VERIFY,
} from '#commands/work-folder/work-folder.ts';
import type { OpeningKey } from '#kernel/age-keys.ts';
import { readBackupArchive } from './archive.ts';
import {
  type CopiedFiles,
  checkCopiedFiles,
  type FileSource,
  filesBeside,
  foreignFiles,
  requireArchivedFiles,
  requireCopiedFiles,
  requireIntactFiles,
} from './copy-files.ts';
import type { Manifest } from './manifest.ts';
import { manifestBeside, readManifestBeside } from './manifest-beside.ts';
import { requireNoLink } from './plain-files.ts';
import { requireSameBytes, verifyCopy } from './verify-copy.ts';
import type { CopyFacts } from './verify-file.ts';

export interface Verified extends CopyFacts {
  readonly madeAt: number;
  readonly version: string;
  readonly tables: number;
  readonly rows: number;
  /** Undefined if a bucket keeps the files of forms, so that none are in the backup. */
  readonly files: CopiedFiles | undefined;
}

/**
 * Restores a backup into a temporary folder, checks it as `formstead restore` does, and compares every table with what
 * it held when the backup was made.
 * @throws CommandFailure, AgeError
 */
export async function verifyArchive(path: string, key: OpeningKey, now: number): Promise<Verified> {
  await requireNoLink(path);
  // One that was killed has left everything in clear.
  await removeLeftovers(tmpdir(), VERIFY, isKilled(now));
  const folder = await makeWorkFolder(tmpdir(), VERIFY);
  try {
    const { database, manifest } = await readBackupArchive(path, key, folder.path);
    return await verified(database, manifest, requireArchivedFiles);
  } finally {
    await folder.remove();
  }
}

/**
 * Checks a backup of `--to`, which is read where it lies: its database, and the files beside it.
 * @throws CommandFailure
 */
export async function verifyPlain(path: string): Promise<Verified> {
  await requireNoLink(path);
  const manifest = await readManifestBeside(path);
  if (manifest === undefined) {
    throw new CommandFailure(
      `There is no ${manifestBeside(path)}: backups of older versions have none. Restore it to check it.`,
    );
  }
  return verified(path, manifest, (files) => requireCopiedFiles(files, path));
}

async function verified(
  database: string,
  manifest: Manifest,
  requireAll: (files: CopiedFiles) => void,
): Promise<Verified> {
  const { isChanged, ...facts } = await verifyCopy(database, manifest);
  requireSameBytes(isChanged);
  const isIncluded = manifest.files === 'included';
  const source: FileSource | undefined = isIncluded
    ? foreignFiles(filesBeside(database))
    : undefined;
  const files = await checkCopiedFiles(database, source);
  requireAll(files);
  requireIntactFiles(files);
  const tables = Object.values(manifest.tables);
  return {
    ...facts,
    madeAt: manifest.madeAt,
    version: manifest.version,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: isIncluded ? files : undefined,
  };
}
