// A backup of `--to` has its manifest among the files beside it, since these get their name before the database does:
// a backup with its final name is always complete.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBeside, unlessAbsent } from './copy-files.ts';
import { DamagedManifest, type Manifest, manifestText, parseBackupManifest } from './manifest.ts';
import { requireNoLink } from './plain-files.ts';

const NAME = 'manifest.json';

/** Returns where the manifest of a backup is. */
export const manifestBeside = (backup: string): string => join(filesBeside(backup), NAME);

/** Writes a manifest into a folder that becomes the one beside a backup. */
export const putManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, NAME), manifestText(manifest), { flag: 'wx', mode: 0o600, flush: true });

/** Returns the manifest of a backup; undefined for one of an older version. @throws DamagedManifest, CommandFailure */
export async function readManifestBeside(backup: string): Promise<Manifest | undefined> {
  for (const path of [filesBeside(backup), manifestBeside(backup)]) await requireNoLink(path);
  const text = await unlessAbsent(readFile(manifestBeside(backup), 'utf8'));
  try {
    return text === undefined ? undefined : parseBackupManifest(text);
  } catch (cause) {
    if (!(cause instanceof DamagedManifest)) throw cause;
    throw new DamagedManifest(
      `${manifestBeside(backup)} is damaged. Use another backup, or restore with --skip-damaged: then nothing proves that the rows are the ones that were copied.`,
      { cause },
    );
  }
}
