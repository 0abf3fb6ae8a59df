// A backup by --to works beside its target, which may be anywhere. A small file beside the data says where, so that
// what a killed one left is found.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { BACKUP_TO, isKilled, isOwnFolder, removeWork } from './work-folder.ts';

const NOTE = '.backup-at-';

const noteOf = (dataDir: string, path: string): string =>
  join(dataDir, `${NOTE}${basename(path).slice(BACKUP_TO.prefix.length)}`);

/**
 * Notes where a command works. A full disk of the data must not keep anybody from a backup on another one, so a note
 * that cannot be written is left out.
 */
export async function noteFolder(dataDir: string, path: string): Promise<void> {
  await writeFile(noteOf(dataDir, path), path, { mode: 0o600 }).catch(() => undefined);
}

export const removeNote = (dataDir: string, path: string): Promise<void> =>
  rm(noteOf(dataDir, path), { force: true });

interface Noted {
  readonly note: string;
  readonly path: string;
}

/** Returns the folders that are noted beside the data and that exist. */
export async function notedFolders(dataDir: string): Promise<readonly string[]> {
  const noted = await readNotes(dataDir);
  const own: string[] = [];
  for (const { path } of noted) if (await isOwnFolder(path)) own.push(path);
  return own;
}

/** Removes noted folders of commands that were killed, and notes of folders that are gone. */
export async function removeNoted(dataDir: string, now: number): Promise<void> {
  const isLeft = isKilled(now);
  for (const { note, path } of await readNotes(dataDir)) {
    try {
      if ((await isOwnFolder(path)) && (await isLeft(path))) await removeWork(path);
      // The disk of the target may only be away.
      if (existsSync(dirname(path)) && !existsSync(path)) await rm(note, { force: true });
    } catch {
      // `formstead doctor` names what cannot be removed.
    }
  }
}

async function readNotes(dataDir: string): Promise<readonly Noted[]> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith(NOTE));
  const noted: Noted[] = [];
  for (const name of names) {
    const note = join(dataDir, name);
    const path = await readFile(note, 'utf8').catch(() => '');
    const isOne = isAbsolute(path) && basename(path).startsWith(BACKUP_TO.prefix);
    if (isOne) noted.push({ note, path });
  }
  return noted;
}
