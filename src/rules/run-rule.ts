import type { Tx } from '#db/database.ts';
import { lockForm } from '#form-records/index.ts';
import { AppError, type ErrorCode } from '#kernel/errors.ts';
import { act, Skipped } from './act.ts';
import { HOUR_MS, MAX_DEPTH, MAX_RUNS_OF_FORM } from './limits.ts';
import { actingOwner } from './owner.ts';
import { meetsValue } from './queue-events.ts';
import type { ReadForm } from './read-form.ts';
import type { ActionDone, Rule, RuleEvent, RuleRun, StopReason } from './rule.ts';
import { lockRuleEvent } from './rule-events.store.ts';
import { countRuns, hasRun, insertRun } from './rule-runs.store.ts';
import { findTemplateRule } from './rules.store.ts';
import type { RulesDeps } from './rules-deps.ts';
import { tellOfStop } from './tell-of-stop.ts';

/** The rule or the form has changed since it was read: the event has to be looked at again. */
export class FormMoved extends Error {
  override readonly name = 'Moved';
}

/** Errors that pass: the event is tried again. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'busy',
  'storage-unavailable',
  'draining',
  'list-busy',
]);

const STOPPING: ReadonlyMap<ErrorCode, StopReason> = new Map([
  ['forbidden', 'owner-rights'],
  ['not-found', 'target-gone'],
  ['unknown-assignee', 'target-gone'],
  ['template-state', 'target-gone'],
]);

export type RunOutcome = Pick<RuleRun, 'outcome' | 'reason' | 'done'> & {
  readonly stop?: StopReason;
};

/**
 * Runs a rule for an event, once: what it writes and the line that says so are one transaction. What fails is undone as
 * a whole, and the line says why.
 * @throws FormMoved
 * @throws AppError that passes, such as `busy`
 */
export async function runRule(
  deps: RulesDeps,
  event: RuleEvent,
  rule: Rule,
  read: ReadForm,
  holds: boolean,
): Promise<void> {
  try {
    await once(deps, event, rule, (tx) => settle(deps, tx, event, rule, read, holds));
  } catch (error) {
    const outcome = runOutcomeOf(error);
    if (!outcome) throw error;
    await once(deps, event, rule, () => Promise.resolve(outcome));
  }
}

/** Returns the line of a run that could not act; undefined for an error after which it is tried again. */
export function runOutcomeOf(error: unknown): RunOutcome | undefined {
  if (error instanceof Skipped) return { outcome: 'skipped', reason: error.reason, done: [] };
  if (!(error instanceof AppError) || PASSING.has(error.code)) return undefined;
  const stop = STOPPING.get(error.code);
  return { outcome: 'failed', reason: error.code, done: [], ...(stop && { stop }) };
}

/** Stores what became of a rule for an event, unless it is known already. */
export async function once(
  deps: Pick<RulesDeps, 'db' | 'clock' | 'ids' | 'tell'>,
  event: RuleEvent,
  rule: Rule,
  settleIn: (tx: Tx) => Promise<RunOutcome>,
): Promise<void> {
  const { db, clock, ids } = deps;
  await db.transaction(async (tx) => {
    if (!(await lockRuleEvent(tx, event)) || (await hasRun(tx, rule, event))) return;
    const current = await findTemplateRule(tx, rule);
    if (current?.state !== 'on') return;
    if (current.revision !== rule.revision) throw new FormMoved();
    const { stop, ...result } = await settleIn(tx);
    // A schedule looks at all forms of a template, and most of them have nothing done.
    if (result.reason === 'condition' && event.trigger === 'schedule') return;
    const { accountId, templateId, formId, trigger } = event;
    const at = clock.now();
    const of = { accountId, id: ids.next(), ruleId: rule.id, templateId, formId, trigger };
    await insertRun(tx, { ...of, eventId: event.id, at, ...result });
    if (stop) await tellOfStop(deps, tx, rule, stop, at);
  });
}

async function settle(
  deps: RulesDeps,
  tx: Tx,
  event: RuleEvent,
  rule: Rule,
  read: ReadForm,
  holds: boolean,
): Promise<RunOutcome> {
  if (!holds || !isStill(rule, read)) throw new Skipped('condition');
  if (event.depth > MAX_DEPTH) throw new Skipped('depth');
  const since = deps.clock.now() - HOUR_MS;
  const recent = await countRuns(tx, rule, event, { since, most: MAX_RUNS_OF_FORM });
  if (recent >= MAX_RUNS_OF_FORM) throw new Skipped('rate');
  const form = await lockForm(tx, event.accountId, event.formId);
  if (form?.revision !== read.form.revision) throw new FormMoved();
  return perform(deps, tx, rule, read, event);
}

/** Returns whether the field of a rule that waits for a value still has it. A hidden field has none. */
export const isStill = ({ became }: Rule, { shown }: ReadForm): boolean =>
  became === undefined || meetsValue(shown.get(became.field)?.value, became.value);

/** Carries out all actions of a rule, as its owner. @throws Skipped @throws AppError */
export async function perform(
  deps: RulesDeps,
  tx: Tx,
  rule: Rule,
  read: ReadForm,
  event: Pick<RuleEvent, 'id' | 'depth'>,
): Promise<RunOutcome> {
  const by = await actingOwner(deps, tx, rule);
  if (typeof by === 'string') return { outcome: 'failed', reason: by, done: [], stop: by };
  const done: ActionDone[] = [];
  for (const [n, action] of rule.actions.entries()) {
    done.push(await act(deps)(tx, { rule, by, read, event }, action, n));
  }
  return { outcome: 'done', reason: undefined, done };
}
