import type { Reader, Tx } from '#db/database.ts';
import { readDeploymentValue, writeDeploymentValue } from '#db/deployment-values.ts';

/** The row of `deployment` with the progress. The migration that begins to count answers writes it. */
const NAME = 'count-answers';
const DONE = 'done';

/** How far the answers that were there before have been counted. */
export interface CountState {
  /** Completed passes over all accounts. */
  readonly passes: number;
  /** When the last pass ended, in milliseconds since 1970. */
  readonly finishedAt: number;
  /** The account after which the pass continues. */
  readonly after: string;
}

const BEGINNING: CountState = { passes: 0, finishedAt: 0, after: '' };

/** Returns undefined when everything is counted. */
export async function readCountState(db: Reader): Promise<CountState | undefined> {
  const value = await readDeploymentValue(db, NAME);
  // Without the row, the migration has not run yet (formstead doctor).
  if (value === undefined) return BEGINNING;
  return value === DONE ? undefined : JSON.parse(value);
}

/** @param state undefined: everything is counted */
export const saveCountState = (tx: Tx, state: CountState | undefined): Promise<void> =>
  writeDeploymentValue(tx, NAME, state === undefined ? DONE : JSON.stringify(state));

export const isCounting = async (db: Reader): Promise<boolean> =>
  (await readCountState(db)) !== undefined;

/** Returns the first account after an id. */
export async function nextAccount(db: Reader, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
