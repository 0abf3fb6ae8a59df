// Opens a backup of either kind: an encrypted file, or a database with its files beside it.
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { readBackupArchive } from './archive.ts';
import { isArchive, readBackupKey } from './backup-key.ts';
import { DamagedManifest, type Manifest } from './manifest.ts';
import { readManifestBeside } from './manifest-beside.ts';
import { requireNoLink } from './plain-files.ts';
import { type VerifiedCopy, verifyCopy } from './verify-copy.ts';
import { verifyFile } from './verify-file.ts';

/** @throws CommandFailure if it is no file, or one that a service uses */
export async function requireBackup(from: string): Promise<void> {
  await requireNoLink(from);
  const found = await stat(from).catch((cause: unknown) => {
    const code = codeOf(cause) ?? 'unknown reason';
    throw new CommandFailure(`The backup ${from} can't be read (${code}).`, { cause });
  });
  if (!found.isFile()) throw new CommandFailure(`The backup ${from} is not a file.`);
  if (existsSync(`${from}-wal`)) {
    throw new CommandFailure(
      `${from} is in use by a service or was copied from one: part of its data is in ${from}-wal. Make a backup with: formstead backup`,
    );
  }
}

interface Archived {
  readonly from: string;
  /** An empty folder on the disk of the data directory. */
  readonly folder: string;
  readonly keyFile: string | undefined;
  /** Whether to go on without a manifest that is damaged. */
  readonly skips: boolean;
}

export interface OpenedBackup {
  readonly database: string;
  readonly manifest: Manifest | undefined;
  /** The manifest was damaged, and is skipped. */
  readonly isUnproven: boolean;
}

/** Unpacks an encrypted backup into the folder; any other is read where it is. */
export async function openBackup(
  settings: Settings,
  { from, folder, keyFile, skips }: Archived,
): Promise<OpenedBackup> {
  if (await isArchive(from)) {
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    const read = await readBackupArchive(from, readBackupKey(settings, keyFile), unpacked);
    return { ...read, isUnproven: false };
  }
  try {
    return { database: from, manifest: await readManifestBeside(from), isUnproven: false };
  } catch (error) {
    if (!skips || !(error instanceof DamagedManifest)) throw error;
    return { database: from, manifest: undefined, isUnproven: true };
  }
}

/** Checks the copied database of a backup. @throws CommandFailure that says what is wrong with it */
export async function verifyBackup(
  copy: string,
  from: string,
  manifest: Manifest | undefined,
): Promise<VerifiedCopy> {
  try {
    if (manifest !== undefined) return await verifyCopy(copy, manifest);
    return { ...(await verifyFile(copy)), isChanged: false };
  } catch (cause) {
    const isForeign = codeOf(cause) === 'SQLITE_NOTADB' || codeOf(cause) === 'SQLITE_CORRUPT';
    if (!isForeign) throw cause;
    throw new CommandFailure(`${from} is not a backup of Formstead, or it is damaged.`, { cause });
  }
}
