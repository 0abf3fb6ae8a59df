import { compareVersions } from '#kernel/version.ts';
import type { Tx } from './database.ts';
import { readDeploymentValue, writeDeploymentValue } from './deployment-values.ts';
import type { Reader } from './dialect.ts';

/** The row of `deployment` that names the oldest version that may still run on the schema. */
const NAME = 'oldest-version';

/** Returns undefined if no version has recorded it. */
export const readOldestBeside = (db: Reader): Promise<string | undefined> =>
  readDeploymentValue(db, NAME);

/** Records the newest of these versions, unless it is recorded, or a newer one. */
export async function raiseOldestBeside(tx: Tx, asked: readonly string[]): Promise<void> {
  const known = await readOldestBeside(tx);
  const [value] = asked.toSorted((a, b) => compareVersions(b, a));
  if (value === undefined) return;
  if (known !== undefined && compareVersions(known, value) >= 0) return;
  await writeDeploymentValue(tx, NAME, value);
}
