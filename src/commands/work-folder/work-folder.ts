import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measure } from './measure.ts';
import { ownerState, ownFolder } from './owner.ts';
import { findIncomplete } from './placed-folder.ts';

/** The folders in which one command works. */
export interface WorkKind {
  readonly prefix: string;
  readonly command: string;
}

export const RESTORE: WorkKind = { prefix: '.restore-', command: 'formstead restore' };
export const UPGRADE: WorkKind = { prefix: '.upgrade-', command: 'formstead upgrade --check' };
export const BACKUP_TO: WorkKind = { prefix: '.backup-to-', command: 'formstead backup --to' };
/** A backup that is not complete, where backups are kept. */
export const UNFINISHED: WorkKind = { prefix: '.unfinished-backup-', command: 'formstead backup' };
/** The data in clear that becomes an encrypted backup. */
export const COPY: WorkKind = { prefix: '.copy-for-backup-', command: 'formstead backup' };
/** What an encrypted backup holds, in clear, where temporary files are. */
export const VERIFY: WorkKind = {
  prefix: 'formstead-verify-',
  command: 'formstead backup --verify',
};

const TAKEN_BACK = '.taken-back';
/** A folder without an owner of this kernel is left over if nothing in it was written for so long. */
const STALE_MS = 24 * 3_600_000;

/** A folder in which a command works. A later command can find out whether the first one still runs. */
export interface WorkFolder {
  readonly path: string;
  /** Removes the folder, and what was put in place but not completed. */
  remove(): Promise<void>;
}

/** @param announce is called with the path while the folder is still empty */
export async function makeWorkFolder(
  parent: string,
  { prefix }: WorkKind,
  announce?: (path: string) => Promise<void>,
): Promise<WorkFolder> {
  const path = await mkdtemp(join(parent, prefix));
  await announce?.(path);
  const release = await ownFolder(path);
  return {
    path,
    async remove() {
      release();
      await removeWork(path);
    },
  };
}

/** What commands that were killed left. */
export interface Leftovers {
  remove(): Promise<void>;
}

/**
 * Finds the work folders of commands that were killed: only those whose owner certainly does not run any more. What one
 * put in place but did not complete goes back into its work folder.
 */
export async function gatherLeftovers(
  parent: string,
  kind: WorkKind,
  isLeft: (path: string) => Promise<boolean>,
): Promise<Leftovers> {
  const left: string[] = [];
  for (const path of await workFoldersIn(parent, kind)) if (await isLeft(path)) left.push(path);
  // What cannot be moved or removed does not keep the command from its work. `formstead doctor` names it.
  for (const path of left) await takeBack(path).catch(() => undefined);
  return {
    async remove() {
      for (const path of left) await removeWork(path).catch(() => undefined);
    },
  };
}

/** Removes what {@link gatherLeftovers} finds. */
export async function removeLeftovers(
  parent: string,
  kind: WorkKind,
  isLeft: (path: string) => Promise<boolean>,
): Promise<void> {
  await (await gatherLeftovers(parent, kind, isLeft)).remove();
}

/** Returns whether the command that worked in a folder was killed; `unknown` if it may run on another machine. */
export async function workState(path: string, now: number): Promise<'runs' | 'killed' | 'unknown'> {
  const state = await ownerState(path);
  if (state === 'runs') return 'runs';
  if (state === 'ended') return 'killed';
  const { changedAt } = await measure(path);
  return changedAt < now - STALE_MS ? 'killed' : 'unknown';
}

/** Returns what {@link removeLeftovers} asks of a folder. */
export const isKilled =
  (now: number) =>
  async (path: string): Promise<boolean> =>
    (await workState(path, now)) === 'killed';

/** Returns the work folders of a kind that this user made. Others could lead the command elsewhere with theirs. */
export async function workFoldersIn(parent: string, { prefix }: WorkKind): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const own: string[] = [];
  for (const name of names.filter((each) => each.startsWith(prefix)).sort()) {
    const path = join(parent, name);
    if (await isOwnFolder(path)) own.push(path);
  }
  return own;
}

export async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

/** Removes a work folder. If it is killed, only that folder is left. */
export async function removeWork(path: string): Promise<void> {
  await takeBack(path);
  await rm(path, { recursive: true, force: true });
}

/** Moves what was put in place but not completed back: files of which a part was deleted would look like data. */
async function takeBack(path: string): Promise<void> {
  const incomplete = await findIncomplete(path);
  if (incomplete !== undefined) await rename(incomplete, join(path, TAKEN_BACK));
}
