import type { Reader, Tx } from '#db/database.ts';

/** Progress of filling in what is derived from things that were stored before. */
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

export async function readFillState(db: Reader, name: string): Promise<FillState | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

export async function saveFillState(tx: Tx, name: string, state: FillState): Promise<void> {
  const value = JSON.stringify(state);
  await tx
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute();
}

/** Has a job begin anew with everything. */
export async function deleteFillState(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('deployment').where('name', '=', name).execute();
}
