import type { Tx } from '#db/database.ts';

export interface Use {
  readonly table: 'credentials' | 'secrets';
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
}

/** Two nodes may store out of order: the later use stays. */
export async function storeUse(tx: Tx, { table, accountId, id, at }: Use): Promise<void> {
  await tx
    .updateTable(table)
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();
}
