import type { Reader } from './dialect.ts';

/** The row of `deployment` that tells when a backup was last made. */
const NAME = 'last-backup';

/** Records that a backup was made, at a time in milliseconds since the epoch. */
export async function recordBackup(db: Reader, at: number): Promise<void> {
  const value = String(at);
  await db
    .insertInto('deployment')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns when a backup was last made or noted, in milliseconds since the epoch; undefined if never. */
export async function readLastBackup(db: Reader): Promise<number | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && Number(row.value);
}
