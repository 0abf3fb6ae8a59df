// Deletes an organisation: its rows in one transaction, then its files.
import { countBegun } from '#audit/index.ts';
import type { Table } from '#commands/rows/rows.ts';
import type { Progress } from '#commands/shell/progress.ts';
import type { Database } from '#db/database.ts';
import { deleteRateLimitsOf } from '#db/rate-limits.ts';
import type { Files } from '#files/files.ts';
import { forgetLoose, listLooseOf, loosenAll } from '#form-records/index.ts';
import type { Seal } from '#kernel/seal.ts';
import { deleteFailuresOf } from '#sign-in/index.ts';
import { accountTables, deleteRows, hasChain } from './delete-account.store.ts';

const FILES_AT_ONCE = 500;

export interface AccountDeletion {
  readonly db: Database;
  readonly files: Files;
  readonly seal: Seal;
  readonly tables: readonly Table[];
  readonly progress: Progress;
}

export interface Deleted {
  readonly rows: number;
  readonly files: number;
}

/** Other organisations keep every row. If it is killed, the service deletes the files that are left. */
export async function deleteAccount(
  { db, files, seal, tables, progress }: AccountDeletion,
  accountId: string,
): Promise<Deleted> {
  const rows = await db.transaction(async (tx) => {
    await loosenAll(tx, accountId);
    await deleteFailuresOf(tx, accountId);
    await deleteRateLimitsOf(tx, accountId);
    // Otherwise its chain would count as one that somebody has removed.
    if (await hasChain(tx, accountId)) await countBegun(tx, seal, -1);
    return deleteRows(tx, accountTables(tables), accountId);
  });
  let deleted = 0;
  for (;;) {
    const keys = await listLooseOf(db.reader, accountId, FILES_AT_ONCE);
    if (keys.length === 0) return { rows, files: deleted };
    for (const key of keys) {
      await files.delete(key);
      await forgetLoose(db.reader, accountId, key);
      deleted += 1;
    }
    progress('files', deleted);
  }
}
