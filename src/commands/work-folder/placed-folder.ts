// A backup and a restore put a folder of files in place before the database that completes it. One that is killed
// between the two leaves files that look like finished ones.
import { existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '#kernel/sync-folder.ts';
import { measure } from './measure.ts';

/** Three lines: the inode of the folder that is placed, its name, and the name of the file that completes it. */
const PLACING = '.placing';

interface Placing {
  /** A finished folder, in the work folder. */
  readonly folder: string;
  /** Where it goes: beside the work folder. */
  readonly to: string;
  /** The file beside it that is placed afterwards. */
  readonly completedBy: string;
}

/** Moves a finished folder to its place, and notes that it is incomplete until the other file exists. */
export async function placeFolder(
  work: string,
  { folder, to, completedBy }: Placing,
): Promise<void> {
  const { ino } = await stat(folder, { bigint: true });
  const lines = [String(ino), basename(to), basename(completedBy)];
  // Durable before the folder is: a power cut must not leave files that nothing says to be incomplete.
  await writeFile(join(work, PLACING), lines.join('\n'), { mode: 0o600, flush: true });
  await syncFolder(work);
  await rename(folder, to);
}

/**
 * Returns the folder that the owner of a work folder put in place and did not complete. It must be the very same
 * folder, and nothing in it may have been written since: somebody may have used it.
 */
export async function findIncomplete(work: string): Promise<string | undefined> {
  const path = join(work, PLACING);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const [ino, name, completedBy, ...more] = text?.split('\n') ?? [];
  if (!(ino && name && completedBy) || more.length > 0) return undefined;
  const parent = dirname(work);
  if (existsSync(join(parent, basename(completedBy)))) return undefined;
  const placed = join(parent, basename(name));
  const found = await stat(placed, { bigint: true }).catch(() => undefined);
  if (found === undefined || String(found.ino) !== ino) return undefined;
  const { changedAt } = await measure(placed);
  const noted = await measure(path);
  return changedAt <= noted.changedAt ? placed : undefined;
}
