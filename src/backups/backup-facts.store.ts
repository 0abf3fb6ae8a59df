import type { Reader, Tx } from '#db/database.ts';

/** The row of `deployment` with the time when the last scheduled backup began. */
const MADE = 'scheduled-backup';
/** The row of `deployment` with the reason why the last scheduled backup failed; absent if it did not. */
const FAULT = 'backup-fault';

/** Returns when the last scheduled backup began, in milliseconds since the epoch; undefined if none was made. */
export async function readScheduledBackup(db: Reader): Promise<number | undefined> {
  const value = await read(db, MADE);
  return value === undefined ? undefined : Number(value);
}

/** Records that a scheduled backup was made, which began at a time in milliseconds since the epoch. */
export async function recordScheduledBackup(tx: Tx, at: number): Promise<void> {
  await write(tx, MADE, String(at));
  await tx.deleteFrom('deployment').where('name', '=', FAULT).execute();
}

/** Returns why the last scheduled backup failed, in one sentence; undefined if it did not. */
export const readBackupFault = (db: Reader): Promise<string | undefined> => read(db, FAULT);

/** Records why a scheduled backup failed. It holds until the next one succeeds. */
export const recordBackupFault = (tx: Tx, reason: string): Promise<void> =>
  write(tx, FAULT, reason);

async function read(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

async function write(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
