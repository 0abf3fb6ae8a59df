import type { Reader, Tx } from '#db/database.ts';
import {
  deleteDeploymentValue,
  readDeploymentValue,
  writeDeploymentValue,
} from '#db/deployment-values.ts';

const NAME = 'set-up-link';

/** Replaces the link: after several starts with an empty database, only the newest link works. */
export const saveSetUpLink = (tx: Tx, hash: string): Promise<void> =>
  writeDeploymentValue(tx, NAME, hash);

export const hasSetUpLink = async (db: Reader, hash: string): Promise<boolean> =>
  (await readDeploymentValue(db, NAME)) === hash;

/** Uses the link. @returns false when it was replaced or used before. */
export const takeSetUpLink = (tx: Tx, hash: string): Promise<boolean> =>
  deleteDeploymentValue(tx, NAME, hash);

export async function hasAccounts(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}
