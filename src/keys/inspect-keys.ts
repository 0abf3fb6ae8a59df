import type { Reader } from '#db/database.ts';
import type { Random } from '#kernel/ids.ts';
import { selectKeys } from './key.store.ts';
import { type KeyInfo, toKeyInfo } from './key-info.ts';
import { keyContext } from './key-row.ts';
import type { MasterKeyOptions } from './master-key.ts';
import { MasterKeyError } from './master-key-error.ts';
import { findMasterKeys } from './master-keys.ts';
import { createWrapper, wrappedBy } from './wrapping.ts';

/** Returns all keys with their state at `now`, newest first, without decrypting any. */
export async function listKeys(db: Reader, now: number): Promise<readonly KeyInfo[]> {
  return (await selectKeys(db)).map((row) => toKeyInfo(row, now));
}

/** Returns the ids of the master keys that the stored keys are wrapped by; more than one is a fault. */
export async function masterKeyIds(db: Reader): Promise<readonly string[]> {
  return [...new Set((await selectKeys(db)).map(({ wrapped }) => wrappedBy(wrapped)))].sort();
}

/**
 * Tests whether the master key that seals, and no other, opens every stored key; changes nothing.
 * @returns what is wrong and what to do; undefined when all keys open, or there are none
 * @throws MasterKeyError when a file is malformed
 */
export async function findMasterKeyFault(
  db: Reader,
  options: Pick<MasterKeyOptions, 'dataDir' | 'masterKey'>,
  random: Random,
): Promise<string | undefined> {
  const rows = await selectKeys(db);
  if (rows.length === 0) return undefined;
  const { sealing } = await findMasterKeys(db, options);
  if (!sealing) {
    const ids = (await masterKeyIds(db)).join(', ');
    return `The database holds keys wrapped by the master key ${ids}, which is not here.`;
  }
  const wrapper = createWrapper(sealing, random);
  try {
    for (const row of rows) wrapper.unwrap(row.wrapped, keyContext(row));
    return undefined;
  } catch (error) {
    if (error instanceof MasterKeyError) return error.message;
    throw error;
  }
}
