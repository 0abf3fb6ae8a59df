import type { Tx } from '#db/database.ts';

/** Accounts are made one at a time by this command line: held until the transaction ends. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name: 'accounts-lock', value: '' })
    .onConflict((clash) => clash.column('name').doUpdateSet({ value: '' }))
    .execute();
}
