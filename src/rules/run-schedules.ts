import type { Tx } from '#db/database.ts';
import { readTimeZone } from '#form-basics/index.ts';
import { recentForms } from '#form-records/index.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import { counted } from '#kernel/counted.ts';
import { nextTimeOf } from './check-trigger.ts';
import { MAX_SCHEDULED } from './limits.ts';
import type { Rule, RuleId } from './rule.ts';
import { insertRuleEvents } from './rule-events.store.ts';
import { insertRun } from './rule-runs.store.ts';
import { listDueRules, lockRule, planRule } from './rules.store.ts';
import type { RulesDeps } from './rules-deps.ts';

const EVERY_MS = 30_000;
/** One statement stores so many events: a statement of SQLite has at most 32,766 values. */
const AT_ONCE = 200;

type Deps = Pick<RulesDeps, 'db' | 'clock' | 'ids' | 'ruleEvents'>;

/**
 * Returns the job that has rules run whose time has come. The forms are stored as events, and the next time with them, in
 * one transaction, so that a node that stops, or a second one, runs none twice. Times that passed while nothing ran are
 * made up for once.
 */
export const runSchedules = (deps: Deps): Job => ({
  name: 'run-rule-schedules',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const failures = await actOnListed(
      (page) => listDueRules(db.reader, clock.now(), page),
      (key) => db.transaction((tx) => runOnce(deps, tx, key)),
    );
    if (failures.length > 0) {
      throw new AggregateError(
        failures,
        `The times of ${counted(failures.length, 'rule')} failed.`,
      );
    }
  },
});

async function runOnce(deps: Deps, tx: Tx, key: RuleId): Promise<void> {
  const { clock, ids, ruleEvents } = deps;
  const now = clock.now();
  const rule = await lockRule(tx, key);
  // Another node ran it, or somebody changed it meanwhile.
  if (!rule?.schedule || rule.nextAt === undefined || rule.nextAt > now) return;
  const { accountId, templateId, schedule } = rule;
  const found = await recentForms(tx, rule, { status: schedule.over, limit: MAX_SCHEDULED + 1 });
  const forms = found.slice(0, MAX_SCHEDULED);
  if (found.length > MAX_SCHEDULED) await tellOfRest(deps, tx, rule, now);
  const of = { accountId, templateId, trigger: 'schedule', at: now, ruleId: rule.id } as const;
  for (let from = 0; from < forms.length; from += AT_ONCE) {
    const events = forms.slice(from, from + AT_ONCE).map(({ id: formId, revision }) => ({
      ...{ ...of, formId, revision, id: ids.next() },
      ...{ depth: 0, attempts: 0 },
    }));
    await insertRuleEvents(tx, events, now);
  }
  await planRule(tx, rule, nextTimeOf(schedule, await readTimeZone(tx, accountId), now));
  ruleEvents.remind(tx, { accountId, templateId });
}

/** Adds a line that says that there are more forms than a rule runs over. */
async function tellOfRest({ ids }: Deps, tx: Tx, rule: Rule, at: number): Promise<void> {
  const { accountId, templateId } = rule;
  await insertRun(tx, {
    ...{ accountId, templateId, id: ids.next(), ruleId: rule.id, formId: '', eventId: ids.next() },
    ...{ trigger: 'schedule', at, outcome: 'skipped', reason: 'too-many-forms', done: [] },
  });
}
