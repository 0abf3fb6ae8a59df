import type { Reader, Tx } from '#db/database.ts';
import { type FormActor, normaliseId, type Viewer } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { isForAdmins } from './act.ts';
import { actingOwner, isRuleMaker } from './owner.ts';
import type { Rule, RuleRun } from './rule.ts';
import { deleteRuleEventsOf, insertRuleEvent } from './rule-events.store.ts';
import { findRun } from './rule-runs.store.ts';
import { findTemplateRule, lockRule, orderRules, removeRule, selectRules } from './rules.store.ts';
import type { RulesDeps, RuleWrites } from './rules-deps.ts';
import { lockTemplateOfRules, noRule, recordRule } from './save-rule.ts';
import { tellAddress, tellPeople } from './tell-people.ts';

/** Returns a rule that the viewer may see and change. @throws AppError `not-found` */
export async function requireRule(
  db: Reader,
  directory: RuleWrites['directory'],
  viewer: Viewer,
  id: string,
): Promise<Rule> {
  const known = normaliseId(id);
  const { accountId } = viewer;
  const rule =
    known === undefined ? undefined : await findTemplateRule(db, { accountId, id: known });
  if (rule && (await isRuleMaker(db, directory, viewer, rule.templateId))) return rule;
  throw noRule();
}

/** Deletes a rule with its runs. What it did stays. @throws AppError `not-found` */
export const deleteTemplateRule =
  (deps: RulesDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<void> => {
    const seen = await requireRule(tx, deps.directory, by, id);
    await lockTemplateOfRules(deps, tx, by, seen.templateId);
    const rule = await lockRule(tx, seen);
    if (!rule) throw noRule();
    await removeRule(tx, rule);
    const others = await selectRules(tx, rule.accountId, rule.templateId);
    if (others.length === 0) await deleteRuleEventsOf(tx, rule);
    await recordRule(deps.audit, tx, by, 'rule.delete', rule);
  };

/** Puts the rules of a template into an order. @throws AppError `invalid-value` unless it names each of them once */
export const setRuleOrder =
  (deps: RulesDeps) =>
  async (tx: Tx, by: FormActor, templateId: string, ids: readonly string[]): Promise<void> => {
    const template = await lockTemplateOfRules(deps, tx, by, templateId);
    const there = await selectRules(tx, by.accountId, template.id);
    const known = new Set(there.map(({ id }) => id));
    const isWhole = new Set(ids).size === known.size && ids.every((id) => known.has(id));
    if (!isWhole || ids.length !== known.size) {
      throw fail('invalid-value', 'Name each rule of the template once.', {
        at: 'ids',
        because: { reason: 'rule-order' },
      });
    }
    await orderRules(tx, by.accountId, ids);
    await deps.audit.append(tx, by, {
      action: 'rule.order',
      targetType: 'Template',
      targetId: template.id,
    });
  };

/** Sorts an event behind all others of its form. */
const LAST = 2_147_483_647;

/**
 * Has a rule look at the form of a run once more. A run that did something only sends its messages again: to
 * webhooks with the ids that they had. What it wrote here stays written once.
 * @throws AppError `not-found`, `rule-off`, `mail-off`
 */
export const runAgain =
  (deps: RulesDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<RuleRun> => {
    const { clock, ids, audit, directory } = deps;
    const run = await findRun(tx, { accountId: by.accountId, id: normaliseId(id) ?? '' });
    // A line about all forms of a template names none.
    if (!run || run.formId === '') throw noRun();
    const rule = await requireRule(tx, directory, by, run.ruleId);
    if (run.outcome === 'done') {
      await requireActing(deps, tx, rule);
      await sendAgain(deps, tx, rule, run);
    } else if (rule.state === 'on') {
      const { accountId, templateId, formId, trigger } = run;
      const event = { accountId, templateId, formId, trigger, revision: LAST };
      const again = {
        ...event,
        id: ids.next(),
        at: clock.now(),
        ruleId: rule.id,
        depth: 0,
        attempts: 0,
      };
      await insertRuleEvent(tx, again, clock.now());
      deps.ruleEvents.remind(tx, { accountId, templateId });
    } else throw fail('rule-off', 'The rule is off. Turn it on, then send again.');
    await recordRule(audit, tx, by, 'rule.again', rule);
    return run;
  };

/** As at a run: what a rule sends, it sends with the rights of its owner. @throws AppError `rule-off` */
async function requireActing(deps: RuleWrites, tx: Tx, rule: Rule): Promise<void> {
  const by = await actingOwner(deps, tx, rule);
  if (typeof by !== 'string' && (by.role === 'admin' || !rule.actions.some(isForAdmins))) return;
  const text =
    'The rule acts for its owner, who may not do that any more. Save the rule to become its owner, then send again.';
  throw fail('rule-off', text);
}

async function sendAgain(
  deps: Pick<RulesDeps, 'deliveryQueue' | 'mailQueue' | 'clock' | 'tell'>,
  tx: Tx,
  rule: Rule,
  { done, formId }: RuleRun,
): Promise<void> {
  for (const [n, { type, id, left }] of done.entries()) {
    if (left !== undefined) continue;
    const action = rule.actions[n];
    if (type === 'tell' && action?.type === 'tell') {
      await tellPeople(deps, tx, { rule, formId }, action.to, action);
    }
    if (type === 'mail' && action?.type === 'mail') {
      await tellAddress(deps, tx, { rule, formId }, action);
    }
    if (type === 'webhook' && action?.type === 'webhook' && id !== undefined) {
      const of = { accountId: rule.accountId, webhookId: action.webhookId };
      await deps.deliveryQueue.resend(tx, of, id);
    }
  }
}

const noRun = () => fail('not-found', 'There is no run with this id that you may see.');
