import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';

// All files of an account, for archives that arrive and accounts that go.

const LOOSE = 'loose_files';

/**
 * Records all files of an account as loose, so that the clean-up of the service deletes what a killed command leaves.
 * The records are the only rows of the account that outlive the transaction.
 */
export async function loosenAll(tx: Tx, accountId: string): Promise<void> {
  for (const column of ['storage_key', 'picture_key']) {
    await sql`
      insert into loose_files (account_id, storage_key, since)
      select account_id, ${sql.ref(column)}, 0 from attachments
      where account_id = ${accountId} and ${sql.ref(column)} is not null
      on conflict do nothing`.execute(tx);
  }
  const jobs = await tx
    .selectFrom('export_jobs')
    .select('files')
    .where('account_id', '=', accountId)
    .execute();
  for (const key of jobs.flatMap(({ files }) => keysIn(files))) {
    await tx
      .insertInto(LOOSE)
      .values({ account_id: accountId, storage_key: key, since: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function keysIn(files: string): readonly string[] {
  const value: JsonValue = JSON.parse(files);
  if (!Array.isArray(value)) return [];
  return value.flatMap((file: JsonValue) => {
    const key = isObject(file) ? member(file, 'storageKey') : undefined;
    return typeof key === 'string' ? [key] : [];
  });
}

/** Returns keys of loose files of an account. */
export async function listLooseOf(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom(LOOSE)
    .select('storage_key')
    .where('account_id', '=', accountId)
    .orderBy('storage_key')
    .limit(limit)
    .execute();
  return rows.map((row) => row.storage_key);
}
