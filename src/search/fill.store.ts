import type { Reader, Tx } from '#db/database.ts';

/** How far the index was filled with what was stored before. */
export interface FillState {
  readonly version: number;
  /** How often all was gone through. */
  readonly passes: number;
  /** When the last of them ended. */
  readonly finishedAt: number;
  /** Which source is gone through now, and behind which thing it goes on. */
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
