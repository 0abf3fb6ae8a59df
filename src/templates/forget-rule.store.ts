import type { Tx } from '#db/database.ts';

/** Deletes the rule for how long the forms of a template are kept. */
export async function deleteRule(tx: Tx, accountId: string, templateId: string): Promise<void> {
  await tx
    .deleteFrom('retention_rules')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}
