import type { Rule } from '#rules/rule.ts';
import { insertRun } from '#rules/rule-runs.store.ts';
import { insertRule } from '#rules/rules.store.ts';
import type { Instance } from './instance.ts';

/**
 * Makes a rule of a template, for something that happens in no test that uses it, and for `rule-run` a run of it that
 * left out a form.
 * @returns the id of what was asked for
 */
export async function makeRuleKind(
  kind: 'rule' | 'rule-run',
  { services }: Instance,
  accountId: string,
  templateId: string,
): Promise<string> {
  const { db, ids } = services;
  const owner = await db.reader
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const rule: Rule = {
    ...{ id: ids.next(), accountId, templateId, position: 0, name: 'Tell me' },
    ...{ trigger: 'rejected', condition: undefined, state: 'on', stopReason: undefined },
    ...{ became: undefined, schedule: undefined, nextAt: undefined },
    actions: [{ type: 'tell', to: [{ type: 'User', id: owner.id }], fields: [] }],
    ...{ ownerId: owner.id, createdAt: 0, updatedAt: 0, revision: 1 },
  };
  const run = { accountId, id: ids.next(), ruleId: rule.id, templateId, formId: ids.next() };
  await db.transaction(async (tx) => {
    await insertRule(tx, rule);
    if (kind === 'rule') return;
    await insertRun(tx, {
      ...{ ...run, eventId: ids.next(), trigger: 'rejected', at: 0 },
      ...{ outcome: 'skipped', reason: 'condition', done: [] },
    });
  });
  return kind === 'rule' ? rule.id : run.id;
}
