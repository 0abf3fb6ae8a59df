import type { Reader, Tx } from '#db/database.ts';
import {
  deleteDeploymentValue,
  readDeploymentValue,
  writeDeploymentValue,
} from '#db/deployment-values.ts';

/** The row of `deployment` with the time when the last scheduled backup began. */
const MADE = 'scheduled-backup';
/** The row of `deployment` with the reason why the last scheduled backup failed; absent if it did not. */
const FAULT = 'backup-fault';

/** Returns when the last scheduled backup began, in milliseconds since the epoch; undefined if none was made. */
export async function readScheduledBackup(db: Reader): Promise<number | undefined> {
  const value = await readDeploymentValue(db, MADE);
  return value === undefined ? undefined : Number(value);
}

/** Records that a scheduled backup was made, which began at a time in milliseconds since the epoch. */
export async function recordScheduledBackup(tx: Tx, at: number): Promise<void> {
  await writeDeploymentValue(tx, MADE, String(at));
  await deleteDeploymentValue(tx, FAULT);
}

/** Returns why the last scheduled backup failed, in one sentence; undefined if it did not. */
export const readBackupFault = (db: Reader): Promise<string | undefined> =>
  readDeploymentValue(db, FAULT);

/** Records why a scheduled backup failed. It holds until the next one succeeds. */
export const recordBackupFault = (tx: Tx, reason: string): Promise<void> =>
  writeDeploymentValue(tx, FAULT, reason);
