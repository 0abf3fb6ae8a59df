import type { Tx } from '#db/database.ts';

/** Deletes what happens by itself with the forms of a template. One that was never published has run none of it. */
export async function deleteRulesOf(tx: Tx, accountId: string, templateId: string): Promise<void> {
  const rules = tx
    .selectFrom('rules')
    .select('id')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId);
  await tx
    .deleteFrom('rule_targets')
    .where('account_id', '=', accountId)
    .where('rule_id', 'in', rules)
    .execute();
  await tx
    .deleteFrom('rules')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}

/** Deletes the rule for how long the forms of a template are kept. */
export async function deleteRule(tx: Tx, accountId: string, templateId: string): Promise<void> {
  await tx
    .deleteFrom('retention_rules')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}
