import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import type { Random } from '#kernel/ids.ts';
import { syncFolder } from '#kernel/sync-folder.ts';
import { hasKeys } from './key.store.ts';
import { MasterKeyError } from './master-key-error.ts';

const KEY_BYTES = 32;
/** In the data directory. */
const FILE_NAME = 'master.key';

export interface MasterKeyOptions {
  readonly db: Database;
  readonly dataDir: string;
  /** FORMSTEAD_MASTER_KEY; left out: the file in the data directory. */
  readonly masterKey?: Uint8Array | undefined;
  readonly random: Random;
}

/**
 * The key that wraps stored keys: from the settings or, on SQLite, from `DATA_DIR/master.key`, which
 * is made (mode 0600) on first start.
 * @throws MasterKeyError when there is none and one must not be made, or it is malformed.
 */
export async function loadMasterKey(options: MasterKeyOptions): Promise<Buffer> {
  const { db, dataDir, random } = options;
  const given = await readMasterKey(options);
  if (given) return given;
  const path = masterKeyFile(dataDir);
  if (db.engine === 'postgres') {
    throw new MasterKeyError(
      'FORMSTEAD_MASTER_KEY is required with PostgreSQL: every node must use the same key.',
    );
  }
  if (await hasKeys(db.reader)) {
    throw new MasterKeyError(
      `The database holds keys, but ${path} is missing. Restore the file, or set FORMSTEAD_MASTER_KEY to its content.`,
    );
  }
  return createKeyFile(dataDir, path, random);
}

export const masterKeyFile = (dataDir: string): string => join(dataDir, FILE_NAME);

/**
 * The master key there is, from the settings or the data directory; none is made.
 * @throws MasterKeyError when the file is malformed.
 */
export async function readMasterKey({
  dataDir,
  masterKey,
}: Pick<MasterKeyOptions, 'dataDir' | 'masterKey'>): Promise<Buffer | undefined> {
  if (masterKey) return Buffer.from(masterKey);
  const path = masterKeyFile(dataDir);
  const stored = await readIfThere(path);
  return stored === undefined ? undefined : parseKeyFile(stored, path);
}

// The same spelling as the setting: the file can be moved to FORMSTEAD_MASTER_KEY_FILE as it is.
function parseKeyFile(text: string, path: string): Buffer {
  const key = Buffer.from(/^[\w+/-]{43}=?$/.test(text.trim()) ? text.trim() : '', 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new MasterKeyError(
    `${path} is damaged: it must hold 32 bytes in base64. Restore it from a copy.`,
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

// Written in full under another name, then linked: whoever starts at the same time finds a complete
// file or none, and the first one stays.
async function createKeyFile(dataDir: string, path: string, random: Random): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${random.bytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${random.bytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  // Without its name the key is gone after a power cut, and with it everything that it wraps.
  await syncFolder(dataDir);
  return parseKeyFile(await readFile(path, 'utf8'), path);
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
