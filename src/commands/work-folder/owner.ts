import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** An empty file, which exists only to be locked. */
const LOCK = '.owner.lock';
/** Names the kernel that runs the owner. It is written after the lock was taken, so a free lock means that it ended. */
const OWNER = '.owner';
/** Somebody who looks whether the owner still runs holds the lock for a moment. */
const PATIENCE_MS = 2000;

/**
 * Locks a folder for the life of this process. The lock is SQLite's, as that of a served data directory: the kernel
 * releases it however the process ends. Where a file system has no locks, the folder stays without an owner.
 * @returns a function that releases the lock
 */
export async function ownFolder(folder: string): Promise<() => void> {
  let handle: SqliteDatabase.Database | undefined;
  try {
    handle = new SqliteDatabase(join(folder, LOCK), { timeout: PATIENCE_MS });
    handle.exec('begin exclusive');
    await writeFile(join(folder, OWNER), await nameKernel(), { mode: 0o600 });
  } catch {
    // The command itself reports a full disk. Without an owner, only the age of the folder tells that it is left over.
  }
  return () => void handle?.close();
}

/**
 * Returns whether the owner of a folder runs. `unknown`: the lock is free, but another kernel took it, perhaps of
 * another machine on a file system that does not tell of its locks; or the folder has no owner.
 */
export async function ownerState(folder: string): Promise<'runs' | 'ended' | 'unknown'> {
  const owner = await readFile(join(folder, OWNER), 'utf8').catch(() => undefined);
  const lock = tryLock(join(folder, LOCK));
  if (lock === 'held') return 'runs';
  return lock === 'free' && owner === (await nameKernel()) ? 'ended' : 'unknown';
}

function tryLock(path: string): 'held' | 'free' | 'unknown' {
  let handle: SqliteDatabase.Database | undefined;
  try {
    handle = new SqliteDatabase(path, { fileMustExist: true, timeout: 0 });
    handle.exec('begin exclusive');
    return 'free';
  } catch (error) {
    const isBusy =
      error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
    return isBusy ? 'held' : 'unknown';
  } finally {
    handle?.close();
  }
}

/** Containers of one machine share its kernel, and with it the locks. Not every system has a boot id. */
const nameKernel = (): Promise<string> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    .then((text) => text.trim())
    .catch(() => hostname());
