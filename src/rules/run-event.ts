import { MAX_ATTEMPTS } from './limits.ts';
import { readFormForRules } from './read-form.ts';
import type { Rule, RuleEvent } from './rule.ts';
import { deleteRuleEvent } from './rule-events.store.ts';
import { selectRules } from './rules.store.ts';
import type { RulesDeps } from './rules-deps.ts';
import { once, runOutcomeOf, runRule } from './run-rule.ts';

/**
 * Runs the rules that wait for an event, in their order, and deletes the event. A form that is deleted by now has nothing
 * done about it.
 * @throws FormMoved
 * @throws AppError that passes, such as `busy`
 */
export async function runEvent(deps: RulesDeps, event: RuleEvent): Promise<void> {
  const { db } = deps;
  const rules = (await selectRules(db.reader, event.accountId, event.templateId)).filter((rule) =>
    isFor(rule, event),
  );
  if (event.attempts > MAX_ATTEMPTS) await giveUp(deps, event, rules);
  else if (rules.length > 0) await runRules(deps, event, rules);
  await deleteRuleEvent(db.reader, event);
}

const isFor = (rule: Rule, { ruleId, trigger }: RuleEvent): boolean =>
  rule.state === 'on' && (ruleId === undefined ? rule.trigger === trigger : rule.id === ruleId);

async function runRules(deps: RulesDeps, event: RuleEvent, rules: readonly Rule[]): Promise<void> {
  const conditions = rules.map(({ condition }) => condition);
  const read = await readFormForRules(deps, event, conditions).catch((error: unknown) => {
    const outcome = runOutcomeOf(error);
    if (!outcome) throw error;
    return outcome;
  });
  if (read === undefined) return;
  for (const [n, rule] of rules.entries()) {
    if ('outcome' in read) await once(deps, event, rule, () => Promise.resolve(read));
    else await runRule(deps, event, rule, read, read.holds[n] === true);
  }
}

/** During these rules the process has died, or the storage has failed, again and again. */
async function giveUp(deps: RulesDeps, event: RuleEvent, rules: readonly Rule[]): Promise<void> {
  for (const rule of rules) {
    const line = { outcome: 'failed', reason: 'interrupted', done: [] } as const;
    await once(deps, event, rule, () => Promise.resolve(line));
  }
}
