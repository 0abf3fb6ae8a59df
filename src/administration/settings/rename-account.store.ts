import type { Tx } from '#db/database.ts';

/** Changes the name of an account; its code stays. */
export async function renameAccount(tx: Tx, accountId: string, name: string): Promise<void> {
  await tx.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
}
