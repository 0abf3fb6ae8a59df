import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '#kernel/ids.ts';
import { syncFolder } from '#kernel/sync-folder.ts';
import { MasterKeyError } from './master-key-error.ts';

export const KEY_BYTES = 32;

/** Returns the path of the master key, if the settings give none. */
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

/** Returns the path of the next master key during a move, even if the settings give the present one. */
export const newMasterKeyFile = (dataDir: string): string => join(dataDir, 'master.key.new');

/**
 * Returns the key in a file; undefined when there is no such file.
 * @throws MasterKeyError when the file is malformed or can't be read
 */
export async function readKeyFile(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw unreadable(path, error);
  }
  return parseKeyFile(text, path);
}

/**
 * Writes a key file unless one exists. The file is written in full under another name and then linked, so that a
 * concurrent reader finds a complete file or none, and the first writer wins.
 * @returns the key that the file holds afterwards
 */
export async function writeKeyFile(path: string, key: Buffer, random: Random): Promise<Buffer> {
  const draft = `${path}.${random.bytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('base64')}\n`);
    await giveToOwner(file, dirname(path));
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  // If a power cut lost the file name, the key would be lost, and everything that it wraps.
  await syncFolder(dirname(path));
  return parseKeyFile(await readFile(path, 'utf8'), path);
}

/** Replaces the old master key by the new one; the old one is deleted. */
export async function replaceKeyFile(dataDir: string): Promise<void> {
  await rename(newMasterKeyFile(dataDir), masterKeyFile(dataDir));
  await syncFolder(dataDir);
}

/** Makes the owner of the folder the owner of the file: the service must be able to read a file that root made. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await file.chown(uid, gid);
}

function unreadable(path: string, cause: unknown): MasterKeyError {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return new MasterKeyError(
    `${path} can't be read${code}. It must belong to the user that Formstead runs as: chown it, and chmod it to 600.`,
    { cause },
  );
}

// The format is that of the setting, so that the file can become FORMSTEAD_MASTER_KEY_FILE unchanged.
function parseKeyFile(text: string, path: string): Buffer {
  const key = Buffer.from(/^[\w+/-]{43}=?$/.test(text.trim()) ? text.trim() : '', 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new MasterKeyError(
    `${path} is damaged: it must hold 32 bytes in base64. Restore it from a copy.`,
  );
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
