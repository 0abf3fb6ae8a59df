import type { Database } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Notices } from '#notices/index.ts';
import { type EraseDeps, eraseForm } from './erase-form.ts';
import {
  countDueForms,
  findRule,
  listDueForms,
  listRuleKeys,
  markTold,
  type RuleKey,
} from './retention.store.ts';
import { cutoffOf, NOTICE_MS, type RetentionRule } from './retention.ts';

const RULES_AT_ONCE = 100;
const FORMS_AT_ONCE = 200;
/** Of one template in one run, so that the others get their turn. */
const MOST_FORMS = 2000;

export interface RetentionDeps extends EraseDeps {
  readonly db: Database;
  readonly notices: Notices;
}

/** Deletes or blanks forms whose time is over, hourly. */
export const keepRetention = (deps: RetentionDeps): Job => ({
  name: 'keep-retention',
  everyMs: 60 * 60_000,
  run: () => applyRules(deps),
});

/**
 * Applies all rules, each form in its own transaction. A rule that fails keeps none of the others from being applied.
 * @throws AggregateError what failed
 */
export async function applyRules(deps: RetentionDeps): Promise<void> {
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
    throw new AggregateError(failures, `${failures.length} retention rules could not be applied.`);
  }
}

async function applyRuleOf(deps: RetentionDeps, { accountId, templateId }: RuleKey): Promise<void> {
  const rule = await findRule(deps.db.reader, accountId, templateId);
  if (rule !== undefined) await applyRule(deps, rule);
}

async function applyRule(deps: RetentionDeps, rule: RetentionRule): Promise<void> {
  const now = deps.clock.now();
  if (rule.toldAt === undefined) return await tellIfDue(deps, rule, now);
  if (rule.toldAt + NOTICE_MS > now) return;
  const cutoff = cutoffOf(rule, now);
  for (let erased = 0; erased < MOST_FORMS; ) {
    const due = await listDueForms(deps.db.reader, rule, cutoff, FORMS_AT_ONCE);
    for (const id of due) {
      const stands = await deps.db.transaction((tx) => eraseForm(deps, tx, rule, id));
      if (!stands) return;
    }
    erased += due.length;
    if (due.length < FORMS_AT_ONCE) return;
  }
}

/** Tells those who manage the template, once, a week before the first forms become due. */
async function tellIfDue(
  { db, notices }: RetentionDeps,
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
    await notices.append(tx, accountId, [{ kind: 'retention', expiresAt: at, content: { about } }]);
  });
}
