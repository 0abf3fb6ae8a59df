import type { Reader } from '#db/database.ts';

/** A file without a row that names it. */
export interface LooseFile {
  readonly accountId: string;
  readonly storageKey: string;
}

/**
 * Records a file as loose before its first byte is stored, or when the row that names it is deleted: if the process is
 * killed in between, the clean-up still finds the file.
 */
export async function recordLoose(
  db: Reader,
  accountId: string,
  keys: readonly string[],
  since: number,
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('loose_files')
    .values(keys.map((key) => ({ account_id: accountId, storage_key: key, since })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'storage_key']).doUpdateSet({ since }),
    )
    .execute();
}

/** Removes the record: a row names the file now, or the file is deleted. */
export async function forgetLoose(db: Reader, accountId: string, key: string): Promise<void> {
  await db
    .deleteFrom('loose_files')
    .where('account_id', '=', accountId)
    .where('storage_key', '=', key)
    .execute();
}

/** Removes all records of an account that arrived from elsewhere: its rows name the files now. */
export async function forgetLooseOf(db: Reader, accountId: string): Promise<void> {
  await db.deleteFrom('loose_files').where('account_id', '=', accountId).execute();
}

/** Returns loose files, the oldest first. */
export async function listLoose(
  db: Reader,
  before: number,
  limit: number,
): Promise<readonly LooseFile[]> {
  const rows = await db
    .selectFrom('loose_files')
    .select(['account_id', 'storage_key'])
    .where('since', '<', before)
    .orderBy('since')
    .orderBy('account_id')
    .orderBy('storage_key')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, storageKey: row.storage_key }));
}
