import type { Tx } from '#db/database.ts';

/** Locks out other commands that create an account, until the transaction ends. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name: 'accounts-lock', value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute();
}
