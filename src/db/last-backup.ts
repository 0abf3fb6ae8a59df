import type { Reader } from './dialect.ts';

/** Rows of `deployment` that tell when a backup was last made, and when one was last opened again. */
type Row = 'last-backup' | 'backup-verified';

/** Records that a backup was made, at a time in milliseconds since the epoch. */
export const recordBackup = (db: Reader, at: number): Promise<void> => write(db, 'last-backup', at);

/** Returns when a backup was last made or noted, in milliseconds since the epoch; undefined if never. */
export const readLastBackup = (db: Reader): Promise<number | undefined> => read(db, 'last-backup');

/** Records that a backup was opened and read to its end, at a time in milliseconds since the epoch. */
export const recordVerified = (db: Reader, at: number): Promise<void> =>
  write(db, 'backup-verified', at);

/** Returns when a backup was last opened and read to its end, in milliseconds since the epoch; undefined if never. */
export const readLastVerified = (db: Reader): Promise<number | undefined> =>
  read(db, 'backup-verified');

async function write(db: Reader, name: Row, at: number): Promise<void> {
  const value = String(at);
  await db
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function read(db: Reader, name: Row): Promise<number | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && Number(row.value);
}
