// Compares a backup with the hashes in its manifest: first the one of the database file, then the one of each table.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { findDifference } from '#commands/rows/copy-rows.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { counted } from '#kernel/counted.ts';
import { VERSION } from '#kernel/version.ts';
import { digestFile } from './copy-database.ts';
import { BACKUP_FORMAT, type Manifest } from './manifest.ts';
import { type CopyFacts, verifyFile } from './verify-file.ts';

/** Returns what a manifest says about a database file. */
async function describeFile(file: string): Promise<NonNullable<Manifest['database']>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

/** Returns the manifest of a database file that was just copied and verified. */
export async function makeManifest(
  database: string,
  about: Pick<Manifest, 'madeAt' | 'engine' | 'files'>,
): Promise<Manifest> {
  return {
    ...{ format: BACKUP_FORMAT, version: VERSION, ...about },
    ...{ tables: await digestFile(database), database: await describeFile(database) },
  };
}

export interface VerifiedCopy extends CopyFacts {
  /** Bytes of the file have changed since the backup was made, but none of a row. */
  readonly isChanged: boolean;
}

/**
 * Checks the database of a backup as {@link verifyFile} does, and compares it with the manifest.
 * @throws CommandFailure that names what has changed
 */
export async function verifyCopy(file: string, manifest: Manifest): Promise<VerifiedCopy> {
  const { database, tables } = manifest;
  const isChanged = database !== undefined && (await describeFile(file)).sha256 !== database.sha256;
  try {
    const facts = await verifyFile(file);
    // Equal bytes hold equal rows.
    if (database === undefined || isChanged) requireTables(tables, await digestFile(file));
    return { ...facts, isChanged };
  } catch (cause) {
    if (!isChanged) throw cause;
    throw new CommandFailure(
      `The database in the backup is damaged: its bytes have changed since the backup was made. ${explainFailure(cause)}`,
      { cause },
    );
  }
}

function requireTables(wanted: Manifest['tables'], found: Manifest['tables']): void {
  const difference = findDifference(wanted, found);
  if (difference === undefined) return;
  throw new CommandFailure(
    `The backup is not what was copied: the table ${difference.table} has ${counted(difference.found.rows, 'row')}, and had ${difference.wanted.rows} (or others).`,
  );
}

/** @throws CommandFailure if bytes of the file have changed */
export function requireSameBytes(isChanged: boolean): void {
  if (!isChanged) return;
  throw new CommandFailure(
    'The database in the backup is damaged: its bytes have changed since the backup was made, though every table still reads as it did. Use another backup, or restore with --skip-damaged.',
  );
}
