import type { Reader, Tx } from '#db/database.ts';
import { type FormActor, readTimeZone } from '#form-basics/index.ts';
import { checkAssignment } from '#forms/index.ts';
import { fail } from '#kernel/errors.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import { requireListRight } from '#lists/index.ts';
import { lacksRight, lockVisibleTemplate, requireTemplate } from '#templates/index.ts';
import { requireAdmin } from './act.ts';
import { checkTrigger, nextTimeOf } from './check-trigger.ts';
import { definitionOfRules } from './choose-anew.ts';
import { checkCondition } from './conditions.ts';
import { MAX_RULES } from './limits.ts';
import { requireRuleMaker } from './owner.ts';
import type { Rule, RuleAction, Trigger } from './rule.ts';
import { insertRule, lockRule, selectRules, updateRule } from './rules.store.ts';
import type { RuleReads, RulesDeps, RuleWrites } from './rules-deps.ts';

/** What somebody says of a rule. */
export interface RuleInput
  extends Pick<Rule, 'name' | 'trigger' | 'became' | 'schedule' | 'condition' | 'actions'> {
  readonly isOn: boolean;
}

/** After these, a form is no draft any more, so that nobody can have it handed on. */
const ENDED: ReadonlySet<Trigger> = new Set(['completed', 'by-link', 'approved', 'rejected']);

const isEnded = ({ trigger, schedule }: Pick<RuleInput, 'trigger' | 'schedule'>): boolean =>
  ENDED.has(trigger) || schedule?.over === 'complete';

/**
 * Checks everything about a rule but its condition, as if its actions ran now.
 * @throws AppError `not-found`, `forbidden`, `unknown-assignee`, `invalid-value`
 */
async function checkActions(
  deps: RuleWrites,
  db: Reader,
  by: FormActor,
  input: Pick<RuleInput, 'trigger' | 'schedule' | 'actions'>,
): Promise<void> {
  for (const [n, action] of input.actions.entries()) {
    await checkAction(deps, db, by, action, `actions[${n}]`);
    if (action.type === 'hand-on' && isEnded(input)) {
      throw fail('invalid-value', 'A form that is complete can’t be handed on.', {
        at: `actions[${n}].type`,
        because: { reason: 'rule-form-ended' },
      });
    }
  }
}

async function checkAction(
  deps: RuleWrites,
  db: Reader,
  by: FormActor,
  action: RuleAction,
  at: string,
): Promise<void> {
  const { accountId } = by;
  switch (action.type) {
    case 'assign': {
      const { rights } = await requireTemplate(db, deps.directory, by, action.templateId);
      if (!rights.assign) throw lacksRight('assign', `${at}.templateId`);
      if (action.to.type !== 'Creator') await checkAssignment(db, accountId, action.to, `${at}.to`);
      return;
    }
    case 'hand-on':
      await checkAssignment(db, accountId, action.to, `${at}.to`);
      return;
    case 'row':
      await requireListRight(deps, db, by, action.listId, 'manage');
      return;
    case 'webhook':
      requireAdmin(by, 'rule-webhook-admin');
      await deps.deliveryQueue.requireFor(db, { accountId, webhookId: action.webhookId });
      return;
    case 'tell':
      for (const to of action.to) await checkAssignment(db, accountId, to, `${at}.to`);
      return;
    case 'mail':
      if (action.strangers === true) requireAdmin(by, 'rule-strangers-admin');
      return;
    case 'set':
      // check-trigger.ts has checked its field.
      return;
  }
}

type InTransaction = (work: (tx: Tx) => Promise<Rule>) => Promise<Rule>;

/**
 * Creates a rule of a template. The engine reads its condition before the transaction.
 * @param inTransaction for an entrance whose request may be repeated
 * @throws AppError `not-found`, `forbidden`, `too-many`, `invalid-definition` for its condition, and what its actions
 * would be refused with
 */
export const createRule =
  (deps: RulesDeps) =>
  async (
    by: FormActor,
    templateId: string,
    input: RuleInput,
    inTransaction: InTransaction = (work) => deps.db.transaction(work),
  ): Promise<Rule> => {
    const { clock, ids, audit } = deps;
    await checkExpressions(deps, by, templateId, input);
    return inTransaction(async (tx) => {
      const template = await lockTemplateOfRules(deps, tx, by, templateId);
      await checkActions(deps, tx, by, input);
      const there = await selectRules(tx, by.accountId, template.id);
      if (there.length >= MAX_RULES) {
        throw fail('too-many', `A template has at most ${MAX_RULES} rules. Delete one first.`, {
          because: { reason: 'most-items', limit: MAX_RULES },
        });
      }
      const now = clock.now();
      const { isOn, ...said } = input;
      const rule: Rule = {
        ...said,
        id: ids.next(),
        accountId: by.accountId,
        templateId: template.id,
        position: (there.at(-1)?.position ?? -1) + 1,
        state: isOn ? 'on' : 'off',
        stopReason: undefined,
        nextAt: await firstTime(tx, by, input, now),
        ownerId: by.userId,
        createdAt: now,
        updatedAt: now,
        revision: 1,
      };
      await insertRule(tx, rule);
      await recordRule(audit, tx, by, 'rule.create', rule);
      return rule;
    });
  };

/**
 * Replaces a rule. Whoever saves it owns it from then on, because it acts with the rights of its owner.
 * @throws AppError those of {@link createRule}, `precondition-failed`
 */
export const changeRule =
  (deps: RulesDeps) =>
  async (
    by: FormActor,
    seen: Rule,
    input: RuleInput,
    ifRevision: number | undefined,
  ): Promise<Rule> => {
    const { db, clock, audit } = deps;
    await checkExpressions(deps, by, seen.templateId, input);
    return db.transaction(async (tx) => {
      await lockTemplateOfRules(deps, tx, by, seen.templateId);
      const before = await lockRule(tx, seen);
      if (!before) throw noRule();
      requireRevision('rule', before.revision, ifRevision);
      await checkActions(deps, tx, by, input);
      const { isOn, ...said } = input;
      const now = clock.now();
      const rule: Rule = {
        ...before,
        ...said,
        state: isOn ? 'on' : 'off',
        stopReason: undefined,
        nextAt: await firstTime(tx, by, input, now),
        ownerId: by.userId,
        updatedAt: now,
        revision: before.revision + 1,
      };
      await updateRule(tx, rule);
      await recordRule(audit, tx, by, 'rule.change', rule);
      return rule;
    });
  };

/** Locks the template, so that its rules change one after the other. */
export async function lockTemplateOfRules(
  { directory }: Pick<RuleWrites, 'directory'>,
  tx: Tx,
  by: FormActor,
  templateId: string,
) {
  await lockVisibleTemplate(tx, directory, by, templateId);
  return requireRuleMaker(tx, directory, by, templateId);
}

export const noRule = () => fail('not-found', 'There is no rule with this id that you may see.');

/** Returns when a rule that is on runs first; undefined if it does not wait for a time. */
async function firstTime(
  tx: Tx,
  { accountId }: FormActor,
  { schedule, isOn }: RuleInput,
  now: number,
): Promise<number | undefined> {
  return schedule && isOn
    ? nextTimeOf(schedule, await readTimeZone(tx, accountId), now)
    : undefined;
}

/** Checks a rule against the published version, or the draft of a template that has none yet. */
async function checkExpressions(
  { db, engine, directory }: RuleReads & Pick<RuleWrites, 'directory'>,
  by: FormActor,
  templateId: string,
  input: RuleInput,
): Promise<void> {
  const template = await requireRuleMaker(db.reader, directory, by, templateId);
  const { accountId } = template;
  const definition = await definitionOfRules(db.reader, template);
  checkTrigger(definition, input);
  const { condition } = input;
  if (condition !== undefined) {
    await checkCondition(engine.of(accountId), definition, condition);
  }
}

export const recordRule = (
  audit: RuleWrites['audit'],
  tx: Tx,
  by: FormActor,
  action: string,
  { id, templateId, name }: Pick<Rule, 'id' | 'templateId' | 'name'>,
) =>
  audit.append(tx, by, {
    action,
    targetType: 'Rule',
    targetId: id,
    detail: { template: templateId, name },
  });
