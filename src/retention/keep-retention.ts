import { forgetEndedWork } from '#assignments/index.ts';
import type { Database, Tx } from '#db/database.ts';
import { forgetLongHistory } from '#forms/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { counted } from '#kernel/counted.ts';
import type { Tell, Told } from '#kernel/notice.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import { selectGrants } from '#templates/index.ts';
import { type EraseDeps, eraseForm, isStillDue, stillStands } from './erase-form.ts';
import {
  countDueForms,
  type DueForm,
  findRule,
  listDueForms,
  listRuleKeys,
  markTold,
  type RuleKey,
} from './retention.store.ts';
import { cutoffOf, NOTICE_MS, type RetentionRule } from './retention.ts';

const RULES_AT_ONCE = 100;
const FORMS_AT_ONCE = 200;
const WORK_AT_ONCE = 200;
/** Of one template in one run, so that the others get their turn. */
const MOST_FORMS = 2000;
/** More people and groups are not named in one notice. */
const MOST_TOLD = 20;
/** The number of failures of one template that the log explains. */
const MOST_LOGGED = 10;

export interface KeepRetentionDeps extends EraseDeps {
  readonly db: Database;
  readonly mailQueue: MailQueue;
  readonly tell: Tell<Tx>;
}

/** Deletes or blanks forms whose time is over, hourly. */
export const keepRetention = (deps: KeepRetentionDeps): Job => ({
  name: 'keep-retention',
  everyMs: 60 * 60_000,
  run: () => applyRules(deps),
});

/**
 * Applies all rules, each form in its own transaction. A rule that fails keeps none of the others from being applied.
 * @throws AggregateError what failed
 */
export async function applyRules(deps: KeepRetentionDeps): Promise<void> {
  const failures: unknown[] = [];
  let after: RuleKey = { accountId: '', templateId: '' };
  for (;;) {
    const keys = await listRuleKeys(deps.db.reader, after, RULES_AT_ONCE);
    for (const key of keys) {
      await applyRuleOf(deps, key).catch((error: unknown) => failures.push(error));
    }
    const last = keys.at(-1);
    if (last === undefined || keys.length < RULES_AT_ONCE) break;
    after = last;
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${counted(failures.length, 'retention rule')} could not be applied.`,
    );
  }
}

async function applyRuleOf(
  deps: KeepRetentionDeps,
  { accountId, templateId }: RuleKey,
): Promise<void> {
  const rule = await findRule(deps.db.reader, accountId, templateId);
  if (rule !== undefined) await applyRule(deps, rule);
}

/**
 * Tells people of a rule, or applies it to the forms that are due. A form that fails keeps none behind it from being
 * erased, and is tried again in the next run.
 * @throws AggregateError what failed
 */
async function applyRule(deps: KeepRetentionDeps, rule: RetentionRule): Promise<void> {
  const now = deps.clock.now();
  await forgetEnded(deps, rule, now);
  if (rule.toldAt === undefined) return await tellIfDue(deps, rule, now);
  if (rule.toldAt + NOTICE_MS > now) return;
  const cutoff = cutoffOf(rule, now);
  const failures: unknown[] = [];
  let after: DueForm = { createdAt: 0, id: '' };
  // Only erased forms count towards the bound. Otherwise that many failing ones would keep all others from their turn.
  for (let erased = 0; erased < MOST_FORMS; ) {
    const due = await listDueForms(deps.db.reader, rule, cutoff, after, FORMS_AT_ONCE);
    const { failed, isOver } = await eraseForms(deps, rule, due);
    failures.push(...failed);
    erased += due.length - failed.length;
    const last = due.at(-1);
    if (isOver || last === undefined || due.length < FORMS_AT_ONCE) break;
    after = last;
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures.slice(0, MOST_LOGGED),
      `${counted(failures.length, 'form')} of the template ${rule.templateId} could not be erased.`,
    );
  }
}

/**
 * Applies a rule to work that ended without a form. Nobody has filled in anything, so people are told of no number, but
 * they have the same week to change the rule.
 */
async function forgetEnded(
  { db }: KeepRetentionDeps,
  rule: RetentionRule,
  now: number,
): Promise<void> {
  if (rule.setAt + NOTICE_MS > now) return;
  const ended = { ...rule, until: cutoffOf(rule, now) };
  for (
    let gone = 0, last = WORK_AT_ONCE;
    last === WORK_AT_ONCE && gone < MOST_FORMS;
    gone += last
  ) {
    last = await db.transaction(async (tx) =>
      (await stillStands(tx, rule)) ? forgetEndedWork(tx, ended, WORK_AT_ONCE) : 0,
    );
  }
}

/** Erases each form in a transaction of its own. `isOver`: the rule was changed or removed meanwhile. */
async function eraseForms(
  deps: KeepRetentionDeps,
  rule: RetentionRule,
  due: readonly DueForm[],
): Promise<{ readonly failed: readonly unknown[]; readonly isOver: boolean }> {
  const failed: unknown[] = [];
  for (const { id } of due) {
    try {
      if (rule.action === 'delete') {
        const form = { accountId: rule.accountId, id };
        await forgetLongHistory(deps.db, form, (tx) => isStillDue(deps, tx, rule, id));
      }
      const stands = await deps.db.transaction((tx) => eraseForm(deps, tx, rule, id));
      if (!stands) return { failed, isOver: true };
    } catch (error) {
      failed.push(error);
    }
  }
  return { failed, isOver: false };
}

/** Tells those who manage the template, once, a week before the first forms become due. */
async function tellIfDue(
  { db, mailQueue, tell }: KeepRetentionDeps,
  rule: RetentionRule,
  now: number,
): Promise<void> {
  const { accountId, templateId } = rule;
  const at = now + NOTICE_MS;
  const count = await countDueForms(db.reader, rule, cutoffOf(rule, at));
  if (count === 0) return;
  await db.transaction(async (tx) => {
    if (!(await markTold(tx, rule, now))) return;
    const about = { retention: templateId, count, at };
    await mailQueue.append(tx, accountId, [
      { kind: 'retention', expiresAt: at, content: { about } },
    ]);
    const grants = await selectGrants(tx, accountId, templateId);
    const managers = grants.flatMap(({ manage, subject: id, type }): Told[] =>
      manage && type !== 'Role' && id !== rule.setBy ? [{ type, id }] : [],
    );
    await tell(tx, {
      ...{ accountId, kind: 'retention', key: templateId },
      about: { type: 'template', id: templateId },
      to: [{ type: 'User', id: rule.setBy }, ...managers.slice(0, MOST_TOLD)],
    });
  });
}
