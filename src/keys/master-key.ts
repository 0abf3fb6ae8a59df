import type { Database } from '#db/database.ts';
import type { Random } from '#kernel/ids.ts';
import { makeFolderAside } from '#kernel/make-folder.ts';
import { hasKeys } from './key.store.ts';
import { KEY_BYTES, masterKeyFile, readKeyFile, writeKeyFile } from './key-file.ts';
import { MasterKeyError } from './master-key-error.ts';

export interface MasterKeyOptions {
  readonly db: Database;
  readonly dataDir: string;
  /** FORMSTEAD_MASTER_KEY; if omitted, the file in the data directory. */
  readonly masterKey?: Uint8Array | undefined;
  readonly random: Random;
}

/**
 * Returns the key that wraps stored keys: from the settings or, on SQLite, from `DATA_DIR/master.key`, which is created
 * (mode 0600) at the first start.
 * @throws MasterKeyError when there is no key and none may be created, or it is malformed
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
  await makeFolderAside(dataDir);
  return writeKeyFile(path, random.bytes(KEY_BYTES), random);
}

/**
 * Returns the master key of the settings or of the data directory; undefined if there is none. Creates none.
 * @throws MasterKeyError when the file is malformed or can't be read
 */
export async function readMasterKey({
  dataDir,
  masterKey,
}: Pick<MasterKeyOptions, 'dataDir' | 'masterKey'>): Promise<Buffer | undefined> {
  return masterKey ? Buffer.from(masterKey) : readKeyFile(masterKeyFile(dataDir));
}
