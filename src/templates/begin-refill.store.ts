import type { Tx } from '#db/database.ts';

/** Begins to index the forms of a template again, in the transaction that changes what they are found by. */
export async function beginRefill(tx: Tx, accountId: string, templateId: string): Promise<void> {
  await tx
    .insertInto('search_refills')
    .values({ account_id: accountId, template_id: templateId, after_number: 0 })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'template_id']).doUpdateSet({ after_number: 0 }),
    )
    .execute();
}
