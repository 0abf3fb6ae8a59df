import type { Reader, Tx } from '#db/database.ts';

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
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  // Without the row, the migration has not run yet (formstead doctor).
  if (row === undefined) return BEGINNING;
  return row.value === DONE ? undefined : JSON.parse(row.value);
}

/** @param state undefined: everything is counted */
export async function saveCountState(tx: Tx, state: CountState | undefined): Promise<void> {
  const value = state === undefined ? DONE : JSON.stringify(state);
  await tx
    .insertInto('deployment')
    .values({ name: NAME, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute();
}

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
