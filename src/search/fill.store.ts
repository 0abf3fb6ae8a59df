import type { Reader, Tx } from '#db/database.ts';

/** Progress of filling the index with things that were stored before. */
export interface FillState {
  readonly version: number;
  /** Completed passes over all sources. */
  readonly passes: number;
  /** When the last pass ended. */
  readonly finishedAt: number;
  /** Index of the source of the current pass, and the thing after which it continues. */
  readonly source: number;
  readonly after: { readonly accountId: string; readonly id: string };
}

const NAME = 'search-fill';

export async function readFillState(db: Reader): Promise<FillState | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

export async function saveFillState(tx: Tx, state: FillState): Promise<void> {
  const value = JSON.stringify(state);
  await tx
    .insertInto('deployment')
    .values({ name: NAME, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute();
}
