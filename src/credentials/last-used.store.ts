import type { Tx } from '#db/database.ts';

export interface Use {
  readonly table: 'credentials' | 'secrets';
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
  readonly ip: string;
  readonly agent: string | null;
}

export interface Refused {
  readonly accountId: string;
  readonly credentialId: string;
  readonly at: number;
  readonly ip: string;
  readonly reason: string;
}

/** Stores a refusal unless a later one is stored, because two nodes may store out of order. */
export async function storeRefusal(
  tx: Tx,
  { accountId, credentialId, at, ip, reason }: Refused,
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ last_refused_at: at, last_refused_ip: ip, last_refused_reason: reason })
    .where('account_id', '=', accountId)
    .where('id', '=', credentialId)
    .where((eb) => eb.or([eb('last_refused_at', 'is', null), eb('last_refused_at', '<=', at)]))
    .execute();
}

/** Stores a use unless a later one is stored, because two nodes may store out of order. */
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
