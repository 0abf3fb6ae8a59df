import type { Tx } from '#db/database.ts';

export interface Use {
  readonly table: 'credentials' | 'secrets';
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
  readonly ip: string;
  readonly agent: string | null;
}

/** Two nodes may store out of order: the later use stays. */
export async function storeUse(
  tx: Tx,
  { table, accountId, id, at, ip, agent }: Use,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ last_used_at: at, last_used_ip: ip, last_used_agent: agent })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();
}
