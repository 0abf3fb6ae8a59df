import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDifference } from '#commands/rows/copy-rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { OpeningKey } from '#kernel/age-keys.ts';
import { readArchive } from './archive.ts';
import { digestFile } from './copy-database.ts';
import {
  type CopiedFiles,
  checkFiles,
  filesBeside,
  foreignFiles,
  requireArchivedFiles,
} from './copy-files.ts';
import { requireNoLink } from './plain-files.ts';
import { type CopyFacts, verifyFile } from './verify-file.ts';

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
export async function verifyArchive(path: string, key: OpeningKey): Promise<Verified> {
  await requireNoLink(path);
  const folder = await mkdtemp(join(tmpdir(), 'formstead-verify-'));
  try {
    const { database, manifest } = await readArchive(path, key, folder);
    const facts = await verifyFile(database);
    const tables = await digestFile(database);
    const difference = findDifference(manifest.tables, tables);
    if (difference !== undefined) {
      const { table, wanted, found } = difference;
      throw new CommandFailure(
        `The backup is not what was copied: the table ${table} has ${found.rows} rows, and had ${wanted.rows} (or others).`,
      );
    }
    const isIncluded = manifest.files === 'included';
    const source = isIncluded ? foreignFiles(filesBeside(database)) : undefined;
    const files = await checkFiles(database, source);
    requireArchivedFiles(files);
    return {
      ...facts,
      madeAt: manifest.madeAt,
      version: manifest.version,
      tables: Object.keys(tables).length,
      rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
      files: isIncluded ? files : undefined,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
