import { mkdir } from 'node:fs/promises';
import type { Database } from '#db/database.ts';
import type { Random } from '#kernel/ids.ts';
import { hasKeys } from './key.store.ts';
import { KEY_BYTES, masterKeyFile, readKeyFile, writeKeyFile } from './key-file.ts';
import { MasterKeyError } from './master-key-error.ts';

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
  await mkdir(dataDir, { recursive: true });
  return writeKeyFile(path, random.bytes(KEY_BYTES), random);
}

/**
 * The master key there is, from the settings or the data directory; none is made.
 * @throws MasterKeyError when the file is malformed.
 */
export async function readMasterKey({
  dataDir,
  masterKey,
}: Pick<MasterKeyOptions, 'dataDir' | 'masterKey'>): Promise<Buffer | undefined> {
  return masterKey ? Buffer.from(masterKey) : readKeyFile(masterKeyFile(dataDir));
}
