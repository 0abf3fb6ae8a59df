import { readDeploymentValue, writeDeploymentValue } from './deployment-values.ts';
import type { Reader } from './dialect.ts';

/** Rows of `deployment` that tell when a backup was last made, and when one was last opened again. */
const MADE = 'last-backup';
const VERIFIED = 'backup-verified';

/** Records that a backup was made, at a time in milliseconds since the epoch. */
export const recordBackup = (db: Reader, at: number): Promise<void> =>
  writeDeploymentValue(db, MADE, String(at));

/** Returns when a backup was last made or noted, in milliseconds since the epoch; undefined if never. */
export const readLastBackup = (db: Reader): Promise<number | undefined> => readTime(db, MADE);

/** Records that a backup was opened and read to its end, at a time in milliseconds since the epoch. */
export const recordVerified = (db: Reader, at: number): Promise<void> =>
  writeDeploymentValue(db, VERIFIED, String(at));

/** Returns when a backup was last opened and read to its end, in milliseconds since the epoch; undefined if never. */
export const readLastVerified = (db: Reader): Promise<number | undefined> => readTime(db, VERIFIED);

async function readTime(db: Reader, name: string): Promise<number | undefined> {
  const value = await readDeploymentValue(db, name);
  return value === undefined ? undefined : Number(value);
}
